"""The rules text of Boston 7 Stud Poker under one house."""

from __future__ import annotations

from collections.abc import Iterator

from seventh.games.boston_7_stud.house import Boston7House
from seventh.house.rules.common import (
    DRAWN_IN_ERROR,
    PLAYER_MISCOUNT,
    dealer_miscount,
    face_up_card,
    general_section,
    limits_text,
    odds,
    pay_table,
    wagers_table,
)
from seventh.house.rules.document import Clause, Rules, Section, Table, Wager, clause, table
from seventh.house.rules.sources import reading

THREE_CARD_NAMES = {"royal": "royal (A-K-Q of one suit)"}


def boston_7_rules(house: Boston7House) -> Rules:
    wagers = _wagers(house)
    sections = (
        Section("The game", (_the_hand(),)),
        Section("Wagers", (*_wager_clauses(house), wagers_table("B14", wagers))),
        Section("Order of play", tuple(_course(house))),
        Section("Settlement and payouts", tuple(_settlement(house))),
        Section("Payout cap", tuple(_caps(house))),
        Section("Irregularities", tuple(_irregularities(house))),
        general_section(
            house, "A player who cannot cover the second bet must fold.", claims=True, sets_hands=True, capped=True
        ),
    )
    return Rules(house.game, house.title, house.hash, wagers, sections)


def _wagers(house: Boston7House) -> tuple[Wager, ...]:
    bonus = limits_text(house, house.limits.three_card_bonus)
    terms = "requires a first bet; up to the ante" if house.three_card_up_to_ante else "requires a first bet"
    return (
        Wager("ante", "ante", limits_text(house, house.limits.ante), "before the deal", "B2"),
        Wager("first", "first bet", "same as ante", "optional, before the deal", "B2"),
        Wager("three_card_bonus", "three-card bonus", bonus, terms, "B3"),
        Wager("second", "second bet", "same as first", "after three cards, or fold", "B7"),
    )


def _the_hand() -> Clause:
    return clause(
        "B1",
        "The game uses one deck of 52 cards. You and the dealer each end up with seven, five of which make a hand.",
        "From highest to lowest: royal flush, straight flush, four of a kind, full house, flush, straight, three of a "
        "kind, two pair, pair, high card. An ace may also be low in a straight: 5-4-3-2-A is the lowest straight.",
    )


def _wager_clauses(house: Boston7House) -> Iterator[Clause]:
    yield clause(
        "B2",
        f"To be dealt in, place an ante of {limits_text(house, house.limits.ante)} before the dealer closes the "
        "betting. You may also place a first bet (the book's 1st wager), which is always the same size as the ante.",
    )
    yield clause(
        "B3",
        "With an ante and a first bet, you may also bet on your first three cards: the three-card bonus, "
        f"{limits_text(house, house.limits.three_card_bonus)}.",
        reading(
            "It may not be larger than your ante."
            if house.three_card_up_to_ante
            else "It may be larger than your ante."
        ),
    )


def _course(house: Boston7House) -> Iterator[Clause]:
    stacks = house.deal == "stack"
    yield clause(
        "B4",
        "Cards are dealt clockwise from the dealer's far left; the dealer is last.",
        "Each player and the dealer get their three cards at once, face down, as one stack."
        if stacks
        else "Cards are dealt one at a time, face down, until each player and the dealer have three.",
    )
    if house.three_card_claim == "on_claim":
        yield clause(
            "B5",
            "The three-card bonus is settled before anything else, and only if you claim it: turn your three cards up, "
            "and the bonus is paid according to the table below; the cards are then turned face down again. A bonus "
            "wager that does not qualify loses, and so does one that you do not claim.",
            reading(
                "You may claim it until the first of the last four cards is dealt, even after folding; after that it "
                "is too late."
            ),
        )
    else:
        yield clause(
            "B5",
            "The three-card bonus is settled before anything else",
            reading(
                "and without a claim: as soon as everyone has three cards, each bonus wager is paid according to the "
                "table below or loses."
            ),
        )
    yield clause(
        "B7",
        "If you made a first bet, you now either fold, forfeiting the ante and the first bet, or make a second bet of "
        "the same size as the first.",
    )
    four = "four consecutive cards each" if house.final_four == "stack" else "in the same way as the first three"
    racked = (
        "The dealer's seven cards are counted before the stub is placed in the discard rack unseen."
        if house.stub_racked == "after_count"
        else "The stub is placed in the discard rack unseen at once, before the dealer's seven cards are counted."
    )
    yield clause(
        "B8",
        "Every player with a second bet,",
        reading("and every player with only an ante,"),
        f"is dealt four more cards face down, {four}, in the same order; the dealer's four are dealt last.",
        reading(racked),
    )
    yield _setting(house)
    yield clause(
        "B10",
        "Hands are settled one by one, counterclockwise from the dealer's right.",
    )


def _setting(house: Boston7House) -> Clause:
    left = (
        "If you leave the choice to the house, it keeps your best five."
        if house.auto_set
        else "You must choose: this house does not do it for you."
    )
    bonus = (
        "The ante bonus is based on all seven cards, whatever you set aside."
        if house.bonus_hand == "best_of_seven"
        else "The ante bonus is based only on the five you keep."
    )
    return clause(
        "B9",
        "Set aside two of your seven cards and keep five.",
        reading(left),
        reading("The five you keep are the ones that play against the dealer, even if the seven held a better hand."),
        reading(bonus),
        "Then the dealer turns up all seven cards and plays the best five.",
    )


def _settlement(house: Boston7House) -> Iterator[Clause | Table]:
    yield pay_table("B6", "Three-card bonus", house.pays.three_card_bonus, THREE_CARD_NAMES)
    yield clause(
        "B6",
        "Three-card hands rank in the order of this table: a straight beats a flush. An ace may also be low, in 3-2-A.",
    )
    yield clause(
        "B11",
        "If your hand beats the dealer's, the first and second bets pay even money and the ante is returned. If the "
        "hands tie, all three are returned. If the dealer's hand is better, all three lose.",
    )
    yield pay_table("B12", "Ante bonus", house.pays.ante_bonus)
    yield clause(
        "B12",
        "The ante bonus is paid on the ante, for the highest row that applies and no other. It does not depend on the "
        "dealer's hand: a hand that ties or loses is paid too, although a losing hand still loses the ante itself.",
    )
    alone = (
        "if the dealer's hand is better, you lose the ante; otherwise it is returned. The ante bonus is paid in any "
        "case."
        if house.ante_only == "versus_dealer"
        else "you play against the ante bonus table and not against the dealer: a hand in the table is paid and the "
        "ante returned; any other hand loses the ante."
    )
    yield clause(
        "B13",
        "Without a first bet you play the ante alone.",
        reading(f"You get all seven cards and only choose which five to keep; {alone}"),
        "You cannot play the three-card bonus.",
        reading("A first bet cannot be withdrawn to play the ante alone."),
    )


def _caps(house: Boston7House) -> Iterator[Clause | Table]:
    if not house.caps:
        yield clause("B14", "This house pays every hand in full: there is no cap.")
        return
    rows, below = [], 0
    for tier in house.caps:
        ante = f"up to {house.money(tier.ante_up_to)}"
        if below:
            ante = f"over {house.money(below)}, {ante}"
        rows.append((ante, house.money(tier.pays_at_most) if tier.pays_at_most else "no cap"))
        below = tier.ante_up_to
    yield table("B14", "Maximum winnings per hand", ("ante", "winnings"), tuple(rows))
    yield clause(
        "B14",
        reading(
            "The size of your ante sets the cap. All winnings of your hand count towards it together, in this order: "
            "three-card bonus, first bet, second bet, ante bonus."
        ),
        "Anything above the cap is not paid.",
    )


def _irregularities(house: Boston7House) -> Iterator[Clause]:
    then = "all hands are void and the deck is reshuffled."
    exception = (
        "When all hands are void under this clause, B18 or B20, three-card hands are paid as in B15."
        if house.three_card_exception == "every_void"
        else "When all hands are void under this clause or B18, nothing is paid on three-card hands."
    )
    yield clause(
        "B15",
        "If one of the dealer's first three cards is exposed before all players have acted, all hands are void and "
        "wagers are returned. Three-card hands are still paid, as set out in B20.",
    )
    yield clause("B16", face_up_card(then), reading(exception))
    yield clause("B17", DRAWN_IN_ERROR)
    completed = house.six_card_dealer == "always_completed"
    if completed or house.stub_racked == "after_count":
        yield clause("B18", PLAYER_MISCOUNT, *dealer_miscount(completed, then))
    else:
        yield clause("B18", PLAYER_MISCOUNT, reading(f"If the dealer has too many or too few cards, {then}"))
    yield clause(
        "B19",
        "If the shuffling machine fails before any player has three cards, the cards are reshuffled and the wagers "
        "stand. If it fails later with cards still to be dealt, the round is void, and three-card hands are paid as in "
        "B15.",
    )
    yield _void_payments(house)
    yield clause(
        "B20",
        "If one of the dealer's last four cards is exposed too early, "
        + ("play continues." if house.early_exposure == "play_on" else then),
    )


def _void_payments(house: Boston7House) -> Clause:
    trips = house.pays.ante_bonus["three_of_a_kind"]
    paid = (
        f"three of a kind in the first three cards is paid {odds(trips)} on the ante, which is returned"
        if trips
        else "no three-card hand is paid on the ante"
    )
    folded = (
        "The same applies to players who have folded."
        if house.void_refunds_folded
        else "Players who have folded get neither their ante nor their first bet back; a three-card bonus they have "
        "not yet claimed is treated like everyone else's."
    )
    return clause(
        "B20",
        f"If three-card hands are paid in a void round, {paid}, and an open three-card bonus is paid if it "
        "qualifies and returned if it does not. Every other open wager is returned.",
        folded,
    )
