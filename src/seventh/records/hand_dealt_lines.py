"""Hand-dealt rounds as lines for a spreadsheet: one for each wager of each seat, with amounts that add up.

A line's net result is what was paid minus what was staked. The lines of a seat add up to its result in the round, and
those of a round between players to zero, with a line of the house for the rake.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from seventh.records.record import Record
from seventh.rounds import events as ev
from seventh.rounds.round import Round

POT, RAKE = "pot", "rake"
"""What the chips between players are staked on, and what the house takes of them."""


class WagerLine(Struct, frozen=True):
    """One wager of one seat. Amounts are in smallest chips."""

    round: int
    """The number of the round at its table."""
    seat: int
    """0 is the house."""
    name: str
    """The player's name; empty for one who is called by the seat."""
    wager: str
    staked: int
    """Without what was returned because it could not be bet or called."""
    result: str
    """`win`, `lose`, `push` and so on as in the record; `void` if everything was returned."""
    paid: int
    """Everything that the player received for it, the stake included."""
    clause: str
    """The rule that decided it."""
    cap: int
    """What a cap took off the payout; 0 if none did."""
    net: int


def wager_lines(record: Record) -> list[WagerLine]:
    """The lines of a finished round; none of one that is not over."""
    hand = record.new_round()
    for step in record.steps:
        hand.act(step.who, step.action)
    if hand.outcome is None:
        return []
    names = {int(seat): name for seat, name in record.about.get("names", {}).items()}
    lines = _against_house(hand) if hand.AGAINST_HOUSE else _between_players(hand)
    number = int(record.about.get("number", 0))
    return [WagerLine(number, seat, names.get(seat, ""), *line) for seat, line in lines]


_Line = tuple[str, int, str, int, str, int, int]
"""From the wager to the net result."""


def _against_house(hand: Round) -> Iterator[tuple[int, _Line]]:
    for event in hand.events:
        if isinstance(event, ev.Settled):
            paid, cut = event.returned + event.payoff, event.uncapped and event.uncapped - event.payoff
            told = (event.wager, event.amount, event.result, paid, event.clause, cut, paid - event.amount)
            yield event.seat, told


def _between_players(hand: Round) -> Iterator[tuple[int, _Line]]:
    assert hand.outcome is not None
    for seat in hand.seats:
        won = [event for event in hand.events if isinstance(event, ev.PotWon) and event.seat == seat]
        back = [event for event in hand.events if isinstance(event, ev.ChipsReturned) and event.seat == seat]
        received: list[ev.PotWon | ev.ChipsReturned] = [*won, *back]
        paid, net = sum(event.amount for event in received), hand.outcome.net(seat)
        result = "win" if won else "void" if back else "lose"
        clause = next((event.clause for event in received if event.clause), "")
        yield seat, (POT, paid - net, result, paid, clause, 0, net)
    rake = sum(event.amount for event in hand.events if isinstance(event, ev.RakeTaken))
    if rake:
        yield 0, (RAKE, 0, "win", rake, "", 0, rake)
