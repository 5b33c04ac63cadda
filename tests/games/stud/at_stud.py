"""Helpers for the tests of stud: set up a hand, act, and read what is legal and what happened.

`sit(4000, 4000, 300)` seats three players whose cards never change: seat 1 has the low card on third street and seat 2
the highest board on every street after that; of the hands, seat 2 beats 5, 6, 3, 4 and 1, in this order.
"""

import pytest

from seventh.games.scripted import Table
from seventh.rounds.actions import DEALER, BetTo, BringIn, Call, Check, Fold, Show
from seventh.rounds.driver import dealer_action
from seventh.rounds.events import BetsCollected, Burned, BurnsShuffled, Dealt, PotWon
from seventh.rounds.legal import Refused
from seventh.rounds.notation import parse_action

DEEP = 100_000
FOURTH = ("1 bring_in", "2 call", "3 call")
"""Third street of three players without a raise; seat 2 is the first to act after that."""
HANDS = (
    "3d3h 2c 7s 9h Jc 6d",
    "AsAh 9d Kc 6h 2s 7c",
    "5s5d Th 8c Qd 6s 2h",
    "4c4h Js 8d 2d 7d 9s",
    "JdJh Ks 4d 3c 5c Qc",
    "TcTd Qh 3s 5h 8h 4s",
)


def stud(text, house="", deals=None):
    settings = "\n".join(f"house: {line}" for line in house.strip().splitlines())
    return Table(f"seven-card-stud\n{settings}\n{text}", deals)


def sit(*stacks, house="", deals=None):
    """Players with these chips and the cards above; the antes are in and third street is dealt."""
    seats = [f"seat {n} with {chips}: {HANDS[n - 1]}" for n, chips in enumerate(stacks, 1)]
    return stud("\n".join(seats), house, deals)


def act(table, *lines):
    """`2 bring_in`, `3 fold`, `1 check`, `2 call`, `4 to 800`, `2 show`, `3 muck`; the dealer continues by itself."""
    for line in lines:
        seat, word, *rest = line.split()
        if word == "call":
            action = next(iter(table.round.legal(int(seat)).of(Call)))
        elif word == "to":
            action = BetTo(int(rest[0]))
        else:
            action = parse_action(word)
        table.act(int(seat), action)
    return table


def check_down(table):
    """Everyone checks, calls or brings it in until the showdown."""
    hand = table.round
    while hand.phase == "betting":
        (seat,) = hand.to_act
        table.act(seat, cheapest(hand, seat))
    return table


def cheapest(hand, seat):
    legal = hand.legal(seat)
    return next(next(iter(legal.of(kind))) for kind in (Check, Call, BringIn) if legal.of(kind))


def show_all(table):
    while table.round.outcome is None:
        (seat,) = table.round.to_act
        table.act(seat, Show())
    return table


def now(table):
    """Whose turn it is and what is possible, in one line."""
    hand = table.round
    ((who),) = hand.to_act
    if who == DEALER:
        return "dealer"
    words = []
    for choice in hand.legal(who).choices:
        if choice.action is BetTo and choice.minimum <= choice.maximum:
            words.append(f"to {choice.minimum}-{choice.maximum}")
        elif choice.action is BetTo:
            words.append("to " + " or ".join(map(str, choice.amounts)))
        elif choice.action is Call:
            words.append(f"call {next(iter(choice)).amount}")
        else:
            words.append(choice.action.__struct_config__.tag)
    return f"{who}: {', '.join(words)}"


def refused(table, who, action, clause):
    """The action is refused under that clause and nothing changes; returns the whole message."""
    hand = table.round
    before = hand.copy()
    with pytest.raises(Refused) as caught:
        hand.act(who, parse_action(action))
    assert hand == before
    assert parse_action(action) not in hand.legal(who)
    assert caught.value.clause == clause, str(caught.value)
    return str(caught.value)


def stacks(table):
    return [table.round.hands[seat].stack for seat in sorted(table.round.seats)]


def nets(table):
    return [table.round.outcome.net(seat) for seat in sorted(table.round.seats)]


def won(table):
    """Seat, pot and amount of everything that was won."""
    return [(event.seat, event.pot, event.amount) for event in table.round.events if isinstance(event, PotWon)]


def events_of(table, *kinds):
    return [event for event in table.round.events if isinstance(event, kinds)]


# Short stubs.


def to_seventh(players, folds=None, house=""):
    """Deep stacks play until seventh street is to be dealt; `folds` gives the number of folds on each street."""
    table = stud("\n".join(f"seat {n}:" for n in range(1, players + 1)), house)
    hand, left = table.round, dict(folds or {})
    while hand.street < 7:
        if hand.to_act == {DEALER}:
            hand.act(DEALER, dealer_action(hand, table.draw, table.shuffle))
            continue
        (seat,) = hand.to_act
        legal = hand.legal(seat)
        if left.get(hand.street) and Fold() in legal:
            left[hand.street] -= 1
            hand.act(seat, Fold())
        elif left.get(hand.street) and legal.of(BetTo):
            hand.act(seat, next(iter(legal.of(BetTo))))
        else:
            hand.act(seat, cheapest(hand, seat))
    return table


def seventh(table):
    """What the dealer then does: `["shuffle 3", "burn", "deal 7"]`."""
    before = len(table.round.events)
    table.deal_on()
    words = []
    for event in table.round.events[before:]:
        if isinstance(event, BurnsShuffled):
            words.append(f"shuffle {len(event.order) // 2}")
        elif isinstance(event, Burned):
            words.append("burn")
        elif isinstance(event, Dealt):
            words.append("common" if event.place == "common" else "deal")
        elif isinstance(event, BetsCollected):
            break
    deals = words.count("deal")
    return [word for word in words if word != "deal"] + ([f"deal {deals}"] if deals else [])


def common_hand(house=""):
    """Seven of eight play to a common queen, with which seat 1 shows a straight; seat 7 has the best board without."""
    table = stud(
        """
        seat 1: 2d2h KsJdTc9h
        seat 2: 3d3h AsJh8c4h
        seat 3: 4d4c 5s7d8h6c
        seat 4: 5d5c 6d7h8d9c
        seat 5: 6h6s 7c8s9d2s
        seat 6: 7s3s ThJs5h3c
        seat 7: TsTd Jc9sAc4s
        seat 8: QsQd 2c
        common: Qh
        """,
        house,
    )
    act(table, "8 bring_in", "1 to 400", "2 call", "3 call", "4 call", "5 call", "6 call", "7 call", "8 fold")
    while table.round.street < 7:
        (seat,) = table.round.to_act
        table.act(seat, cheapest(table.round, seat))
    return table


def on_street(street, *stacks, house=""):
    """Everybody has only called and checked so far."""
    table = sit(*(stacks or (DEEP, DEEP, DEEP)), house=house)
    while table.round.street < street:
        (seat,) = table.round.to_act
        table.act(seat, cheapest(table.round, seat))
    return table
