"""A simple bot that picks any of the choices a frame offers.

It plays every game, badly, for tests, benchmarks and as a starting point for bots: a better bot is a better `choose`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from seventh.room.frames import TableFrame
from seventh.web.client import Client, Refusal

Pick = Callable[[int], int]
"""Returns a number below n."""


def choose(frame: TableFrame, pick: Pick) -> dict[str, Any] | None:
    """One of the actions a frame offers; None if there is nothing to decide."""
    if frame.round is None or not frame.round.decision or frame.you is None:
        return None
    return chosen(frame.round.view, frame.you.seat, pick)


def chosen(view: dict[str, Any], seat: int, pick: Pick) -> dict[str, Any] | None:
    """One of the actions a seat's view offers."""
    for choice in view["choices"]:
        if choice["action"] == "place_wagers":
            return _wagers(view, seat, choice, pick)
    options = [option for choice in view["choices"] for option in _options(choice)]
    return options[pick(len(options))] if options else None


def _wagers(view: dict[str, Any], seat: int, choice: dict[str, Any], pick: Pick) -> dict[str, Any] | None:
    """The minimum on the first spots of the layout, once; None if already placed or not affordable."""
    if any(line["wagers"] for line in view["seats"] if line["seat"] == seat):
        return None
    spots = choice["spots"][: 1 + pick(len(choice["spots"]))]
    amounts: dict[str, int] = {}
    for spot in spots:
        if not _open(spot, amounts):
            continue
        least, most = spot["from"], spot["to"]
        if "same_as" in spot:
            least = most = amounts[spot["same_as"]]
        if "at_most" in spot:
            most = min(most, amounts[spot["at_most"]])
        if 0 < least <= most and sum(amounts.values()) + least <= choice["budget"]:
            amounts[spot["wager"]] = least
    return {"action": "place_wagers", "amounts": amounts} if amounts else None


def _open(spot: dict[str, Any], amounts: dict[str, int]) -> bool:
    """Whether the wagers so far allow a wager on this spot."""
    needs, one_of = spot.get("needs"), spot.get("one_of", ())
    return (not needs or not amounts.keys().isdisjoint(needs)) and amounts.keys().isdisjoint(one_of)


def _options(choice: dict[str, Any]) -> list[dict[str, Any]]:
    match choice:
        case {"any_of": actions}:
            return list(actions)
        case {"action": "bet", "wager": wager, "from": least}:
            return [{"action": "bet", "wager": wager, "amount": least}]
        case {"action": "bet_to", "amounts": amounts} if amounts:
            return [{"action": "bet_to", "amount": amount} for amount in amounts]
        case {"action": "bet_to", "from": least}:
            return [{"action": "bet_to", "amount": least}]
    return [{"action": choice["action"]}]


async def play(client: Client, table: str, rounds: int, pick: Pick) -> int:
    """Play a number of rounds at a table where the client is seated; returns the number of actions."""
    seen: set[str] = set()
    acted = 0
    async for frame in client.frames(table):
        if frame.last is not None:
            seen.add(frame.last.id)
        if frame.you is None or len(seen) > rounds:
            return acted
        action = choose(frame, pick)
        with suppress(Refusal):  # the next frame shows why
            if frame.you.stop is not None and frame.you.stop.check:
                await client.go_on(table)
            elif action is not None:
                await client.act(frame, action)
                acted += 1
            elif _waits(frame):
                await client.ready(frame)
    return acted


def _waits(frame: TableFrame) -> bool:
    """Whether the table is waiting for players to say that they are ready."""
    assert frame.you is not None
    mine = next((seat for seat in frame.seats if seat.seat == frame.you.seat), None)
    return mine is not None and not mine.ready and frame.state in ("betting", "showing")
