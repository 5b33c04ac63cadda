"""The rules text of 7 Card Thrill under one house."""

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
        Section("Order of play", tuple(_course(house))),
        Section("Settlement and payouts", tuple(_settlement(house))),
        Section("Payout cap", (_cap(house),)),
        Section("Irregularities", tuple(_irregularities(house))),
        general_section(house, sets_hands=True, capped=True),
    )
    return Rules(house.game, house.title, house.hash, wagers, sections)


def _wagers(house: ThrillHouse) -> tuple[Wager, ...]:
    one = "one of the four" if house.primary_wagers == "exactly_one" else "one or more of the four"
    terms = {**dict.fromkeys(PRIMARY, one), "special": "optional, requires a primary wager"}
    return tuple(
        Wager(
            key, title, limits_text(house, getattr(house.limits, key)), terms[key], "T3" if key == "special" else "T2"
        )
        for key, title in TITLES.items()
    )


def _the_hand(house: ThrillHouse) -> Iterator[Clause]:
    yield clause(
        "T1",
        "The game uses one deck of 52 cards plus a joker. The joker counts as an ace, or as a card that completes a "
        "straight, a flush, a straight flush or a royal flush. It cannot be anything else.",
    )
    low_straight = (
        "The straight 5-4-3-2-A ranks directly below A-K-Q-J-10 and above K-Q-J-10-9; the same goes for straight "
        "flushes."
        if house.ace_to_five == "second"
        else "The straight 5-4-3-2-A is the lowest straight; the same goes for straight flushes."
    )
    yield clause(
        "T6",
        "Hands from highest to lowest: five aces, royal flush, straight flush, four of a kind, full house, flush, "
        "straight, three of a kind, two pair, pair, high card.",
        low_straight,
    )
    in_flush = (
        "In a flush it counts as the highest card of the suit not among the other four."
        if house.joker_in_flush == "highest_missing"
        else "In a flush it counts as an ace, even alongside the ace of that suit; such a flush with two aces beats "
        "every other flush."
    )
    run = "5-4-3-2-A" if house.ace_to_five == "second" else "6-5-4-3-2"
    yield clause(
        "T11",
        "The joker always makes the best hand possible. With four aces it makes five aces, with three it makes four. "
        "In a full house it can only be an ace.",
        in_flush,
        f"In a straight it fills the gap or end that makes the higher hand: with 5-4-3-2 it makes {run}.",
    )


def _wager_clauses(house: ThrillHouse) -> Iterator[Clause]:
    yield clause(
        "T2",
        "There are four primary wagers: Poker, Pair of Kings or Better, 3 of a Kind or Better, Full House or Better.",
        "Before the deal, you make one of them.",
        reading(
            "You may make several, each for a different amount if you like."
            if house.primary_wagers == "at_least_one"
            else "This house allows only one per player."
        ),
    )
    yield clause(
        "T3",
        f"With a primary wager, and only with one, you may also make a Special wager of "
        f"{limits_text(house, house.limits.special)}.",
    )


def _course(house: ThrillHouse) -> Iterator[Clause]:
    stacks = house.deal == "stack"
    which = {"last": "the last one dealt", "first": "the first one dealt"}[house.dealer_up_card]
    yield clause(
        "T4",
        "Each player and the dealer get seven cards, all face down except one of the dealer's.",
        reading(
            "Cards are dealt clockwise from the dealer's far left, the dealer last: "
            + ("seven cards each, in one stack." if stacks else "one card at a time, seven times round.")
        ),
        reading(f"The dealer's up card is {which}."),
    )
    if house.best_five_plays:
        play = "For every wager the best five of your seven cards play, so the cards you set aside cost you nothing."
    else:
        play = (
            "The five you keep are the ones that play, for every wager, even if the seven held a better hand. If you "
            "leave the choice to the house, it keeps your best five."
        )
    yield clause(
        "T5",
        "Set aside two of your cards. After all players have done so, the dealer turns up all seven cards, sets aside "
        "two and plays the best five.",
        play,
    )
    yield clause("T13", "Hands are settled one by one, counterclockwise from the dealer's right.")


def _settlement(house: ThrillHouse) -> Iterator[Clause | Table]:
    pays = house.pays
    higher, low = pays.poker["higher"], pays.poker["low_dealer_hand"]
    yield clause(
        "T7",
        f"Poker is played against the dealer. If your hand beats the dealer's, the wager {_wins(higher)}; but if the "
        f"dealer has king-jack high or lower, it {_wins(low)}. King-jack high or lower means that the dealer has no "
        "pair and the highest card is a king followed by a jack or lower, or is below a king. If the hands tie, the "
        "wager is returned; if the dealer's is better, it loses.",
    )
    better, kings = pays.pair_of_kings["better"], pays.pair_of_kings["kings"]
    which = (
        "Only a one-pair hand counts as a pair of kings here."
        if house.half_pay_kings == "pair_only"
        else "Two pair including kings, or a full house with a pair of kings, counts as a pair of kings here."
    )
    yield clause(
        "T8",
        f"Pair of Kings or Better: a pair of kings {_qualifies(kings)}; any better hand {_qualifies(better)}. "
        "Anything lower loses.",
        reading(which),
    )
    yield clause(
        "T9",
        f"3 of a Kind or Better {_from('three of a kind', pays.three_of_a_kind['three_of_a_kind'])} "
        f"Full House or Better {_from('a full house', pays.full_house['full_house'])} "
        "Special pays according to the table. With any lower hand the wager loses.",
    )
    yield pay_table("T9", "Special", pays.special)
    yield clause(
        "T10",
        "Only Poker depends on the dealer's hand; every other wager depends on your hand alone.",
    )


def _wins(pays: Fraction) -> str:
    return f"pays {odds(pays)}" if pays else "wins nothing and is returned"


def _qualifies(pays: Fraction) -> str:
    return f"is paid {odds(pays)}" if pays else "loses"


def _from(hand: str, pays: Fraction) -> str:
    return f"pays {odds(pays)} on {hand} or better." if pays else "pays nothing in this house."


def _cap(house: ThrillHouse) -> Clause:
    if not house.cap:
        return clause("T12", "This house pays every hand in full: there is no cap. The limits of each wager are above.")
    return clause(
        "T12",
        f"Each player's hand is paid at most {house.money(house.cap)} in winnings, on all its wagers together. The "
        "wagers are paid in layout order until the cap is reached; the limits of each wager are above.",
    )


def _irregularities(house: ThrillHouse) -> Iterator[Clause]:
    then = "all hands are void, all wagers are returned, including the Special, and the deck is reshuffled."
    exposed = "play continues." if house.early_exposure == "play_on" else then
    yield clause("T13", face_up_card(then))
    yield clause("T13", DRAWN_IN_ERROR)
    yield clause("T13", PLAYER_MISCOUNT, *dealer_miscount(house.six_card_dealer == "always_completed", then))
    yield clause("T13", f"If a second dealer card is exposed too early, {exposed}")
