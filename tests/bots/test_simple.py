"""Simple stud bots: always legal, using only what a person would see, and worth playing against."""

from random import Random

import pytest

from seventh.bots.simple import COMPANY, SimpleBot, points_of
from seventh.cards import DECK_52
from seventh.games import book_house, house_from_data, new_session
from seventh.rounds.actions import BetTo, Fold, Muck
from seventh.rounds.driver import deal_on, from_deck
from seventh.rounds.stud import StudRound
from tests.known import known

HOUSE = book_house("seven-card-stud")


def shuffled(rng, cards=DECK_52):
    return rng.sample(list(cards), len(cards))


def play(hand, bots, rng):
    """Play a hand out; returns what was done, with the view it was done in."""
    draw, done = from_deck(shuffled(rng)), []
    while hand.outcome is None:
        deal_on(hand, draw, lambda cards: shuffled(rng, list(cards)))
        for seat in hand.to_act:
            action = bots[seat](hand, seat)
            assert action in hand.legal(seat)
            done.append((hand.view(seat), action))
            hand.act(seat, action)
    return done


@pytest.mark.parametrize("structure", ["fixed_limit", "spread_limit", "pot_limit", "no_limit"])
def test_bots_play_legally_to_the_end(structure):
    house = house_from_data({"structure": structure}, "seven-card-stud")
    for seed in range(30):
        rng = Random(seed)
        players = rng.randrange(2, 9)
        bots = dict(enumerate(COMPANY[: players - 1] + COMPANY[:1], 1))
        hand = StudRound(house, {seat: rng.randrange(1, 90) * 100 for seat in bots}, rng.randrange(9))
        play(hand, bots, rng)
        assert sum(known(hand.outcome).nets.values()) == 0


def test_the_same_cards_give_the_same_hand():
    def events():
        bots = dict(enumerate(COMPANY, 1))
        hand = StudRound(HOUSE, dict.fromkeys(bots, 20_000), 3)
        play(hand, bots, Random(5))
        return hand.events

    assert events() == events()


def test_a_bot_knows_only_what_it_sees():
    """Two hands that differ in hidden cards only look alike to the bot, which then does the same."""
    bot = COMPANY[0]
    for seed in range(40):
        rng = Random(seed)
        deck = shuffled(rng)
        other = list(deck)
        other[0], other[40] = other[40], other[0]  # the first down card of seat 1, and one that stays in the stub
        hands = []
        for cards in (deck, other):
            hand = StudRound(HOUSE, {1: 20_000, 2: 20_000}, 0)
            deal_on(hand, from_deck(cards))
            hands.append(hand)
        assert hands[0].view(2) == hands[1].view(2)
        if 2 in hands[0].to_act:
            assert bot(hands[0], 2) == bot(hands[1], 2)


def test_better_cards_have_more_points():
    def points(cards):
        hand = StudRound(HOUSE, {1: 20_000, 2: 20_000}, 0)
        spare = [card for card in DECK_52 if card.text not in cards]
        first, second, third = cards[:2], cards[2:4], cards[4:]
        deal_on(
            hand,
            from_deck([*map(_card, (first,)), spare[0], *map(_card, (second,)), spare[5], _card(third), spare[20]]),
        )
        return points_of(hand.view(1), hand.house.family.points)

    hands = ["2c7d9h", "AsKdJh", "3h3d9c", "AsAdKc", "7h7d7c"]
    assert [points(cards) for cards in hands] == sorted(points(cards) for cards in hands)
    assert points("2s7s9s") > points("2c7d9h")


def _card(text):
    from seventh.cards import Card

    return Card(text)


def test_bots_fold_call_raise_and_muck():
    rng, kinds = Random(3), {}
    for _ in range(60):
        bots = dict(enumerate(COMPANY[:5], 1))
        hand = StudRound(HOUSE, dict.fromkeys(bots, 30_000), rng.randrange(6))
        for _, action in play(hand, bots, rng):
            kinds[type(action)] = kinds.get(type(action), 0) + 1
    assert kinds[Fold] > 60
    assert kinds[BetTo] > 60
    assert kinds[Muck] > 5
    assert len(kinds) >= 6


def test_a_bluff_comes_from_outside():
    bold = SimpleBot("Bold", bluffs=lambda view: view.street == 3)
    hand = StudRound(HOUSE, {1: 20_000, 2: 20_000}, 0)
    deal_on(hand, from_deck(DECK_52))
    (seat,) = hand.to_act
    assert isinstance(seat, int)
    assert isinstance(bold(hand, seat), BetTo)
    assert not isinstance(SimpleBot("Meek", lively=-100)(hand, seat), BetTo)


def test_tempers_differ_over_many_hands():
    """A session of bots conserves its chips, and the tight bot puts in less than the loose one."""
    rng = Random(11)
    session, bots = (
        new_session(HOUSE),
        {1: SimpleBot("Tight", loose=-12), 2: SimpleBot("Loose", loose=25), 3: COMPANY[0]},
    )
    for seat, bot in bots.items():
        session = session.sit(seat, bot.name, 40_000)
    folds = dict.fromkeys(bots, 0)
    for _ in range(80):
        session, hand = session.start()
        for view, action in play(hand, bots, rng):
            folds[view.viewer] += isinstance(action, Fold)
        session = session.finish(hand)
        for seat, seated in list(session.seats.items()):
            session = session.leave(seat).sit(seat, seated.player, 40_000)
    assert folds[1] > folds[2]
    assert session.chips == session.bought - session.taken
