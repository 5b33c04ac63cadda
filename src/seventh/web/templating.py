"""Renders the templates; defines their filters and functions."""

from __future__ import annotations

import re
import time
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Undefined, select_autoescape
from markupsafe import Markup

from seventh.games import GAMES, book_house
from seventh.room.tables.services import in_a_sentence
from seventh.web.assets import asset, bundle, table_files
from seventh.web.game_info import percent
from seventh.web.proof_games import proof_games
from seventh.web.round_page import card_name

TEMPLATES = Path(__file__).parent / "templates"


def money(amount: int, game: str = "") -> str:
    """Format an amount in smallest chips, with a true minus sign as at the tables, not a hyphen."""
    text = str(book_house(game or next(iter(GAMES))).money(abs(amount)))
    return f"\u2212{text}" if amount < 0 else text


def signed(amount: int, game: str = "") -> str:
    """Format an amount with its sign."""
    return f"{'+' if amount > 0 else ''}{money(amount, game)}"


def when(at: int) -> Markup:
    """A <time> element in UTC, which a script converts to the visitor's time zone."""
    return _time(at, "%Y-%m-%d %H:%M UTC", Markup('<time datetime="{}">{}</time>'))


def when_exactly(at: int) -> Markup:
    """The same with seconds, for what has to be put in order."""
    return _time(at, "%Y-%m-%d %H:%M:%S UTC", Markup('<time datetime="{}" data-seconds>{}</time>'))


def _time(at: int, written: str, element: Markup) -> Markup:
    if not at:
        return Markup()
    moment = time.gmtime(at / 1000)
    return element.format(time.strftime("%Y-%m-%dT%H:%M:%SZ", moment), time.strftime(written, moment))


_CARD_SIGN = re.compile("(10|[2-9JQKA])([♣♦♥♠])|(?<![\\w$.-])(?:10|[2-9JQKA])(?:[-\u2011](?:10|[2-9JQKA]))+(?![\\w-])")
"""A card, or the ranks of several joined by hyphens, which may be non-breaking."""
_HYPHEN = re.compile("[-\u2011]")
_SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def _rank_name(rank: str) -> str:
    return card_name(f"{'T' if rank == '10' else rank}s").partition(" ")[0]


def with_cards(text: str) -> Markup:
    """A sentence with its cards coloured by suit, and with cards and ranks in words for screen readers."""
    parts: list[Markup | str] = []
    end = 0
    for found in _CARD_SIGN.finditer(text):
        if found[2]:
            suit = _SUITS[found[2]]
            kind, name = f"card-word suit-{suit}", card_name(f"{'T' if found[1] == '10' else found[1]}{suit}")
        else:
            kind, name = "ranks", ", ".join(_rank_name(rank) for rank in _HYPHEN.split(found[0]))
        parts.append(text[end : found.start()])
        parts.append(
            Markup(
                '<span class="{}"><span aria-hidden="true">{}</span><span class="visually-hidden">{}</span></span>'
            ).format(kind, found[0], name)
        )
        end = found.end()
    return Markup().join([*parts, text[end:]])


_CLAUSES = re.compile(r"\(([A-Z]\d+[a-z]?(?:, [A-Z]\d+[a-z]?)*)\)")
_CLAUSE_LINK = Markup(
    '<a class="clause-id" href="/rules/{}#{}">{}<span class="visually-hidden"> in the rules</span></a>'
)


def with_clauses(text: str, game: str) -> Markup:
    """A sentence with its cards formatted, and its clause numbers as links."""
    parts = _CLAUSES.split(text)
    told = [with_cards(part) for part in parts]
    for place in range(1, len(parts), 2):
        told[place] = Markup(" ").join(_CLAUSE_LINK.format(game, clause, clause) for clause in parts[place].split(", "))
    return Markup().join(told)


def duration(milliseconds: int) -> str:
    """A duration in words: `15 seconds`, `5 minutes`."""
    seconds = -(-milliseconds // 1000)
    number, unit = (seconds, "second") if seconds % 60 or not seconds else (seconds // 60, "minute")
    return f"{number} {unit}{'' if number == 1 else 's'}"


FONTS = ("sans", "serif", "signs")


@lru_cache(maxsize=1)
def felts() -> str:
    """The style sheet with the fonts and the colours of every game's felt.

    The font rules are here and not in a static file because their URLs change with the fonts. The fonts are `optional`:
    loaded with the page or not used on it, so that nothing shifts when they arrive.
    """
    rules = [
        f'@font-face {{ font-family: "Seventh {name.capitalize()}"; src: url("{asset(f"fonts/{name}.woff2")}"); '
        "font-weight: 400 700; font-display: optional; }"
        for name in FONTS
    ]
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
        self._environment.filters |= {
            "money": money,
            "signed": signed,
            "when": when,
            "when_exactly": when_exactly,
            "percent": percent,
        }
        self._environment.filters |= {"with_cards": with_cards, "with_clauses": with_clauses, "duration": duration}
        self._environment.filters["in_a_sentence"] = in_a_sentence
        book = book_house(next(iter(GAMES)))
        units = {"currency": book.currency, "chips_per_unit": book.chips_per_unit}
        self._environment.globals |= {
            "card_name": card_name,
            "asset": asset,
            "bundle": bundle,
            "table_files": table_files,
            "fonts": FONTS,
            "money_units": units,
            "picture": lru_cache(64)(self._picture),
            "all_games": lambda: [{"name": name, "title": game.book.title} for name, game in GAMES.items()],
            "proof_games": proof_games,
            "felts": f"/felts.css?v={sha256(felts().encode()).hexdigest()[:10]}",
        }

    def _picture(self, game: str) -> Markup:
        """A game's picture, inlined; it may use the templates' functions."""
        file = GAMES[game].folder.joinpath("picture.svg")
        text = file.read_text(encoding="utf-8") if file.is_file() else ""
        return Markup(self._environment.from_string(text).render())  # noqa: S704 - of the program

    def text(self, template: str, context: dict[str, Any]) -> str:
        return self._environment.get_template(template).render(context)
