"""The fast stud implementation matches the round, decision by decision.

`SEVENTH_PLAYOUT_HANDS=100000 pytest tests/games/stud/test_playout.py` plays that many hands instead of a few thousand.
"""

import os
from random import Random

import pytest

from seventh.cards import DECK_52, UNKNOWN, Card, cards_in, format_cards, parse_cards
from seventh.games import book_house
from seventh.rounds.actions import FLOOR, BetTo, BringIn, Fold, WrongNumber
from seventh.rounds.driver import deal_on, from_deck
from seventh.rounds.stud import StudRound
from tests.games.stud.playout import Playout
from tests.games.stud.playout_table import PlayoutTable
from tests.games.stud.side_by_side import play_block, play_to_the_end, stacks_of

HANDS = int(os.environ.get("SEVENTH_PLAYOUT_HANDS", "5000"))
BLOCKS = 10
BOOK = book_house("seven-card-stud")
SEATS = dict.fromkeys(range(1, 9), 4000)


def begun(seats=None):
    """A round in which the low card has brought in, and its stub."""
    deck = Random(4).sample(DECK_52, 52)
    hand = StudRound(BOOK, seats or SEATS)
    deal_on(hand, from_deck(deck))
    (seat,) = hand.to_act
    hand.act(seat, BringIn())
    return hand, deck[-hand.stock.stub :]


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_the_same_choices_and_the_same_result_as_the_round(block):
    hands = HANDS // BLOCKS
    counts = play_block(f"suite.{block}", hands)
    assert counts["hands"] == hands
    assert counts["decisions"] > 10 * hands
    for seldom in ("from the middle", "copies", "side pots", "showdowns"):
        assert counts[seldom] > 0.3 * hands
    structures = ("fixed_limit", "spread_limit", "pot_limit", "no_limit")
    for rare in (*structures, "common cards", "split pots", "after irregularities"):
        assert counts[rare] > 0.02 * hands


def test_a_copy_is_independent():
    deck = Random(1).sample(DECK_52, 52)
    hand = Playout(BOOK, SEATS, deck)
    hand.bring_in()
    untouched = Playout(BOOK, SEATS, deck)
    untouched.bring_in()
    play_to_the_end(hand.copy(), Random(2))
    for name in PlayoutTable.__slots__:
        assert getattr(hand, name) == getattr(untouched, name), name


def test_chips_are_never_made_or_lost():
    rng = Random(3)
    for _ in range(300):
        hand = Playout(BOOK, {seat: rng.randint(1, 9000) for seat in range(1, 9)}, rng.sample(range(52), 52))
        chips = sum(hand.stacks) + hand.pot
        play_to_the_end(hand, rng)
        assert sum(hand.stacks) == chips


def test_nobody_acts_when_the_hand_is_over():
    hand = Playout(BOOK, {1: 20, 2: 20}, DECK_52)  # all-in from the ante
    assert (hand.actor, hand.kinds, hand.amounts, list(hand.spread)) == (None, (), (), [])
    with pytest.raises(AssertionError, match="over"):
        hand.check()


def test_the_last_player_need_not_answer_a_bet_whose_hand_is_dead():
    hand, stub = begun({1: 4000, 2: 4000, 3: 4000})
    (bettor,) = hand.to_act
    hand.act(bettor, BetTo(400))
    hand.act(FLOOR, WrongNumber(bettor, format_cards(hand.hands[bettor].cards[:2])))
    playout = Playout.from_round(hand, [hand.hands[bettor].cards[-1], *stub][: hand.stock.stub])
    hand.act(*hand.to_act, Fold())
    playout.fold()
    assert hand.outcome is not None
    assert playout.actor is None
    assert stacks_of(playout) == {one.seat: one.stack for one in hand.hands.values()}


def test_a_search_deals_other_cards_to_those_it_cannot_see():
    hand, stub = begun()
    mine = sum(card.bit for card in hand.hands[1].cards)
    hidden = [card for seat in range(2, 9) for card in hand.hands[seat].cards[:2]] + stub
    down: dict[int | str, list[Card]] = {seat: hidden[-2 * seat : -2 * seat + 2] for seat in range(2, 9)}
    rest = [card for card in hidden if all(card not in cards for cards in down.values())]
    playout = Playout.from_round(hand, rest, down)
    assert playout.cards[1] == mine
    for seat in range(2, 9):
        assert format_cards(cards_in(playout.up[seat])) == format_cards(hand.hands[seat].up)
        assert set(cards_in(playout.cards[seat])) == {*down[seat], *hand.hands[seat].up}
    play_to_the_end(playout, Random(5))
    assert sum(stacks_of(playout).values()) == 8 * 4000


def test_a_playout_starts_from_a_betting_decision_only():
    with pytest.raises(ValueError, match="not from antes"):
        Playout.from_round(StudRound(BOOK, SEATS), DECK_52)


def test_a_playout_needs_the_whole_stub():
    hand, stub = begun()
    with pytest.raises(ValueError, match="28 cards, not 27"):
        Playout.from_round(hand, stub[1:])


def test_a_playout_needs_to_know_every_card():
    hand, stub = begun()
    with pytest.raises(ValueError, match="know every card"):
        Playout.from_round(hand, [UNKNOWN, *stub[1:]])
    with pytest.raises(ValueError, match="seat 3 needs 3 different cards"):
        Playout.from_round(hand, stub, {3: parse_cards("As")})


def test_without_a_shuffle_the_burns_come_in_their_order():
    """Eight players to the end: one card left, which joins the three burns after them; the second is common."""
    hand = Playout(BOOK, SEATS, DECK_52)
    while hand.actor is not None:
        getattr(hand, next(kind for kind in ("check", "call", "bring_in") if kind in hand.kinds))()
    burns = DECK_52[24], DECK_52[33], DECK_52[42]
    assert hand.common == burns[1].bit
