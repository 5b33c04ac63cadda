"""A stud hand on the screen: playing it, and comparing it with its record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import expect

from tests.waiting import until
from tests.web.browser.people import PATIENCE, Person, money, signed
from tests.web.browser.seats import Seat

CALLS = ("bring-in", "check", "call", "show", "all-in")
"""The actions of a player who stays in as cheaply as possible."""

RAISES = ("bet", "call", "check", "bring-in", "show", "all-in")


def plays_out(
    seats: Sequence[Seat], wants: Callable[[Seat], Sequence[str]], press: Callable[..., None] | None = None
) -> None:
    """Everybody does the first thing they want and may do, whenever it is their turn, until the hand is over."""
    for _ in range(120):
        seat = _next(seats)
        if seat is None:
            return
        name = next(name for name in wants(seat) if seat.act(name).is_visible())
        told = _told(seat)
        (press or _click)(seat, name)
        seat.page.wait_for_function(_MORE, arg=told, timeout=PATIENCE)
    raise AssertionError("the hand does not end")


_MORE = "n => document.querySelector('#story').childElementCount > n"


def _told(seat: Seat) -> int:
    return int(seat.page.evaluate("document.querySelector('#story').childElementCount"))


def _click(seat: Seat, name: str) -> None:
    seat.act(name).click()


def _next(seats: Sequence[Seat]) -> Seat | None:
    """Whose turn it is; None when the hand is over for everybody who looks."""
    states: list[str] = []

    def known() -> bool:
        states[:] = [seat.page.evaluate(_STATE) for seat in seats]
        return "turn" in states or all(state == "over" for state in states)

    until(known, "somebody who is to act")
    return seats[states.index("turn")] if "turn" in states else None


_STATE = """() => document.querySelector("#prompt").dataset.state === "showing" ? "over"
  : document.querySelector("#dock.turn #actions .act:not(:disabled)") ? "turn" : "" """


def the_hand_equals_its_record(person: Person, seen: dict[str, Any]) -> dict[str, Any]:
    """R43 at stud: chips, results and cards in front of each seat are those of the record, which is given back."""
    line = person.rounds()[0]
    told = person.asks(f"/api/rounds/{line['id']}")
    record = person.asks(f"/api/rounds/{line['id']}/record")
    events = [event for step in told["steps"] for event in step["events"]]
    stacks = record["result"]["stacks"]
    assert set(seen["seats"]) >= set(stacks)
    for seat, chips in stacks.items():
        shown, net = seen["seats"][seat], chips - record["seats"][seat]
        assert (shown["chips"], shown["result"]) == (money(chips), signed(net) if net else ""), f"seat {seat}"
    assert seen["net"] == signed(line["net"])
    assert stacks[str(line["seat"])] - record["seats"][str(line["seat"])] == line["net"]
    won = {str(event["seat"]) for event in events if event["event"] == "pot_won"}
    assert {seat for seat, shown in seen["seats"].items() if shown["winner"]} == won
    story = person.page.locator("#story").inner_text()
    for event in events:
        if event["event"] == "pot_won":
            assert money(event["amount"]) in story
            assert event["clause"] in story
    dealt = "".join(event["cards"] for event in events if event["event"] == "dealt" and event["place"] == line["seat"])
    assert sorted(seen["mine"]) == sorted(dealt[place : place + 2] for place in range(0, len(dealt), 2))
    expect(person.page.locator(".pot-total")).to_be_hidden()
    return {"line": line, "events": events, "stacks": stacks}
