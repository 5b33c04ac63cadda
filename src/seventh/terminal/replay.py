"""Output of `seventh replay`: a PHH hand street by street, and the final stacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from seventh.games import wording_of
from seventh.records.phh import Replayed
from seventh.rounds.narration import Narrator
from seventh.terminal.narrate import BoardStory


def replay_lines(played: Replayed) -> Iterator[str]:
    """The hand as text."""
    hand, table = played.hand, played.round
    yield _heading(played)
    stakes = (("ante", hand.ante), ("bring-in", hand.bring_in), ("bets", hand.small_bet), ("and", hand.big_bet))
    yield "Fixed limit, " + ", ".join(f"{name} {hand.money(amount)}" for name, amount in stakes).replace(
        ", and", " and"
    )
    yield ""

    def name(seat: int) -> str:
        return hand.label(played.player_of(seat))

    def money(chips: int) -> str:
        return hand.money(chips * played.unit)

    words = wording_of(table.house)
    yield from BoardStory(Narrator(words, table.seats, name, money=money, order=table.order)).tell(table.events)
    yield ""
    yield from _stacks(played)
    for note in played.notes:
        yield f"Note: {note}."


def _heading(played: Replayed) -> str:
    fields = played.hand.fields
    place = ", ".join(str(fields[key]) for key in ("event", "venue", "city") if fields.get(key))
    date = "-".join(f"{fields[key]:02}" for key in ("year", "month", "day") if isinstance(fields.get(key), int))
    number = f"hand {fields['hand']}" if fields.get("hand") not in (None, "") else ""
    return " ".join(f"{part}." for part in (played.round.house.title, place, date, number) if part)


def _stacks(played: Replayed) -> Iterator[str]:
    hand = played.hand
    yield "Final stacks:" if played.finished else "The hand is not finished. Stacks so far:"
    rows: list[tuple[str, str, str]] = []
    for number, (before, after) in enumerate(zip(hand.stacks, played.finishing_stacks, strict=True), 1):
        if before is None or after is None:
            rows.append((hand.label(number), "unknown", ""))
        else:
            sign = "+" if after > before else ""
            rows.append((hand.label(number), hand.money(after), f"{sign}{hand.money(after - before)}"))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for label, stack, won in rows:
        yield f"  {label:<{widths[0]}}  {stack:>{widths[1]}}  {won:>{widths[2]}}".rstrip()


def replay_data(played: Replayed) -> dict[str, Any]:
    """The result as plain values; amounts are in the file's unit, null for an unknown stack."""
    hand = played.hand

    def amounts(chips: tuple[int | None, ...]) -> list[int | float | None]:
        return [None if amount is None else hand.amount(amount) for amount in chips]

    return {
        "finishing_stacks": amounts(played.finishing_stacks),
        "starting_stacks": amounts(hand.stacks),
        "players": list(hand.players),
        "finished": played.finished,
        "void": played.round.outcome is not None and played.round.outcome.void,
        "notes": list(played.notes),
    }
