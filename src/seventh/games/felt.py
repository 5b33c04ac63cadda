"""The words on a table's felt as plain values: a page draws them and makes up none of its own."""

from __future__ import annotations

from typing import Any

from seventh.games import game_of, wording_of
from seventh.house import House


def felt_of(house: House) -> dict[str, Any]:
    """The title and a sentence, for each wager what stands on its spot, and the pay tables left and right."""
    words = wording_of(house)
    if not game_of(house).round.AGAINST_HOUSE:
        return {"title": house.title, "line": "", "spots": {}, "tables": []}
    return {
        "title": house.title,
        "line": words.felt_line,
        "spots": {
            wager.key: {
                "label": words.label(wager.key),
                "pays": words.pays(wager.key),
                "in_full": words.pays_in_full(wager.key),
                "rows": {row: words.row(wager.key, row) for row, _ in _rows(words.pay_table(wager.key))},
            }
            for wager in words.rules.wagers
        },
        "tables": [
            [{"title": words.table_title(wager), "rows": words.printed(wager)} for wager in side]
            for side in words.felt_tables
        ],
    }


def _rows(table: Any) -> Any:
    return table.rows if table is not None else ()
