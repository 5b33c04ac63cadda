"""The text notation of actions and events."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seventh.games.scripted import Table
from seventh.rounds import actions, events
from seventh.rounds.actions import Action, Bet, Deal, Fold, PlaceWagers, SetHand, VoidRound
from seventh.rounds.events import Event
from seventh.rounds.notation import NotationError, format_value, parse_action, parse_event

TEXTS = st.text(max_size=12) | st.sampled_from(
    ["", "yes", "no", "-3", "12", "a b", 'a"b', "a=b", "[1]", "²", "ä", "\n"]
)
WAGERS = st.from_regex(r"[a-z0-9_]{1,8}", fullmatch=True)
BY_TYPE: dict[Any, st.SearchStrategy[Any]] = {
    int: st.integers(-(10**9), 10**9),
    str: TEXTS,
    bool: st.booleans(),
    dict[str, int]: st.dictionaries(
        st.from_regex(r"[a-z0-9_]{1,8}", fullmatch=True), st.integers(-999, 999), max_size=3
    ),
    tuple[int, ...]: st.lists(st.integers(1, 8), max_size=3).map(tuple),
    tuple[str, ...]: st.lists(TEXTS, max_size=3).map(tuple),
    actions.Place: st.integers(1, 8) | st.sampled_from(["dealer", "common"]),
    events.Result: st.sampled_from(["win", "lose", "push", "void"]),
}


def kinds(module, base):
    found = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, base)]
    return [kind for kind in found if kind is not base and kind.__module__ == module.__name__]


def values(kind):
    fields = msgspec.structs.fields(kind)
    assert all(field.type in BY_TYPE for field in fields), kind
    known = {field.name: BY_TYPE[field.type] for field in fields}
    return st.builds(kind, **known)


@pytest.mark.parametrize("kind", kinds(actions, Action), ids=lambda kind: kind.__name__)
@settings(max_examples=30)
@given(data=st.data())
def test_every_action_reads_back(kind, data):
    action = data.draw(values(kind))
    assert parse_action(format_value(action)) == action


@pytest.mark.parametrize("kind", kinds(events, Event), ids=lambda kind: kind.__name__)
@settings(max_examples=30)
@given(data=st.data())
def test_every_event_reads_back(kind, data):
    event = data.draw(values(kind))
    assert parse_event(format_value(event)) == event


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (PlaceWagers({"ante": 500, "first": 500}), "place_wagers amounts=ante:500,first:500"),
        (PlaceWagers({}), "place_wagers amounts="),
        (Fold(), "fold"),
        (Fold(claim=True), "fold claim=yes"),
        (Bet("raise", 500), "bet wager=raise amount=500"),
        (SetHand(), "set_hand"),
        (SetHand("AsKd"), "set_hand discards=AsKd"),
        (Deal(3, "As??"), "deal place=3 cards=As??"),
        (Deal("dealer", "As"), "deal place=dealer cards=As"),
        (VoidRound("fire alarm"), 'void_round reason="fire alarm"'),
    ],
)
def test_lines_as_people_write_them(action, line):
    assert format_value(action) == line
    assert parse_action(line) == action
    assert parse_action(f"  {line}  ") == action


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "'' is not an action; known: bet"),
        ("dance", "'dance' is not an action"),
        ("settled seat=1", "'settled' is not an action"),
        ("bet wager=raise", "missing required field `amount`"),
        ("bet wager=raise amount=much", "Expected `int`"),
        ("bet wager=raise amount=yes", "Expected `int`"),
        ("bet wager=raise amount=²", "Expected `int`"),
        ("bet wager=raise amount=--5", "Expected `int`"),
        ('bet wager=raise amount=""', "Expected `int`"),
        ('bet wager=raise amount="[1"', "is not a quoted string"),
        ("bet raise 500", "is not field=value"),
        ("bet wager=raise amount=500 colour=red", "bet has no field 'colour'; its fields are wager, amount"),
        ("check now=yes", "check has no field 'now'; its fields are none"),
        ("place_wagers amounts=ante", "is not wager:amount"),
        ("place_wagers amounts=ante:²", "is not wager:amount"),
        ('void_round reason="open', "is not a quoted string"),
    ],
)
def test_something_that_is_not_an_action_is_refused_with_the_reason(line, why):
    with pytest.raises(NotationError) as caught:
        parse_action(line)
    assert why in str(caught.value)


def test_a_whole_round_reads_back_and_replays():
    table = Table("""
        boston-7-stud
        seat 1: ante 500, first 500, three_card_bonus 100 | AsAd2h
        seat 2: ante 500
    """)
    table.act(1, "claim")
    table.act(1, "bet wager=second amount=500")
    table.finish()
    lines = [format_value(event) for event in table.round.events]
    replayed = type(table.round).replay(table.round.house, table.round.seats, map(parse_event, lines))
    assert replayed == table.round
