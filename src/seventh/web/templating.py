"""Rendering: the templates, and the few functions that they may call."""

from __future__ import annotations

import time
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Undefined, select_autoescape
from markupsafe import Markup

from seventh.games import GAMES, book_house
from seventh.web.facts import percent
from seventh.web.story import card_name

TEMPLATES = Path(__file__).parent / "templates"
STATIC = Path(__file__).parent / "static"


def money(amount: int, game: str = "") -> str:
    """Smallest chips as people write them."""
    return str(book_house(game or next(iter(GAMES))).money(amount))


def signed(amount: int, game: str = "") -> str:
    """What was won or lost, with its sign: a minus, as at the tables, and not a hyphen."""
    return f"{'+' if amount > 0 else '−' if amount < 0 else ''}{money(abs(amount), game)}"  # noqa: RUF001


def when(at: int) -> str:
    """A time for people, in UTC."""
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(at / 1000)) + " UTC" if at else ""


@lru_cache(maxsize=512)
def asset(path: str) -> str:
    """The address of a file under static/, which changes with the file, so that browsers may keep it."""
    try:
        version = sha256((STATIC / path).read_bytes()).hexdigest()[:10]
    except OSError:
        return f"/static/{path}"
    return f"/static/{path}?v={version}"


@lru_cache(maxsize=1)
def felts() -> str:
    """The colours of every game's cloth as a style sheet, alike in both themes: it must look the same to everybody."""
    rules = []
    for name, game in GAMES.items():
        felt = game.layout.felt
        colours = f"--felt: {felt.cloth}; --felt-light: {felt.light}; --felt-edge: {felt.edge}; --felt-ink: {felt.ink};"
        rules.append(f".felt-{name} {{ {colours} }}")
    return "\n".join(rules) + "\n"


class Pages:
    """Renders the templates."""

    def __init__(self, strict: bool = False) -> None:
        self._environment = Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=select_autoescape(("html", "svg")),
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=StrictUndefined if strict else Undefined,
        )
        self._environment.filters |= {"money": money, "signed": signed, "when": when, "percent": percent}
        book = book_house(next(iter(GAMES)))
        units = {"currency": book.currency, "chips_per_unit": book.chips_per_unit}
        self._environment.globals |= {
            "card_name": card_name,
            "asset": asset,
            "money_units": units,
            "picture": lru_cache(64)(self._picture),
            "all_games": lambda: [{"name": name, "title": game.book.title} for name, game in GAMES.items()],
            "felts": f"/felts.css?v={sha256(felts().encode()).hexdigest()[:10]}",
        }

    def _picture(self, game: str) -> Markup:
        """A game's picture, to stand in a page; it may use what templates may."""
        file = GAMES[game].folder.joinpath("picture.svg")
        text = file.read_text(encoding="utf-8") if file.is_file() else ""
        return Markup(self._environment.from_string(text).render())  # noqa: S704 - of the program

    def text(self, template: str, context: dict[str, Any]) -> str:
        return self._environment.get_template(template).render(context)
