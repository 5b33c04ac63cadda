"""The reports of oversight as data: for the pages, the API and the files. Exact numbers are text, `p/q` or whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from math import sqrt
from typing import Any

from seventh.games import GAMES, book_house
from seventh.room.houses import Houses
from seventh.room.oversight.decks import Battery
from seventh.room.oversight.hold import HoldLine
from seventh.room.oversight.oversight import HoldReport, Report
from seventh.room.oversight.pairs import PairLine
from seventh.room.oversight.tallies import Period
from seventh.room.refusals import MALFORMED, RoomRefused
from seventh.web.csv_text import csv_text
from seventh.web.results_page import title_of
from seventh.web.room_facade import RoomFacade

GROUPS = ("wager", "table", "game", "house", "total")


def period_of(since: str, until: str) -> Period:
    """A period from days as text; empty text is open."""
    period = Period(_day(since), _day(until))
    if period.first and period.last and period.first > period.last:
        raise RoomRefused(MALFORMED, f"{since} is after {until}", "a first day that is not after the last")
    return period


def _day(text: str) -> date | None:
    if not text.strip():
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise RoomRefused(MALFORMED, f"{text!r} is not a day", "such as 2026-11-17") from None


def _title(game: str) -> str:
    return book_house(game).title if game in GAMES else game


def basis(report: Report[Any]) -> dict[str, Any]:
    """What a report is based on."""
    return {
        "read": report.read, "left": report.left, "moved": report.moved, "files": list(report.files),
        "unread": report.unread,
    }  # fmt: skip


# Hold.


def hold_lines(facade: RoomFacade, found: HoldReport) -> list[dict[str, Any]]:
    """All lines, each with its grouping."""
    hold = found.hold
    groups = (hold.wagers, hold.tables, hold.games, hold.houses, [hold.total])
    return [
        _hold_line(facade, group, line)
        for group, lines in zip(GROUPS, groups, strict=True)
        for line in lines
        if line.rounds or group == "total"
    ]


def _hold_line(facade: RoomFacade, group: str, line: HoldLine) -> dict[str, Any]:
    game, name = (*line.key, "", "")[:2]
    match group:
        case "wager":
            title = title_of(game, name)
        case "table":
            title = facade.table_name(name)
        case "house":
            title = rules_title(facade.room.houses, name)
        case "game":
            title = _title(game)
        case _:
            title = "All games"
    return {
        "by": group,
        "game": game,
        "id": name,
        "game_title": _title(game) if game else "",
        "title": title,
        "rounds": line.rounds,
        "hands": line.hands,
        "staked": line.staked,
        "won": line.won,
        "expected": str(line.expected),
        "difference": str(line.difference),
        "variance": str(line.variance),
        "variance_exact": line.exact,
        "std_dev": sqrt(line.variance),
        "std_devs": line.deviation.std_devs,
        "p": line.deviation.p,
        "method": line.deviation.method,
        "decisions": line.decides,
        "cut": line.cut,
    }


def rules_title(houses: Houses, rules: str) -> str:
    """The versions of the room's houses whose rules have this hash; the hash itself if none has."""
    found = [each for name in houses.known for each in houses.versions(name) if each.rules.hash == rules]
    names = [f"{each.title}, {f'version {each.number}' if each.number else 'the book'}" for each in found]
    return "; ".join(names) or f"Rules {rules[:12]}"


def hold_csv(lines: Iterable[dict[str, Any]]) -> str:
    """The lines as CSV."""
    return _csv(lines, (
        "by", "game", "id", "title", "rounds", "hands", "staked", "won", "expected", "difference", "variance",
        "variance_exact", "std_dev", "std_devs", "p", "method", "decisions", "cut",
    ))  # fmt: skip


def rake_lines(facade: RoomFacade, found: HoldReport) -> list[dict[str, Any]]:
    """The rake of each table between players."""
    return [
        {
            "game": line.game, "table": line.table, "game_title": _title(line.game),
            "title": facade.table_name(line.table), "hands": line.hands, "staked": line.staked, "rake": line.rake,
        }
        for line in found.rake
    ]  # fmt: skip


# Chip flow.


def flow_lines(facade: RoomFacade, found: list[PairLine]) -> list[dict[str, Any]]:
    """All pairs, largest net flow first."""
    names = {person: facade.person(person) for line in found for person in (line.winner, line.loser)}
    return [
        {
            "winner": line.winner,
            "winner_name": names[line.winner].name,
            "winner_bot": names[line.winner].bot,
            "loser": line.loser,
            "loser_name": names[line.loser].name,
            "loser_bot": names[line.loser].bot,
            "hands": line.hands,
            "won": str(line.won),
            "lost": str(line.lost),
            "net": str(line.net),
            "tables": [facade.table_name(table) for table in line.tables],
            "flags": [
                {"at": flag.at, "table": facade.table_name(flag.table), "shares": list(flag.shares)}
                for flag in line.flags
            ],
        }
        for line in found
    ]


def flow_csv(lines: Iterable[dict[str, Any]]) -> str:
    """The pairs as CSV; flags in words."""
    plain = [
        {
            **line,
            "tables": "; ".join(line["tables"]),
            "flags": "; ".join(f"{' and '.join(flag['shares'])} at {flag['table']}" for flag in line["flags"]),
        }
        for line in lines
    ]
    return _csv(plain, (
        "winner", "winner_name", "winner_bot", "loser", "loser_name", "loser_bot", "hands", "won", "lost", "net",
        "tables", "flags",
    ))  # fmt: skip


# Shuffles.


def shuffle_data(found: Battery) -> dict[str, Any]:
    """The tests of the decks."""
    return {
        "games": [
            {"game": one.game, "title": _title(one.game), "decks": one.decks, "enough": one.enough}
            for one in found.games
        ],
        "tests": [
            {"game": one.game, "title": _title(one.game), "test": one.test, "p": one.p, "rejected": one.rejected}
            for one in found.tests
        ],
        "level": found.level,
        "expected": found.expected,
        "rejected": found.rejected,
        "chance": found.chance,
        "passed": found.passed,
        "unrevealed": found.unrevealed,
    }


def shuffle_csv(found: Battery) -> str:
    """The tests as CSV, with the number of decks of the game."""
    decks = {one.game: one.decks for one in found.games}
    lines = [
        {"game": one.game, "decks": decks[one.game], "test": one.test, "p": one.p, "rejected": one.rejected}
        for one in found.tests
    ]
    return _csv(lines, ("game", "decks", "test", "p", "rejected"))


def _csv(lines: Iterable[dict[str, Any]], columns: Sequence[str]) -> str:
    return csv_text(lines, columns, _NAMES)


_NAMES = ("title", "winner_name", "loser_name", "tables", "flags")
"""The columns with names that people chose."""
