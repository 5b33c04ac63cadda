"""The rules text of High Card Flush under one house."""

from __future__ import annotations

from collections.abc import Iterator

from seventh.games.high_card_flush.house import HighCardFlushHouse, MostRaise
from seventh.house.rules.common import (
    DRAWN_IN_ERROR,
    NUMBERS,
    PLAYER_MISCOUNT,
    dealer_miscount,
    face_up_card,
    general_section,
    limits_text,
    pay_table,
    rank_word,
    wagers_table,
)
from seventh.house.rules.document import Clause, Rules, Section, Table, Wager, clause
from seventh.house.rules.sources import reading


def high_card_flush_rules(house: HighCardFlushHouse) -> Rules:
    wagers = _wagers(house)
    sections = (
        Section("The game", tuple(_the_hand())),
        Section("Wagers", (_wager_clause(house), wagers_table("H3", wagers))),
        Section("Order of play", tuple(_course(house))),
        Section("Settlement and payouts", tuple(_settlement(house))),
        Section("Payout cap", (_cap(house),)),
        Section("Irregularities", tuple(_irregularities(house))),
        general_section(house, "A player who cannot cover a raise of one ante must fold.", claims=True, capped=True),
    )
    return Rules(house.game, house.title, house.hash, wagers, sections)


def _wagers(house: HighCardFlushHouse) -> tuple[Wager, ...]:
    limits, bonus = house.limits, "optional, requires an ante"
    most = house.most_raise
    largest = max(most.four_or_fewer, most.five, most.six_or_seven)
    raise_text = "same as the ante" if largest == 1 else f"1 to {largest} antes, depending on your hand"
    return (
        Wager("ante", "ante", limits_text(house, limits.ante), "before the deal", "H3"),
        Wager("flush", "Flush", limits_text(house, limits.flush), bonus, "H3"),
        Wager("straight_flush", "Straight Flush", limits_text(house, limits.straight_flush), bonus, "H3"),
        Wager("raise", "raise", raise_text, "after the deal, or fold", "H4"),
    )


def _the_hand() -> Iterator[Clause]:
    yield clause("H1", "The game uses one deck of 52 cards. Each player and the dealer get seven.")
    yield clause(
        "H2",
        "Your hand is your longest suit: the one in which you hold the most cards. A longer suit beats a shorter one. "
        "Suits of equal length are compared card by card from the highest down, aces high, and the first difference "
        "decides; straights do not count. If two of your suits are equally long, the better one is your hand.",
    )


def _wager_clause(house: HighCardFlushHouse) -> Clause:
    limits = house.limits
    return clause(
        "H3",
        f"To be dealt in, place an ante of {limits_text(house, limits.ante)}. With an ante, and only with one, you may "
        f"also bet on a Flush ({limits_text(house, limits.flush)}) and on a Straight Flush "
        f"({limits_text(house, limits.straight_flush)}) in your seven cards.",
    )


def _course(house: HighCardFlushHouse) -> Iterator[Clause]:
    yield clause(
        "H12",
        "All cards are dealt face down, clockwise from the dealer's far left, the dealer last:",
        "seven cards each, in one stack." if house.deal == "stack" else "one card at a time, seven times round.",
        "The dealer's seven cards are counted, and the stub is placed in the discard rack unseen.",
    )
    yield clause(
        "H4",
        "After looking at your cards, fold and lose the ante, or raise.",
        _raises(house.most_raise),
        "A raise must be at least as large as the ante,",
        reading(f"in steps of {house.money(house.table_unit)}. {_excess_raise(house)}"),
    )
    need = house.dealer_qualifies
    yield clause(
        "H5",
        f"When all players have acted, the dealer's cards are turned up. The dealer qualifies with a "
        f"{NUMBERS[need.length]}-card flush, {rank_word(need.high_card)} high, or better.",
    )
    yield clause("H12", "Hands are settled one by one, counterclockwise from the dealer's right.")


def _excess_raise(house: HighCardFlushHouse) -> str:
    when = "If the cards are dealt by hand, and not known until they are turned up,"
    if house.excess_raise == "returned":
        return f"{when} a raise larger than they allow is reduced to the maximum, and the rest is returned."
    return f"{when} a raise above what they allow voids the hand."


def _raises(most: MostRaise) -> str:
    groups: dict[int, list[str]] = {}
    for name, antes in (
        ("four or fewer", most.four_or_fewer),
        ("five", most.five),
        ("six or seven", most.six_or_seven),
    ):
        groups.setdefault(antes, []).append(name)
    if len(groups) == 1:
        (antes,) = groups
        return f"Whatever you hold, you may raise {_antes(antes)}."
    said = [
        f"with {' or '.join(names)} cards of one suit you may raise {_antes(antes)}" for antes, names in groups.items()
    ]
    text = "; ".join(said)
    return f"{text[0].upper()}{text[1:]}."


def _antes(most: int) -> str:
    return "exactly one ante" if most == 1 else f"up to {NUMBERS[most] if most < len(NUMBERS) else most} antes"


def _settlement(house: HighCardFlushHouse) -> Iterator[Clause | Table]:
    yield clause(
        "H6",
        "If the dealer does not qualify, every player who has not folded is paid even money on the ante, and the raise "
        "is returned, whatever the player's hand.",
    )
    yield clause(
        "H7",
        "If the dealer qualifies, the better hand wins: if it is yours, the ante and the raise pay even money; if it "
        "is the dealer's, both lose; if the hands are equal in every card, both are returned.",
    )
    lengths = {f"{NUMBERS[n]}_cards": f"{n} cards" for n in range(3, 8)}
    yield pay_table("H8", "Flush", house.pays.flush, lengths)
    yield clause("H8", "The Flush wager pays according to the number of cards in your longest suit.")
    yield pay_table("H9", "Straight Flush", house.pays.straight_flush, lengths)
    yield clause(
        "H9",
        "The Straight Flush wager pays according to the longest run of consecutive cards in one suit, which need not "
        "be the suit of your hand. An ace may be high or low, but a run cannot wrap around it. Only the longest run is "
        "paid.",
    )
    yield clause(
        "H10",
        "Neither of these wagers depends on the dealer's hand, and both stay in action if you fold.",
        *(
            (
                "A player who folds must claim them, however; if unclaimed, they lose with the hand.",
                reading(
                    "Claim them when you fold, or later, until the dealer's cards are turned up; the game does not "
                    "wait for a late claim. A claim costs nothing: if the hand does not qualify, the wager loses as "
                    "it would have anyway."
                ),
            )
            if house.folded_bonus == "on_claim"
            else (reading("They are settled for players who have folded as for any other player, without a claim."),)
        ),
    )


def _cap(house: HighCardFlushHouse) -> Clause:
    if not house.aggregate_cap:
        return clause("H11", "This house pays every hand in full: there is no cap.")
    if house.aggregate_cap_scope == "round":
        whose = "All players in a round share this limit."
    else:
        whose = "The limit applies to each player's hand separately."
    return clause(
        "H11",
        f"Total winnings are limited to {house.money(house.aggregate_cap)}.",
        reading(whose),
        reading(
            "If more would be due, antes and raises are paid first. The Flush and Straight Flush wagers share the "
            "remainder in proportion to what each would have been paid, rounded down to whole chips; leftover chips go "
            "one each to the largest fractions, and between equal fractions to the wager settled earlier."
        ),
    )


def _irregularities(house: HighCardFlushHouse) -> Iterator[Clause]:
    then = "all hands are void, all wagers are returned, and the deck is reshuffled."
    if house.early_exposure == "void":
        yield clause(
            "H12",
            "If one of the dealer's cards is exposed before all players have acted, the round is void, and antes and "
            "raises are returned. Flush and Straight Flush wagers do not depend on the dealer, so those of every "
            "player with seven cards are still settled under H8 to H10; without seven cards they are returned too.",
        )
    else:
        yield clause("H12", "If one of the dealer's cards is exposed before all players have acted, play continues.")
    yield clause("H12", face_up_card(then))
    yield clause("H12", DRAWN_IN_ERROR)
    yield clause("H12", PLAYER_MISCOUNT, *dealer_miscount(house.six_card_dealer == "always_completed", then))
    yield clause(
        "H12",
        "If the shuffling machine fails before any player has three cards, the cards are reshuffled and the wagers "
        "stand. If it fails later during the deal, the round is void and all wagers are returned.",
    )
    unclaimed = ", and so are bonus wagers they did not claim" if house.folded_bonus == "on_claim" else ""
    yield clause(
        "H12",
        "Whenever a round is void, "
        + (
            "players who have folded get their wagers back like everyone else."
            if house.void_refunds_folded
            else f"the antes of players who have folded are still lost{unclaimed}."
        ),
    )
