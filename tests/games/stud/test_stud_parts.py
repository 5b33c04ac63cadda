"""The parts of a stud hand in isolation: betting, dealing, and who wins, without a `StudRound`."""

from __future__ import annotations

import pytest

from seventh.cards import ALL_52, DECK_52, parse_cards
from seventh.games import book_house, parse_house
from seventh.rounds import events as ev
from seventh.rounds.actions import BetTo, BringIn, Call, Check, Fold, ShuffleBurns
from seventh.rounds.events import PotWon
from seventh.rounds.legal import Refused
from seventh.rounds.stud.betting import BettingRound
from seventh.rounds.stud.choices import choices_of
from seventh.rounds.stud.dealing import Dealing
from seventh.rounds.stud.limits import limits_of
from seventh.rounds.stud.showdown import Showdown, settlement
from seventh.rounds.stud.stock import Stock
from seventh.rounds.stud.table import DEAD, FOLDED, Hands, StudHand

BOOK = book_house("seven-card-stud")
STAKES = BOOK.stakes


def betting(stacks=(8000, 8000, 8000), street=4, opener=1):
    hands = Hands([StudHand(seat, stack) for seat, stack in enumerate(stacks, 1)])
    found = BettingRound(limits_of(BOOK), choices_of(BOOK.family), hands)
    found.begin(street, opener)
    return found


def does(part, seat, action):
    part.happened(part.event(seat, action))


def kinds(part, seat):
    return [choice.action for choice in part.choices(seat)]


def test_a_round_of_betting_is_over_when_everybody_has_answered():
    part = betting()
    assert (part.queue, kinds(part, 1)) == ((1, 2, 3), [Fold, Check, BetTo])
    does(part, 1, Check())
    does(part, 2, BetTo(STAKES.small_bet))
    assert (part.queue, part.bet_to, part.last_aggressor) == ((3, 1), STAKES.small_bet, 2)
    does(part, 3, Fold())
    does(part, 1, Call(STAKES.small_bet))
    assert (part.queue, part.hands.pot, part.hands[3].status) == ((), 2 * STAKES.small_bet, FOLDED)


def test_on_third_street_the_opener_brings_in_or_completes():
    part = betting(street=3, opener=2)
    assert (part.queue, kinds(part, 2), kinds(part, 3)) == ((2, 3, 1), [BringIn, BetTo], [])
    assert isinstance(part.refusal(Check, 2), Refused)
    does(part, 2, BringIn())
    assert (part.queue, part.bet_to, part.last_full) == ((3, 1), STAKES.bring_in, 0)


def test_nobody_bets_against_players_who_are_all_in():
    part = betting((8000, 300, 8000))
    does(part, 1, BetTo(STAKES.small_bet))
    does(part, 2, Call(300))
    does(part, 3, Fold())
    assert (part.able, part.queue) == (1, ())
    assert part.hands.uncalled == (1, STAKES.small_bet - 300)


def test_a_copy_bets_among_copies():
    part = betting()
    other = part.copy(part.hands.copy())
    assert other == part
    does(other, 1, BetTo(STAKES.small_bet))
    assert other != part
    assert (part.queue, part.answered, part.hands.pot) == ((1, 2, 3), {}, 0)


def test_a_street_is_dealt_when_the_plan_is_empty():
    part = Dealing(BOOK, Stock(ALL_52, 52))
    part.begin(3, (4, 1))
    third = ((4, False), (1, False), (4, False), (1, False), (4, True), (1, True))
    assert (part.step, part.places) == ("deal", third)
    for card in DECK_52[:6]:
        part.deal(card)
    assert (part.step, part.stock.stub, part.reached_fourth) == ("", 46, False)
    part.begin(4, (4, 1))
    assert part.step == "burn"
    part.burn(DECK_52[6])
    assert (part.step, part.places, part.reached_fourth) == ("deal", ((4, True), (1, True)), True)


@pytest.mark.parametrize(
    ("stub", "burns", "plan"),
    [
        (5, 3, ["burn", "deal"]),
        (4, 3, ["shuffle", "burn", "deal"]),
        (2, 1, ["burn", "deal"]),
        (1, 2, ["shuffle", "burn", "deal"]),
        (0, 1, []),
    ],
)
def test_what_a_short_stub_allows(stub, burns, plan):
    part = Dealing(BOOK, Stock(sum(card.bit for card in DECK_52[:stub]), stub, burns=DECK_52[-burns:]))
    part.begin(7, (1, 2, 3, 4))
    assert [kind for kind, _ in part.plan] == plan
    if "shuffle" in plan:
        choice = part.burns_to_shuffle()
        first = next(iter(choice))
        assert isinstance(first, ShuffleBurns)
        assert choice.refusal(first) is None
        part.shuffle(choice.burns)
        assert (part.step, part.stock.burns) == ("burn", ())


def test_a_seat_that_is_left_out_gets_no_card():
    part = Dealing(BOOK, Stock(ALL_52, 52))
    part.begin(3, (1, 2, 3))
    part.leave_out(2, (1, 3))
    assert {seat for seat, _ in part.places} == {1, 3}


def at_showdown(**totals):
    cards = {"a": "AsAhAd7c8c2d3h", "b": "KsKhKd7d8d2c3c", "c": "2s4h6d8h9cTdJh"}
    return Hands(
        [
            StudHand(seat, 0, total=total, cards=parse_cards(cards[name]))
            for seat, (name, total) in enumerate(totals.items(), 1)
        ]
    )


def test_each_pot_goes_to_the_best_hand_that_covers_it():
    house = parse_house("[rake]\nper_thousand = 0\n", "seven-card-stud")
    hands = at_showdown(a=100, b=300, c=300)
    events = list(settlement(house, hands, (), True))
    assert all(isinstance(event, PotWon) for event in events)
    won = [(event.seat, event.pot, event.amount) for event in events if isinstance(event, PotWon)]
    assert won == [(1, 0, 300), (2, 1, 400)]
    hands[2].status = DEAD
    assert settlement(house, hands, (), True)[1] == ev.PotWon(3, 1, 400, house.family.clauses.winner)


def test_only_a_beaten_hand_is_mucked():
    hands = at_showdown(a=100, b=100)
    part = Showdown(BOOK, choices_of(BOOK.family), hands)
    part.begin(2)
    assert part.queue == (2, 1)
    for hand in hands.values():
        hand.stack = 100
    assert isinstance(part.to_muck(2, ()), Refused)
    hands[1].shown = True
    assert not isinstance(part.to_muck(2, ()), Refused)
