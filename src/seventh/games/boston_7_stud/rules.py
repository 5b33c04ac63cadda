"""Boston 7 Stud Poker in plain words, as one house plays it."""

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
        Section("The course of a round", tuple(_course(house))),
        Section("What wins, and what it pays", tuple(_settlement(house))),
        Section("The most that is paid", tuple(_caps(house))),
        Section("When something goes wrong", tuple(_irregularities(house))),
        general_section(
            house, "A player who cannot cover the 2nd wager has to fold.", claims=True, sets_hands=True, capped=True
        ),
    )
    return Rules(house.game, house.title, house.hash, wagers, sections)


def _wagers(house: Boston7House) -> tuple[Wager, ...]:
    bonus = limits_text(house, house.limits.three_card_bonus)
    terms = "needs the 1st wager; up to the ante" if house.three_card_up_to_ante else "needs the 1st wager"
    return (
        Wager("ante", "ante", limits_text(house, house.limits.ante), "before the cards", "B2"),
        Wager("first", "1st wager", "as the ante", "optional, before the cards", "B2"),
        Wager("three_card_bonus", "three-card bonus", bonus, terms, "B3"),
        Wager("second", "2nd wager", "as the 1st", "after three cards, or fold", "B7"),
    )


def _the_hand() -> Clause:
    return clause(
        "B1",
        "Cards come from one deck of 52. You and the dealer each end up with seven, five of which make the hand.",
        "From the top: royal flush, straight flush, four of a kind, full house, flush, straight, three of a kind, "
        "two pair, pair, high card. The ace may also start a straight, 5-4-3-2-A, which is then the lowest.",
    )


def _wager_clauses(house: Boston7House) -> Iterator[Clause]:
    yield clause(
        "B2",
        f"To be dealt in, put down an ante of {limits_text(house, house.limits.ante)} before the dealer closes the "
        "betting. You may match it with a 1st wager, which is always as large as the ante.",
    )
    yield clause(
        "B3",
        "With ante and 1st wager down you may bet on your first three cards as well: the three-card bonus, "
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
        "The deal runs clockwise from the seat at the end on the dealer's left, and the dealer comes last.",
        "Each place is given its three cards at once, face down, as one stack."
        if stacks
        else "Cards go round singly, face down, one to a place, until every place has three.",
    )
    if house.three_card_claim == "on_claim":
        yield clause(
            "B5",
            "The three-card bonus is decided before anything else, and only if you ask: turn your three cards up and "
            "they are paid by the table below, then turned down again. A bonus that does not qualify is taken, and so "
            "is one that you do not show.",
            reading(
                "You may claim until the first of the last four cards leaves the deck, even after folding; from then "
                "on it is too late."
            ),
        )
    else:
        yield clause(
            "B5",
            "The three-card bonus is decided before anything else",
            reading(
                "and without your asking: as soon as all places have three cards, each such wager is paid by the "
                "table below or taken."
            ),
        )
    yield clause(
        "B7",
        "With a 1st wager you now choose: fold, which gives up ante, 1st wager and cards, or place a 2nd wager of the "
        "same size as the 1st.",
    )
    four = "four consecutive ones to each place" if house.final_four == "stack" else "the way the first three came"
    racked = (
        "The dealer counts these seven before the rest of the deck is put away unseen."
        if house.stub_racked == "after_count"
        else "The rest of the deck is put away unseen at once, before the dealer's seven are counted."
    )
    yield clause(
        "B8",
        "Everybody with a 2nd wager,",
        reading("and everybody who plays the ante alone,"),
        f"is dealt four more cards face down, {four}, in the same order; the dealer's four come last.",
        reading(racked),
    )
    yield _setting(house)
    yield clause(
        "B10",
        "Hands are settled one after another, starting at the dealer's right and moving counterclockwise.",
    )


def _setting(house: Boston7House) -> Clause:
    left = (
        "If you leave the choice to the house, it keeps your best five."
        if house.auto_set
        else "The choice is yours to make: this house does not make it for you."
    )
    bonus = (
        "The ante bonus looks at all seven cards, whatever you put aside."
        if house.bonus_hand == "best_of_seven"
        else "The ante bonus looks at the five you keep, too."
    )
    return clause(
        "B9",
        "Put two of your seven aside and keep five.",
        reading(left),
        reading(
            "Against the dealer the five you keep are the ones that count, also when better ones were among the seven."
        ),
        reading(bonus),
        "Then the dealer turns all seven up and plays the best five of them.",
    )


def _settlement(house: Boston7House) -> Iterator[Clause | Table]:
    yield pay_table("B6", "Three-card bonus", house.pays.three_card_bonus, THREE_CARD_NAMES)
    yield clause(
        "B6",
        "Three cards rank in the order of this table: with three, a straight is above a flush. The ace may also be "
        "low, in 3-2-A.",
    )
    yield clause(
        "B11",
        "A hand above the dealer's wins even money on the 1st and the 2nd wager and takes its ante back. An equal hand "
        "takes all three back. A hand below the dealer's loses all three.",
    )
    yield pay_table("B12", "Ante bonus", house.pays.ante_bonus)
    yield clause(
        "B12",
        "The ante bonus is paid on the ante for the best row you reach, and on no other. It does not matter what the "
        "dealer holds: a hand that ties or loses is paid too, although a losing one still gives up the ante itself.",
    )
    alone = (
        "the dealer's better hand takes your ante, otherwise you keep it, and the ante bonus is paid in any case."
        if house.ante_only == "versus_dealer"
        else "you play against the ante bonus table and not against the dealer: a hand in the table is paid and keeps "
        "its ante, any other loses it."
    )
    yield clause(
        "B13",
        "Without a 1st wager you play the ante alone.",
        reading(f"You get all seven cards and nothing to decide but which five to keep; {alone}"),
        "The three-card bonus is closed to you.",
        reading("A 1st wager once made cannot be taken off to get here."),
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
    yield table("B14", "Most paid to one hand", ("ante", "winnings"), tuple(rows))
    yield clause(
        "B14",
        reading(
            "The size of your ante sets the cap. All winnings of your hand count together towards it, in this order: "
            "three-card bonus, 1st wager, 2nd wager, ante bonus."
        ),
        "What goes beyond the cap is not paid.",
    )


def _irregularities(house: Boston7House) -> Iterator[Clause]:
    then = "all hands are void and the deck is shuffled anew."
    exception = (
        "When all hands are void here, or under B18 or B20, three-card hands are paid as in B15."
        if house.three_card_exception == "every_void"
        else "A void here, or under B18, pays nothing on three cards."
    )
    yield clause(
        "B15",
        "If one of the dealer's first three cards is seen before all players have decided, all hands are void and "
        "wagers go back. What three cards have earned by then is paid nevertheless, as B20 lists it.",
    )
    yield clause("B16", face_up_card(then), reading(exception))
    yield clause("B17", DRAWN_IN_ERROR)
    completed = house.six_card_dealer == "always_completed"
    if completed or house.stub_racked == "after_count":
        yield clause("B18", PLAYER_MISCOUNT, *dealer_miscount(completed, then))
    else:
        yield clause("B18", PLAYER_MISCOUNT, reading(f"If the dealer's cards are too many or too few, {then}"))
    yield clause(
        "B19",
        "If the shuffling machine fails before any player holds three cards, the cards are shuffled again and the "
        "wagers stay where they are. If it fails later with cards still to deal, the round is void, and three cards "
        "are paid as in B15.",
    )
    yield _void_payments(house)
    yield clause(
        "B20",
        "When one of the dealer's last four cards is seen too early, "
        + ("the round goes on." if house.early_exposure == "play_on" else then),
    )


def _void_payments(house: Boston7House) -> Clause:
    trips = house.pays.ante_bonus["three_of_a_kind"]
    paid = (
        f"three of a kind in the first three cards is paid {odds(trips)} on the ante, which comes back"
        if trips
        else "no three cards are paid on the ante"
    )
    folded = (
        "That goes for players who had folded, too."
        if house.void_refunds_folded
        else "Players who had folded get neither ante nor 1st wager back; a three-card bonus they have not yet claimed "
        "is treated like everyone's."
    )
    return clause(
        "B20",
        f"Where a void keeps what three cards have earned, {paid}, and an open three-card bonus is paid if it "
        "qualifies and returned if it does not. Every other open wager is returned.",
        folded,
    )
