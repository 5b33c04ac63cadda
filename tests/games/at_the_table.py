"""Helpers for the tests of clauses: set up a round, try refused actions, read the settlement."""

import pytest

from seventh.games import new_round, parse_house
from seventh.games.scripted import Table
from seventh.rounds.events import Settled
from seventh.rounds.legal import Refused
from seventh.rounds.notation import parse_action
from seventh.rounds.view import RoundView


def opened(game, chips=100_000, house=""):
    """A round that waits for the wagers of seat 1 (or of the seats in `chips`)."""
    return new_round(parse_house(house, game), chips if isinstance(chips, dict) else {1: chips})


def do(round_, who, action):
    return round_.act(who, parse_action(action))


def refused(game, who, action, clause):
    """The action is refused under that clause and nothing changes; returns the whole message."""
    round_ = game.round if isinstance(game, Table) else game
    before = round_.copy()
    with pytest.raises(Refused) as caught:
        do(round_, who, action)
    assert round_ == before
    assert parse_action(action) not in round_.legal(who)
    assert caught.value.clause == clause, str(caught.value)
    return str(caught.value)


def result(table, seat, wager):
    """A wager's settlement: its result, and the chips that came back to the seat."""
    line = table.settled(seat, wager)
    return line.result, line.returned + line.payoff


def order(table):
    """The wagers in the order in which they were settled."""
    return [(event.seat, event.wager) for event in table.round.events if isinstance(event, Settled)]


def view_of(table, viewer) -> RoundView:
    """A round against the dealer as a viewer sees it."""
    view = table.round.view(viewer)
    assert isinstance(view, RoundView)
    return view


def cards_seen(table, place, viewer):
    """The cards of a seat or of the dealer as a viewer sees them."""
    view = view_of(table, viewer)
    if place == "dealer":
        return view.dealer
    return next(seat.cards for seat in view.seats if seat.seat == place)
