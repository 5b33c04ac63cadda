"""7 Card Thrill in plain words, as one house plays it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from seventh.games.seven_card_thrill.house import PRIMARY, ThrillHouse
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
from seventh.house.rules.document import Clause, Rules, Section, Table, Wager, clause
from seventh.house.rules.sources import reading

TITLES = {
    "poker": "Poker",
    "pair_of_kings": "Pair of Kings or Better",
    "three_of_a_kind": "3 of a Kind or Better",
    "full_house": "Full House or Better",
    "special": "Special",
}


def thrill_rules(house: ThrillHouse) -> Rules:
    wagers = _wagers(house)
    sections = (
        Section("The game", tuple(_the_hand(house))),
        Section("Wagers", (*_wager_clauses(house), wagers_table("T12", wagers))),
        Section("The course of a round", tuple(_course(house))),
        Section("What wins, and what it pays", tuple(_settlement(house))),
        Section("The most that is paid", (_cap(house),)),
        Section("When something goes wrong", tuple(_irregularities(house))),
        general_section(house, sets_hands=True, capped=True),
    )
    return Rules(house.game, house.title, house.hash, wagers, sections)


def _wagers(house: ThrillHouse) -> tuple[Wager, ...]:
    one = "one of the four" if house.primary_wagers == "exactly_one" else "one or more of the four"
    terms = {**dict.fromkeys(PRIMARY, one), "special": "optional, beside a primary wager"}
    return tuple(
        Wager(
            key, title, limits_text(house, getattr(house.limits, key)), terms[key], "T3" if key == "special" else "T2"
        )
        for key, title in TITLES.items()
    )


def _the_hand(house: ThrillHouse) -> Iterator[Clause]:
    yield clause(
        "T1",
        "Cards come from one deck of 52 with a joker added. The joker may be an ace. It may also take the place that "
        "is missing in a straight, a flush, a straight flush or a royal flush. Anything else it cannot be.",
    )
    low_straight = (
        "The straight 5-4-3-2-A comes directly under A-K-Q-J-10 and above K-Q-J-10-9, with suited runs as without."
        if house.ace_to_five == "second"
        else "The straight 5-4-3-2-A is the lowest of the straights, with suited runs as without."
    )
    yield clause(
        "T6",
        "Hands from the top: five aces, royal flush, straight flush, four of a kind, full house, flush, straight, "
        "three of a kind, two pair, pair, high card.",
        low_straight,
    )
    in_flush = (
        "In a flush it counts as the best card of the suit that the other four have not already got."
        if house.joker_in_flush == "highest_missing"
        else "In a flush it counts as an ace, even next to the ace of that suit; such a flush with two aces is above "
        "every other flush."
    )
    run = "5-4-3-2-A" if house.ace_to_five == "second" else "6-5-4-3-2"
    yield clause(
        "T11",
        "The joker always serves the best hand it can make. With four aces it makes five, with three it is the fourth. "
        "In a full house it can only be an ace.",
        in_flush,
        f"In a straight it goes to whichever gap or end gives the higher hand: next to 5-4-3-2 it makes {run}.",
    )


def _wager_clauses(house: ThrillHouse) -> Iterator[Clause]:
    yield clause(
        "T2",
        "There are four primary wagers: Poker, Pair of Kings or Better, 3 of a Kind or Better, Full House or Better.",
        "Before the cards you make one of them.",
        reading(
            "You may make several, each in an amount of its own."
            if house.primary_wagers == "at_least_one"
            else "This house takes no second one from the same player."
        ),
    )
    yield clause(
        "T3",
        f"Beside a primary wager, but never without one, a Special of {limits_text(house, house.limits.special)} "
        "may be added.",
    )


def _course(house: ThrillHouse) -> Iterator[Clause]:
    stacks = house.deal == "stack"
    which = {"last": "the last one dealt", "first": "the first one dealt"}[house.dealer_up_card]
    yield clause(
        "T4",
        "Every place gets seven cards. All lie face down but a single card of the dealer's.",
        reading(
            "The deal runs clockwise from the seat at the end on the dealer's left, the dealer last: "
            + ("seven cards to each place in one stack." if stacks else "one card to a place, seven times round.")
        ),
        reading(f"The card that lies up is {which}."),
    )
    if house.best_five_plays:
        play = "For every wager it is the best five of your seven that play, so what you put aside costs you nothing."
    else:
        play = (
            "The five you keep are the ones that play, for every wager, also when better ones were among the seven. If "
            "you leave the choice to the house, it keeps your best five."
        )
    yield clause(
        "T5",
        "Put two cards aside. After all players have, the dealer turns the seven over, puts two aside as well and "
        "plays the best five.",
        play,
    )
    yield clause("T13", "Hands are settled counterclockwise, the one at the dealer's right first.")


def _settlement(house: ThrillHouse) -> Iterator[Clause | Table]:
    pays = house.pays
    higher, low = pays.poker["higher"], pays.poker["low_dealer_hand"]
    yield clause(
        "T7",
        f"Poker plays against the dealer. A higher hand {_wins(higher)}; but if the hand it beats is no more than "
        f"king-jack high, it {_wins(low)}. That is a dealer without a pair whose highest card is a king with a jack or "
        "lower next to it, or is lower than a king. An equal hand takes the wager back, a lower one loses it.",
    )
    better, kings = pays.pair_of_kings["better"], pays.pair_of_kings["kings"]
    which = (
        "Only a hand that is just a pair of kings counts as one here."
        if house.half_pay_kings == "pair_only"
        else "A hand of two pair with kings, or a full house with a pair of kings, counts as a pair of kings here."
    )
    yield clause(
        "T8",
        f"Pair of Kings or Better: a pair of kings {_qualifies(kings)}; every hand above it {_qualifies(better)}. "
        "Anything below loses.",
        reading(which),
    )
    yield clause(
        "T9",
        f"3 of a Kind or Better {_from('three of a kind', pays.three_of_a_kind['three_of_a_kind'])} "
        f"Full House or Better {_from('a full house', pays.full_house['full_house'])} "
        "Special pays by the table. Short of these hands the wager loses.",
    )
    yield pay_table("T9", "Special", pays.special)
    yield clause(
        "T10",
        "Apart from Poker, no wager looks at the dealer's cards: your own hand decides it.",
    )


def _wins(pays: Fraction) -> str:
    return f"wins {odds(pays)}" if pays else "wins nothing and takes the wager back"


def _qualifies(pays: Fraction) -> str:
    return f"is paid {odds(pays)}" if pays else "loses"


def _from(hand: str, pays: Fraction) -> str:
    return f"pays {odds(pays)} from {hand} up." if pays else "pays nothing in this house."


def _cap(house: ThrillHouse) -> Clause:
    if not house.cap:
        return clause("T12", "This house pays every hand in full: there is no cap. The limits of each wager are above.")
    return clause(
        "T12",
        f"One player's hand is paid {house.money(house.cap)} in winnings at the most, all its wagers together. "
        "They are paid in the order of the layout until the cap is reached; the limits of each wager are above.",
    )


def _irregularities(house: ThrillHouse) -> Iterator[Clause]:
    then = "all hands are void, every wager goes back, the Special too, and the deck is shuffled anew."
    exposed = "the round goes on." if house.early_exposure == "play_on" else then
    yield clause("T13", face_up_card(then))
    yield clause("T13", DRAWN_IN_ERROR)
    yield clause("T13", PLAYER_MISCOUNT, *dealer_miscount(house.six_card_dealer == "always_completed", then))
    yield clause("T13", f"If a second card of the dealer's is seen before its time, {exposed}")
