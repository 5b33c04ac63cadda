"""Sessions of stud: whose deal it is, players join and leave, and no chip is lost."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seventh.cards import DECK_52
from seventh.games import GAMES, book_house, house_from_data, new_session
from seventh.house import Limits
from seventh.rounds.actions import FLOOR, Fold, VoidRound
from seventh.rounds.driver import deal_on, from_deck
from seventh.rounds.legal import NotNow, Refused, WrongAmount

HOUSE = house_from_data({"table_unit": 1, "rake": {"per_thousand": 30, "cap": 200}}, "seven-card-stud")
LEAST, MOST = HOUSE.limits.buy_in.minimum, HOUSE.limits.buy_in.maximum


MOVING = house_from_data({"deal_moves": True}, "seven-card-stud")


def table(house=None, **chips):
    """A session with players A, B, C … at seats 1, 2, 3 …"""
    session = new_session(house or book_house("seven-card-stud"))
    for seat, (player, amount) in enumerate(chips.items(), 1):
        session = session.sit(seat, player, amount)
    return session


def play_out(hand, rng):
    """A random hand to its end."""
    deck = list(DECK_52)
    rng.shuffle(deck)
    draw = from_deck(deck)
    while hand.outcome is None:
        deal_on(hand, draw, lambda cards: rng.sample(list(cards), len(cards)))
        for seat in hand.to_act:
            choices = [choice for choice in hand.legal(seat).choices if choice.action is not Fold or rng.random() < 0.3]
            choices = choices or list(hand.legal(seat).choices)
            hand.act(seat, rng.choice(list(rng.choice(choices))))
    return hand


def everybody_folds(hand):
    deal_on(hand, from_deck(DECK_52))
    hand.act(*next((seat, action) for seat in hand.to_act for action in hand.legal(seat)))
    while hand.outcome is None:
        (seat,) = hand.to_act
        hand.act(seat, Fold())
    return hand


def test_S3_the_position_of_a_house_dealer_does_not_change():
    """The deal always begins at the first occupied seat from the dealer's left."""
    session = table(A=4000, B=5000, C=6000)
    for order in ((1, 2, 3), (1, 2, 3), (2, 3)):
        session, hand = session.start()
        assert (hand.dealer_position, hand.order) == (0, order)
        session = session.finish(everybody_folds(hand))
        if session.hands == 2:
            session = session.sit_out(1)


def test_S3_S21_stacks_carry_over_and_the_deal_may_move_on():
    session = table(MOVING, A=4000, B=5000, C=6000)
    positions = []
    for _ in range(4):
        session, hand = session.start()
        positions.append(hand.dealer_position)
        assert hand.seats == {seat: session.seats[seat].chips for seat in (1, 2, 3)}
        session = session.finish(everybody_folds(hand))
        for seat in (1, 2, 3):
            assert session.seats[seat].chips == hand.hands[seat].stack
    assert positions == [1, 2, 3, 1]
    assert session.hands == 4


def test_S3_a_deal_that_moves_skips_seats_that_are_not_dealt_in():
    session = table(MOVING, A=4000, B=4000, C=4000, D=4000).sit_out(2)
    session, hand = session.start()
    assert (hand.dealer_position, hand.order) == (1, (3, 4, 1))
    session, hand = session.finish(everybody_folds(hand)).start()
    assert (hand.dealer_position, hand.order) == (3, (4, 1, 3))


def test_S26_a_hand_called_off_is_dealt_again_from_the_same_position():
    session, hand = table(MOVING, A=4000, B=4000).start()
    hand.act(FLOOR, VoidRound("the deck is short"))
    session = session.finish(hand)
    assert (session.hands, session.chips) == (0, 8000)
    session, hand = session.start()
    assert hand.dealer_position == 1


def test_S1_a_hand_needs_two_players_and_a_table_has_a_limited_number_of_seats():
    with pytest.raises(NotNow, match="S1: a hand needs at least two players with chips; sitting in: 1"):
        table(A=4000).start()
    full = table(**dict.fromkeys("ABCDEFGH", 4000))
    with pytest.raises(NotNow, match="there is no seat 9; allowed: 1 to 8"):
        full.sit(9, "I", 4000)
    with pytest.raises(NotNow, match="seat 3 is taken; allowed: the table is full"):
        full.sit(3, "I", 4000)
    with pytest.raises(NotNow, match="you already have a seat at this table"):
        table(A=4000).sit(2, "A", 4000)
    with pytest.raises(NotNow, match="seat 5 is empty; allowed: 1"):
        table(A=4000).leave(5)


@pytest.mark.parametrize("chips", [LEAST - 1, MOST + 1, 0, -4000, True])
def test_S21_the_buy_in_has_limits(chips):
    with pytest.raises(WrongAmount, match=f"allowed: {LEAST} to {MOST}"):
        new_session(HOUSE).sit(1, "A", chips)


def test_S21_players_may_rebuy_up_to_the_limit_and_never_take_chips_off():
    session = table(A=5000, B=4000)
    assert session.rebuy(1, MOST - 5000).seats[1].chips == MOST
    with pytest.raises(WrongAmount, match="allowed: 1 to 35000"):
        session.rebuy(1, MOST - 4999)
    with pytest.raises(WrongAmount, match="chips leave the table only with their owner"):
        session.rebuy(1, -1000)
    with pytest.raises(WrongAmount, match="a stack of 40000 is already at the buy-in maximum"):
        session.rebuy(1, 35000).rebuy(1, 1)


def test_leaving_and_buying_wait_until_the_hand_is_over():
    session, hand = table(A=4000, B=4000, C=4000).start()
    asked = session.leave(1).rebuy(2, 1000).sit_out(3)
    assert asked.chips == session.chips
    assert asked.seats[1].leaves
    assert asked.seats[2].chips == 4000
    assert not asked.seats[3].sits_out
    everybody_folds(hand)
    after = asked.finish(hand)
    assert 1 not in after.seats
    assert after.seats[2].chips == hand.hands[2].stack + 1000
    assert after.seats[3].sits_out
    assert after.taken == hand.hands[1].stack
    assert after.chips == after.bought - after.taken


def test_a_player_who_joins_during_a_hand_plays_the_next_one():
    session, hand = table(A=4000, B=4000).start()
    session = session.sit(5, "C", 4000)
    assert session.in_hand == (1, 2)
    with pytest.raises(NotNow, match="a hand is being played"):
        session.start()
    session, hand = session.finish(everybody_folds(hand)).start()
    assert set(hand.seats) == {1, 2, 5}


def test_a_busted_player_sits_out_until_buying_again():
    limits = {"buy_in": {"minimum": 50, "maximum": 900_000}}
    house = house_from_data({"table_unit": 1, "limits": limits}, "seven-card-stud")
    session, rng = new_session(house).sit(2, "B", 900_000).sit(3, "C", 900_000), Random(1)
    while not (1 in session.seats and not session.seats[1].chips):
        session = (session.leave(1) if 1 in session.seats else session).sit(1, "A", 50)
        session, hand = session.start()
        session = session.finish(play_out(hand, rng))
    assert session.seats[1].sits_out
    assert 1 not in session.ready
    with pytest.raises(NotNow, match="S21: seat 1 has no chips to play with; allowed: rebuy"):
        session.sit_in(1)
    with pytest.raises(WrongAmount, match="allowed: 50 to 900000"):
        session.rebuy(1, 49)
    assert 1 in session.rebuy(1, 50).ready


def test_only_the_hand_that_was_started_can_be_finished():
    session, hand = table(A=4000, B=4000).start()
    with pytest.raises(NotNow, match="the hand is not over"):
        session.finish(hand)
    _, other = table(A=4000, B=5000).start()
    with pytest.raises(NotNow, match="not the hand that this session started"):
        session.finish(everybody_folds(other))
    done = session.finish(everybody_folds(hand))
    with pytest.raises(NotNow, match="no hand is being played"):
        done.finish(hand)


@pytest.mark.parametrize("game", [name for name, found in GAMES.items() if found.round.AGAINST_HOUSE])
def test_against_the_dealer_one_is_enough_and_no_seat_has_the_deal(game):
    session = new_session(book_house(game), Limits(1000, 9000))
    with pytest.raises(NotNow, match="a hand needs at least one player with chips; sitting in: 0"):
        session.start()
    with pytest.raises(WrongAmount, match="allowed: 1000 to 9000"):
        session.sit(1, "A", 9001)
    session, hand = session.sit(3, "A", 5000).start()
    assert (set(hand.seats), hand.dealer_position, session.dealer_position) == ({3}, None, None)
    hand.act(FLOOR, VoidRound("the deck is short"))
    session = session.rebuy(3, 500).finish(hand)
    assert (session.seats[3].chips, session.hands, session.in_hand) == (5500, 0, ())
    session, _ = session.start()
    after = session.settled({3: -700}, void=False)
    assert (after.hands, after.seats[3].chips, after.raked) == (1, 4800, 700)
    assert after.chips == after.bought - after.taken - after.raked


def test_a_table_needs_limits_of_the_buy_in_where_the_rules_have_none():
    with pytest.raises(ValueError, match="buy_in is required"):
        new_session(book_house("high-card-flush"))
    assert new_session(HOUSE, Limits(1, 2)).buy_in == HOUSE.limits.buy_in, "the rules come first"


def test_a_session_is_a_value():
    first = table(A=4000, B=4000)
    second, hand = first.start()
    second.finish(everybody_folds(hand))
    assert (first.in_hand, first.seats[1].chips, first.dealer_position) == ((), 4000, 0)
    with pytest.raises(TypeError):
        first.seats[1] = None


@settings(max_examples=25)
@given(st.integers(0, 2**32))
def test_chips_are_conserved_whatever_people_do(seed):
    rng = Random(seed)
    session, hand = new_session(HOUSE), None
    for number in range(60):
        before = session
        try:
            match rng.randrange(9):
                case 0 | 1:
                    session = session.sit(rng.randrange(1, 10), f"player {number}", rng.randrange(LEAST - 9, MOST + 9))
                case 2:
                    session = session.leave(rng.randrange(1, 9))
                case 3:
                    session = session.rebuy(rng.randrange(1, 9), rng.randrange(-9, MOST))
                case 4:
                    session = session.sit_out(rng.randrange(1, 9))
                case 5:
                    session = session.sit_in(rng.randrange(1, 9))
                case 6 | 7:
                    session, hand = session.start()
                case _:
                    if hand is not None and rng.random() < 0.2:
                        hand.act(FLOOR, VoidRound("called off"))
                    session = session.finish(play_out(hand, rng)) if hand is not None else session
                    hand = None
        except Refused:
            assert session is before
        assert session.chips == session.bought - session.taken - session.raked
        assert all(seated.chips >= 0 for seated in session.seats.values())
        assert len(session.seats) <= HOUSE.seats
        assert all(seat in session.seats for seat in session.in_hand)
