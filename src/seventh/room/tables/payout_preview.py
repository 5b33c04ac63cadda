"""Previews what wagers could win, and warns of caps, before they are placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seventh.games import wording_of
from seventh.room.frames import Weigh, Weighed

if TYPE_CHECKING:
    from seventh.room.tables.table import LiveTable


def payout_preview(table: LiveTable, ask: Weigh, person: str) -> Weighed:
    """The answer to a `weigh` request."""
    house, live = table.house, table.snapshot.live
    words = wording_of(house)
    spots = {wager.key for wager in words.rules.wagers}
    wagers = {name: amount for name, amount in ask.amounts.items() if name in spots and amount > 0}
    others = []
    if live is not None and table.rules.AGAINST_HOUSE:
        others = [line.wagers for line in live.view(None).seats if live.seats[line.seat].person != person]
    lines = [line for line in table.rules.best_case(house, wagers, others) if line.payoff or line.uncapped]
    warnings = [
        f"{words.label(line.wager)}: a cap reduces the top award of {house.money(line.uncapped)} to "
        f"{house.money(line.payoff)} ({words.cap_clause})."
        for line in lines
        if line.uncapped
    ]
    awards = {line.wager: line.uncapped or line.payoff for line in lines}
    # A wager that comes later has no amount yet.
    fixed = tuple(name for name in awards if name in wagers and words.always_pays_alike(name))
    short = _short(table, wagers, person)
    return Weighed(ask.table, ask.amounts, awards, tuple(warnings), words.note(wagers), short, fixed)


def _short(table: LiveTable, wagers: dict[str, int], person: str) -> str:
    """The warning that the player could not make the bet needed after the deal; empty if there is no need for one."""
    seat, live = table.snapshot.session.seat_of(person) if person else 0, table.snapshot.live
    if not seat or not table.rules.AGAINST_HOUSE:
        return ""
    placed = live.books.wagers.get(seat, {}) if live is not None else {}
    left = table.chips_of(seat) + sum(placed.values()) - sum(wagers.values())
    due = table.rules.next_bet(table.house, {name: amount for name, amount in wagers.items() if amount})
    if due is None or left < 0:
        return ""
    warning: str = wording_of(table.house).only_fold(due, left, _can_add(table, seat, person, due[1] - left))
    return warning


def _can_add(table: LiveTable, seat: int, person: str, missing: int) -> bool:
    """Whether the player can add these chips before the deal; once wagers are down, they come after the round."""
    if table.policy.holds(seat):
        return False
    limits, chips = table.buy_in, table.chips_of(seat)
    added = max(missing, limits.minimum - chips)
    return chips + added <= limits.maximum and added <= table.services.cashier.wallet(person)
