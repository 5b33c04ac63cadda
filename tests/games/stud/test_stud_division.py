"""A game of the stud family that divides its pots, high and low: what `Family.shares` promises, on a game made here."""

from dataclasses import dataclass, replace

from seventh.cards import DECK_52, cards_in, parse_cards
from seventh.games import book_house
from seventh.games.seven_card_stud.house import FAMILY
from seventh.hands import poker
from seventh.house import build_house
from seventh.rounds.actions import DEALER
from seventh.rounds.driver import dealer_action
from seventh.rounds.events import PotWon
from seventh.rounds.stud import StudRound
from seventh.rounds.stud.house import StudHouse

HIGH = "AsAh Ad Kc 7h 2s 9c"
LOW = "8s7d 6d 4c 2d Qd Jh"
NEITHER = "KsKh Qc Jc Td 4h 5h"


def eight_or_better(cards):
    """The lower the five lowest ranks from the ace to the eight, the stronger; None for fewer than five of them."""
    ranks = sorted({1 if card.rank == 14 else card.rank for card in cards_in(cards)})[:5]
    return (
        10**10 - sum(rank * 10 ** (2 * place) for place, rank in enumerate(ranks))
        if ranks[4:] and ranks[4] < 9
        else None
    )


@dataclass(frozen=True)
class HighLowHouse(StudHouse):
    family = replace(FAMILY, shares=(poker.strength, eight_or_better))


def play(*hands, ante=50, chips=4000):
    """The hand that these cards make when everybody calls and checks."""
    data = book_house("seven-card-stud").as_data()
    house = build_house(HighLowHouse, {**data, "stakes": {**data["stakes"], "ante": ante}}, "house")
    cards = {seat: list(parse_cards(text)) for seat, text in enumerate(hands, 1)}
    spare = [card for card in DECK_52 if not any(card in held for held in cards.values())]
    hand = StudRound(house, dict.fromkeys(cards, chips))
    while hand.outcome is None:
        (who,) = hand.to_act
        if who == DEALER:
            action = dealer_action(hand, lambda place, _: cards.get(place, spare).pop(0).text)
        else:
            choices = {choice.action.__struct_config__.tag: choice for choice in hand.legal(who).choices}
            wanted = ("bring_in", "check", "call", "muck", "show")
            action = next(iter(choices[next(kind for kind in wanted if kind in choices)]))
        hand.act(who, action)
    return hand


def won(hand):
    return [(event.seat, event.amount) for event in hand.events if isinstance(event, PotWon)]


def test_two_shares_divide_the_pot_and_the_first_has_the_odd_chip():
    hand = play(HIGH, LOW, NEITHER, ante=51)
    assert won(hand) == [(1, 227), (2, 226)]


def test_a_share_for_which_nobody_qualifies_falls_to_the_other():
    assert won(play(HIGH, NEITHER)) == [(1, 300)]


def test_one_hand_can_win_both():
    assert won(play("As2s 3s 4s 5s Qd Qh", NEITHER)) == [(1, 150), (1, 150)]


def test_a_hand_is_beaten_only_if_it_wins_no_share():
    hand = play(NEITHER, HIGH, LOW)
    assert [hand.hands[seat].status for seat in (1, 2, 3)] == ["mucked", "in", "in"]
