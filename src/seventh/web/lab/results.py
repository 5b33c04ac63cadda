"""Figures of a house next to the book's, with their differences in words, and as charts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from seventh.games import GAMES
from seventh.house import House
from seventh.web.game_info import titles_of
from seventh.web.lab.changes import Changed, departures, rule_changes
from seventh.web.lab.charts import distribution, edge_lines
from seventh.web.lab.questions import Answer

MINUS = "−"  # noqa: RUF001


def shown_number(value: float, digits: int = 4) -> str:
    """A number with a true minus sign."""
    return f"{value:,.{digits}f}".replace("-", MINUS)


def shown_percent(value: float) -> str:
    return f"{shown_number(100 * value)}%"


def compared(own: float, by_book: float, unit: str, *, scale: int = 1) -> dict[str, str]:
    """A difference with its sign and in words; one that the page's digits cannot show is none."""
    points = round((own - by_book) * scale, 4)
    if not points:
        kind = "same" if own == by_book else "nearly the same"
        return {"sign": "same", "text": kind}
    sign, word = ("+", "higher") if points > 0 else (MINUS, "lower")
    return {"sign": word, "text": f"{sign}{abs(points):,.4f}{unit}, {word}"}


def results_of(found: Changed, own: Answer, by_book: Answer) -> dict[str, Any]:
    """Everything that the page shows about a house with figures."""
    titles = titles_of(found.book)
    wagers = [
        _wager(found.house, name, titles[name], figures, by_book["report"]["wagers"][name])
        for name, figures in own["report"]["wagers"].items()
    ]
    return {
        **differences_of(found),
        "said": " ".join(f"{each['title']}: {_edge_said(each['rows'][0])}." for each in wagers),
        "method": own["report"]["method"],
        "notes": own["report"]["notes"],
        "amounts": found.amounts,
        "wagers": wagers,
        "play": _play(titles, own["play"], by_book["play"]),
        "worst": _worst(found, own["worst"], by_book["worst"]),
    }


def _edge_said(row: dict[str, Any]) -> str:
    """A house edge in a sentence, for screen readers."""
    return f"house edge {row['house']}, {row['difference']['text']}"


def differences_of(found: Changed) -> dict[str, Any]:
    """In what the rules differ from the book."""
    return {
        "title": found.house.title,
        "hash": found.house.hash,
        "book_hash": found.book.hash,
        "departures": departures(found),
        "rules": rule_changes(found.house, found.book),
        "warnings": found.warnings,
        "query": found.query,
    }


def _wager(house: House, name: str, title: str, own: Answer, by_book: Answer) -> dict[str, Any]:
    points, plain = (" points", {"scale": 100}), ("", {"scale": 1})
    measures = [
        ("House edge", "house_edge", shown_percent, points),
        ("Element of risk", "element_of_risk", shown_percent, points),
        ("Average wagered", "average_wagered", shown_number, plain),
        ("Hit frequency", "hit_frequency", shown_percent, points),
        ("Standard deviation", "std_dev", shown_number, plain),
    ]
    rows: list[dict[str, Any]] = []
    for label, key, shown, (unit, scale) in measures:
        if key == "average_wagered" and own[key] == by_book[key] == 1:
            continue
        rows.append(
            {
                "label": label,
                "key": key,
                "house": shown(own[key]),
                "book": shown(by_book[key]),
                "difference": compared(own[key], by_book[key], unit, **scale),
                "exact": _exact(own, key),
            }
        )
    amount = own["amount"]
    return {
        "name": name,
        "title": title,
        "unchanged": rows[0]["difference"]["sign"] == "same",
        "amount": house.money(amount) if amount else "",
        "players_edge": Fraction(own["ev"]) > 0,
        "rows": rows,
        "chart": distribution(own["outcomes"], by_book["outcomes"]),
        "strategies": [
            {"rule": strategy["rule"], "cost": shown_percent(strategy["cost_decimal"])}
            for strategy in own["strategies"].values()
        ],
    }


def _exact(figures: Answer, key: str) -> str:
    if key == "house_edge":
        return str(-Fraction(figures["ev"]))
    return str(figures["exact"].get(key, ""))


def _play(titles: dict[str, str], own: list[Any], by_book: list[Any]) -> list[dict[str, Any]]:
    found = []
    for mine, theirs in zip(own, by_book, strict=True):
        chances, before = (
            {name: float(Fraction(chance)) for name, chance in side["choices"]} for side in (mine, theirs)
        )
        rows = [
            {
                "choice": name,
                "house": shown_percent(chances.get(name, 0.0)),
                "book": shown_percent(before.get(name, 0.0)),
                "difference": compared(chances.get(name, 0.0), before.get(name, 0.0), " points", scale=100),
            }
            for name in dict.fromkeys((*chances, *before))
        ]
        changes = mine["rule"] != theirs["rule"]
        found.append(
            {
                "title": titles[mine["wager"]],
                "rows": rows,
                "rule": mine["rule"],
                "book_rule": theirs["rule"] if changes else "",
            }
        )
    return found


def _worst(found: Changed, own: Answer | None, by_book: Answer | None) -> list[dict[str, Any]]:
    if own is None or by_book is None:
        return []
    labels = {
        "hand": "Most that one hand can win",
        "uncapped": "The same without caps",
        "round": f"Most that a full table can win in a round ({found.house.seats} seats)",
    }
    same = found.house.chips_per_unit == found.book.chips_per_unit and found.house.currency == found.book.currency
    rows = []
    for key, label in labels.items():
        more = own[key] - by_book[key]
        word = "same" if not more else "higher" if more > 0 else "lower"
        text = word if not more or not same else f"{'+' if more > 0 else MINUS}{found.house.money(abs(more))}, {word}"
        row = {"label": label, "key": key, "house": found.house.money(own[key]), "book": found.book.money(by_book[key])}
        rows.append({**row, "difference": {"sign": word, "text": text}})
    return rows


def row_of(found: Changed, path: str, answer: Answer) -> dict[str, Any]:
    """The house edge against one row of a pay table, as a chart."""
    _, table, row = path.split(".")
    titles = titles_of(found.book)
    now, by_book = (Fraction(getattr(rules.pays, table)[row]) for rules in (found.house, found.book))
    points = [
        (Fraction(pay), {titles[name]: float(Fraction(edge)) for name, edge in edges.items()})
        for pay, edges in answer["edges"]
    ]
    return edge_lines(points, now, by_book)


def rows_of(game: str) -> list[dict[str, str]]:
    """The rows of a game's pay tables, for the choice of the chart."""
    book = GAMES[game].book
    return [
        {"path": f"pays.{table}.{row}", "title": f"{table}: {row}".replace("_", " ")}
        for table, pays in (vars(book.pays).items() if hasattr(book, "pays") else ())
        for row, _ in pays.rows
    ]
