"""High Card Flush in plain words, as one house plays it."""

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
        Section("The course of a round", tuple(_course(house))),
        Section("What wins, and what it pays", tuple(_settlement(house))),
        Section("The most that is paid", (_cap(house),)),
        Section("When something goes wrong", tuple(_irregularities(house))),
        general_section(house, "A player who cannot cover a raise of one ante has to fold.", claims=True, capped=True),
    )
    return Rules(house.game, house.title, house.hash, wagers, sections)


def _wagers(house: HighCardFlushHouse) -> tuple[Wager, ...]:
    limits, beside = house.limits, "optional, beside the ante"
    most = house.most_raise
    largest = max(most.four_or_fewer, most.five, most.six_or_seven)
    raise_text = "as the ante" if largest == 1 else f"1 to {largest} antes by the hand"
    return (
        Wager("ante", "ante", limits_text(house, limits.ante), "before the cards", "H3"),
        Wager("flush", "Flush", limits_text(house, limits.flush), beside, "H3"),
        Wager("straight_flush", "Straight Flush", limits_text(house, limits.straight_flush), beside, "H3"),
        Wager("raise", "raise", raise_text, "after the cards, or fold", "H4"),
    )


def _the_hand() -> Iterator[Clause]:
    yield clause("H1", "Cards come from one deck of 52: seven for every player, seven for the dealer.")
    yield clause(
        "H2",
        "Your hand is the suit in which you hold the most cards. A longer suit is better than a shorter one. Suits of "
        "one length are compared from their highest card down, the ace always on top, and the first difference "
        "decides; runs have no value in this comparison. If two of your own suits are equally long, the better counts.",
    )


def _wager_clause(house: HighCardFlushHouse) -> Clause:
    limits = house.limits
    return clause(
        "H3",
        f"An ante of {limits_text(house, limits.ante)} has to be down before the cards. Beside it, and only beside it, "
        f"you may bet on a Flush ({limits_text(house, limits.flush)}) and on a Straight Flush "
        f"({limits_text(house, limits.straight_flush)}) among your seven cards.",
    )


def _course(house: HighCardFlushHouse) -> Iterator[Clause]:
    yield clause(
        "H12",
        "The deal runs clockwise from the seat at the end on the dealer's left, the dealer last, all cards face down:",
        "seven to each place in one stack." if house.deal == "stack" else "one card to a place, seven times round.",
        "The dealer's seven are counted, and the rest of the deck is put away unseen.",
    )
    yield clause(
        "H4",
        "Look at your cards, then fold, which costs the ante, or raise.",
        _raises(house.most_raise),
        "A raise is at least the ante.",
        reading(f"It goes up in steps of {house.money(house.table_unit)}."),
    )
    need = house.dealer_qualifies
    yield clause(
        "H5",
        f"When everybody has decided, the dealer's cards are turned up. The dealer's hand takes part only if it has "
        f"{NUMBERS[need.length]} cards of a suit, {rank_word(need.high_card)} high, or better.",
    )
    yield clause("H12", "Hands are settled counterclockwise, the one at the dealer's right first.")


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
        "If the dealer's hand does not take part, everyone who has not folded wins even money on the ante and takes "
        "the raise back, good hand or bad.",
    )
    yield clause(
        "H7",
        "If it does, the better hand decides: yours wins even money on ante and raise, the dealer's takes both, and "
        "two hands that are alike in every card leave both with you.",
    )
    lengths = {f"{NUMBERS[n]}_cards": f"{n} cards" for n in range(3, 8)}
    yield pay_table("H8", "Flush", house.pays.flush, lengths)
    yield clause("H8", "The Flush wager goes by how many cards your longest suit has.")
    yield pay_table("H9", "Straight Flush", house.pays.straight_flush, lengths)
    yield clause(
        "H9",
        "The Straight Flush wager goes by your longest unbroken run within one suit, which may be another suit than "
        "the one that is your hand. An ace stands above the king or below the two, and a run cannot go through it. "
        "Only the longest run is paid.",
    )
    yield clause(
        "H10",
        "Neither of these two wagers depends on the dealer, and folding does not end them.",
        *(
            (
                "But a player who folds must say that they are to be settled; unclaimed, they are lost with the hand.",
                reading(
                    "Claim them as you fold, or afterwards as long as the dealer's cards have not been turned up; "
                    "nobody waits for that. A claim costs nothing: one that wins nothing merely loses the wager."
                ),
            )
            if house.folded_bonus == "on_claim"
            else (reading("They are settled for a player who has folded as for any other, without a claim."),)
        ),
    )


def _cap(house: HighCardFlushHouse) -> Clause:
    if not house.aggregate_cap:
        return clause("H11", "This house pays every hand in full: there is no cap.")
    if house.aggregate_cap_scope == "round":
        whose = "All players of a round share that limit."
    else:
        whose = "Each player's hand has that limit to itself."
    return clause(
        "H11",
        f"At most {house.money(house.aggregate_cap)} is paid in winnings.",
        reading(whose),
        reading(
            "If more would be due, antes and raises are paid first. The Flush and Straight Flush wagers share what is "
            "left in proportion to what each was to receive, down to whole chips; chips left over go one each to the "
            "largest fractions, and among equal ones to the wager settled earlier."
        ),
    )


def _irregularities(house: HighCardFlushHouse) -> Iterator[Clause]:
    then = "all hands are void, every wager goes back, and the deck is shuffled anew."
    if house.early_exposure == "void":
        yield clause(
            "H12",
            "If a card of the dealer's is seen before all players have decided, the round is void: antes and raises go "
            "back. The Flush and Straight Flush wagers of everyone who holds seven cards are settled all the same, as "
            "H8 to H10 say, for they do not need the dealer; without seven cards they go back as well.",
        )
    else:
        yield clause("H12", "If a card of the dealer's is seen before all players have decided, the round goes on.")
    yield clause("H12", face_up_card(then))
    yield clause("H12", DRAWN_IN_ERROR)
    yield clause("H12", PLAYER_MISCOUNT, *dealer_miscount(house.six_card_dealer == "always_completed", then))
    yield clause(
        "H12",
        "If the shuffling machine fails before any player holds three cards, the cards are shuffled again and the "
        "wagers stay where they are. If it fails later during the deal, the round is void and every wager goes back.",
    )
    unclaimed = ", and so do bonus wagers that they did not claim" if house.folded_bonus == "on_claim" else ""
    yield clause(
        "H12",
        "Whenever a round is void, "
        + (
            "players who had folded get their wagers back like the others."
            if house.void_refunds_folded
            else f"the antes of players who had folded stay lost{unclaimed}."
        ),
    )
