"""A house's table as front ends draw it: colours, spots with their text, pay tables and keys, all as plain values."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from seventh.games import game_of, wording_of
from seventh.house import House


def table_layout(house: House, spares_decisions: bool = False) -> dict[str, Any]:
    """Everything printed on a house's table, its keys and typed commands, and its betting limits.

    `spares_decisions` says whether the room makes decisions with only one sensible choice: they need no keys.
    `least` is the minimum to start a round, `smallest` the minimum on any spot, `most` the maximum.
    """
    layout, words = game_of(house).layout, wording_of(house)
    keys, typed = words.controls(spares_decisions)
    data = {
        "scene": layout.scene,
        "title": house.title,
        "felt": to_builtins(layout.felt),
        "keys": [list(pair) for pair in keys],
        "typed": typed,
        "walkthrough": to_builtins(words.walkthrough),
        "line": "",
        "spots": [],
        "tables": [],
        "simplest": {},
        "least": 1,
        "smallest": 1,
        "most": 1,
    }
    if not layout.spots:
        return data
    rules = game_of(house).round.spots(house)
    return data | {
        "least": min(spot.minimum for spot in [rule.spot({}) for rule in rules] if not spot.closed),
        "smallest": min(rule.least for rule in rules if rule.least),
        "most": max(rule.most for rule in rules),
        "line": words.felt_line,
        "spots": [
            {
                **to_builtins(spot),
                "label": words.label(spot.wager),
                "title": words.title(spot.wager),
                "pays": words.pays(spot.wager),
                "in_full": words.pays_in_full(spot.wager),
                "rows": {row: words.row(spot.wager, row) for row, _ in _rows(words.pay_table(spot.wager))},
                "aliases": list(words.aliases[spot.wager]),
            }
            for spot in layout.spots
        ],
        "tables": [
            [{"title": words.table_title(wager), "rows": words.printed(wager)} for wager in side]
            for side in words.felt_tables
        ],
        "simplest": words.simplest,
    }


def _rows(table: Any) -> Any:
    return table.rows if table is not None else ()
