"""HTML for notebooks: cards as pictures, and rows as tables.

The `_repr_html_` methods of our values use these functions. Styles are inline because notebooks are mailed, printed
and rendered by programs that do not have our style sheet.
"""

# ruff: noqa: E501 - SVG paths cannot be wrapped
from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from seventh.cards import JOKER, UNKNOWN, Card, parse_cards

SUIT_PATHS = {
    "c": "M0-48a23 23 0 0 1 17 38.5A23 23 0 1 1 5 23C6 36 10 43 18 50H-18C-10 43-6 36-5 23A23 23 0 1 1-17-9.5A23 23 0 0 1 0-48Z",
    "d": "M0-52C10-33 22-15 39 0 22 15 10 33 0 52-10 33-22 15-39 0-22-15-10-33 0-52Z",
    "h": "M0 47C-12 28-47 8-47-19-47-36-35-46-22-46-11-46-4-39 0-29 4-39 11-46 22-46 35-46 47-36 47-19 47 8 12 28 0 47Z",
    "s": "M0-50C-14-27-46-8-46 15-46 29-35 37-24 37-15 37-8 33-4 26-5 37-9 44-17 50H17C9 44 5 37 4 26 8 33 15 37 24 37 35 37 46 29 46 15 46-8 14-27 0-50Z",
}  # fmt: skip
"""The outline of each suit, centred on the origin and about a hundred units high."""

_COLOURS = {"c": "#1d1d22", "d": "#c22433", "h": "#c22433", "s": "#1d1d22"}
_WIDTH, _HEIGHT, _GAP = 34, 48, 4
_FONT = 'font-family="Georgia,serif" font-weight="700" text-anchor="middle"'


def cards_html(cards: str | Iterable[Card], dimmed: Iterable[Card] = ()) -> str:
    """Cards in a row as one picture, some of them dimmed."""
    held = parse_cards(cards) if isinstance(cards, str) else tuple(cards)
    if not held:
        return ""
    pale = set(dimmed)
    drawn = "".join(
        f'<g transform="translate({place * (_WIDTH + _GAP)} 0)" opacity="{0.4 if card in pale else 1}">{_face(card)}</g>'
        for place, card in enumerate(held)
    )
    width = len(held) * (_WIDTH + _GAP) - _GAP
    label = escape(" ".join(card.text for card in held))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" width="{width}" height="{_HEIGHT}" '
        f'viewBox="0 0 {width} {_HEIGHT}" style="vertical-align:middle;max-width:100%"><title>{label}</title>{drawn}</svg>'
    )


def hand_html(cards: Iterable[Card], playing: Iterable[Card], name: str) -> str:
    """A hand with its name; the cards that do not play are dimmed."""
    held, plays = tuple(cards), set(playing)
    return f"<div>{cards_html(held, dimmed=[card for card in held if card not in plays])} {escape(name)}</div>"


def _face(card: Card) -> str:
    paper = f'<rect x=".5" y=".5" width="{_WIDTH - 1}" height="{_HEIGHT - 1}" rx="4"'
    if card is UNKNOWN:
        back = '<rect x="4" y="4" width="26" height="40" rx="2" fill="none" stroke="#fff" stroke-opacity=".6"/>'
        return f'{paper} fill="#31507c" stroke="#22385a"/>{back}'
    blank = f'{paper} fill="#fffdf8" stroke="#999"/>'
    if card is JOKER:
        return f'{blank}<text x="17" y="30" {_FONT} font-size="15" fill="#6a3fa0">Jk</text>'
    rank, suit = card.text[0], card.text[1]
    colour = _COLOURS[suit]
    return (
        f'{blank}<text x="17" y="21" {_FONT} font-size="18" fill="{colour}">{"10" if rank == "T" else rank}</text>'
        f'<path transform="translate(17 34) scale(.17)" d="{SUIT_PATHS[suit]}" fill="{colour}"/>'
    )


class Markup(str):
    """Text that is already HTML and is not escaped."""

    __slots__ = ()


def table_html(
    caption: str, columns: Sequence[str], rows: Iterable[Sequence[object]], notes: Iterable[str] = ()
) -> str:
    """A table with a caption. The first column is text; the others are right-aligned unless they are markup."""
    cells = [*rows]
    text = {0, *(place for row in cells for place, cell in enumerate(row) if isinstance(cell, Markup))}

    def line(tag: str, row: Sequence[object]) -> str:
        return "".join(_cell(tag, cell, "left" if place in text else "right") for place, cell in enumerate(row))

    body = "".join(f"<tr>{line('td', row)}</tr>" for row in cells)
    after = "".join(f'<div style="font-size:90%">{escape(note)}</div>' for note in notes)
    title = f'<caption style="caption-side:top;text-align:left;font-weight:bold">{escape(caption)}</caption>'
    return f"<table>{title}<thead><tr>{line('th', columns)}</tr></thead><tbody>{body}</tbody></table>{after}"


def _cell(tag: str, value: object, side: str) -> str:
    text = value if isinstance(value, Markup) else escape(str(value))
    return f'<{tag} style="text-align:{side};padding:2px 8px">{text}</{tag}>'
