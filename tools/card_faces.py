"""Draws the card faces: `python -m tools.card_faces` writes the SVG file with all cards.

It has a symbol for each card, named by its notation, and `back`. Suits are drawn in the text colour, so that a page can
choose the colours of the deck; only gold, skin and paper have fixed colours.
"""

# ruff: noqa: E501 - the paths of a drawing do not wrap
from __future__ import annotations

import sys
from pathlib import Path

from seventh.cards import DECK_52, RANKS, SUITS
from seventh.notebook import SUIT_PATHS

TARGET = Path(__file__).resolve().parents[1] / "src/seventh/web/static/img/cards.svg"

LEFT, MIDDLE, RIGHT = 33.5, 50.0, 66.5
TOP, BOTTOM = 29.0, 111.0
CENTRE = (TOP + BOTTOM) / 2
_QUARTERS = (TOP + (BOTTOM - TOP) / 3, BOTTOM - (BOTTOM - TOP) / 3)
_SIDES = [(x, y) for x in (LEFT, RIGHT) for y in (TOP, BOTTOM)]
_SIX = [*_SIDES, (LEFT, CENTRE), (RIGHT, CENTRE)]
_EIGHT = [*_SIDES, *((x, y) for x in (LEFT, RIGHT) for y in _QUARTERS)]
_HIGH, _LOW = (MIDDLE, TOP + (BOTTOM - TOP) / 4), (MIDDLE, BOTTOM - (BOTTOM - TOP) / 4)
_UPPER, _LOWER = (MIDDLE, TOP + (BOTTOM - TOP) / 6), (MIDDLE, BOTTOM - (BOTTOM - TOP) / 6)
PIPS: dict[str, list[tuple[float, float]]] = {
    "2": [(MIDDLE, TOP), (MIDDLE, BOTTOM)],
    "3": [(MIDDLE, TOP), (MIDDLE, CENTRE), (MIDDLE, BOTTOM)],
    "4": _SIDES,
    "5": [*_SIDES, (MIDDLE, CENTRE)],
    "6": _SIX,
    "7": [*_SIX, _HIGH],
    "8": [*_SIX, _HIGH, _LOW],
    "9": [*_EIGHT, (MIDDLE, CENTRE)],
    "T": [*_EIGHT, _UPPER, _LOWER],
}

PAPER = (
    '<rect id="p" x=".75" y=".75" width="98.5" height="138.5" rx="8" fill="#fffdf8" stroke="#0003" stroke-width="1.5"/>'
)
FRAME = '<rect id="f" x="25.5" y="14" width="49" height="112" rx="5" fill="currentColor" fill-opacity=".08" stroke="currentColor" stroke-opacity=".45"/>'
GOLD, SKIN, DARK = "#d8a531", "#f5dcc3", "#3a2a20"
BAND = f'<path id="b" d="M25.5 70H74.5" stroke="{GOLD}" stroke-width="1.5"/>'
FONT = 'font-family="\'Seventh Serif\',Georgia,serif" font-weight="700" text-anchor="middle"'

# The upper half of each court figure; the lower half is the same, rotated.
_SHOULDERS = (
    '<path d="M-24 0C-23-15-15-19-8-21L0-15 8-21C15-19 23-15 24 0Z" fill="currentColor"/>'
    f'<path d="M-8-21 0-15 8-21 4-1H-4Z" fill="#fffdf8" stroke="{GOLD}" stroke-width="1.2"/>'
    f'<path d="M-24 0C-23.5-7-21.5-11.5-18.5-15L-11-1M24 0C23.5-7 21.5-11.5 18.5-15L11-1" fill="none" stroke="{GOLD}" stroke-width="1.5"/>'
    f'<circle cx="0" cy="-8" r="1.4" fill="{GOLD}"/><circle cx="0" cy="-3" r="1.4" fill="{GOLD}"/>'
)
_FACE = (
    f'<path d="M-8-36a8 9 0 0 1 16 0V-29a8 9 0 0 1-16 0Z" fill="{SKIN}"/>'
    f'<path d="M-4.5-33.5h2.5M2-33.5h2.5M0-32v4M-2.2-25.5q2.2 1.4 4.4 0" fill="none" stroke="{DARK}" stroke-width="1.1" stroke-linecap="round"/>'
)
COURTS = {
    "J": (
        f'<path d="M-10-38C-12-30-11-24-9-22M10-38C12-30 11-24 9-22" fill="none" stroke="{DARK}" stroke-width="3.5" stroke-linecap="round"/>'
        + _SHOULDERS
        + _FACE
        + f'<path d="M-12-38C-13-46-6-50 2-50 10-50 14-44 12-38Z" fill="currentColor"/><path d="M-12.5-37.5H12.5" stroke="{GOLD}" stroke-width="3" stroke-linecap="round"/>'
        + f'<path d="M7-45C12-54 20-53 21-46 17-44 12-43 7-45Z" fill="{GOLD}"/>'
    ),
    "Q": (
        f'<path d="M-9-42C-16-36-14-25-11-20L-7-22V-40ZM9-42C16-36 14-25 11-20L7-22V-40Z" fill="{DARK}"/>'
        + _SHOULDERS
        + _FACE
        + f'<path d="M-8.5-36C-6-43 6-43 8.5-36 4-40-4-40-8.5-36Z" fill="{DARK}"/>'
        + f'<path d="M-11-41-9-48-5.5-44 0-52 5.5-44 9-48 11-41C5-44-5-44-11-41Z" fill="{GOLD}"/><circle cx="0" cy="-47" r="1.7" fill="currentColor"/>'
        + '<path d="M-3-25.8q3 2.4 6 0" fill="none" stroke="#a33b3b" stroke-width="1.5" stroke-linecap="round"/>'
    ),
    "K": (
        _SHOULDERS
        + _FACE
        + f'<path d="M-8.5-30C-8-20-4-16.5 0-16.5 4-16.5 8-20 8.5-30 6-26.5 3-27.2 0-27.2-3-27.2-6-26.5-8.5-30Z" fill="{DARK}"/>'
        + f'<path d="M-12-39-14-51-7-45.5 0-54 7-45.5 14-51 12-39Z" fill="{GOLD}"/><path d="M-12-39H12" stroke="currentColor" stroke-width="2.2"/>'
        + '<circle cx="0" cy="-46" r="1.8" fill="currentColor"/><circle cx="-7" cy="-43" r="1.3" fill="currentColor"/><circle cx="7" cy="-43" r="1.3" fill="currentColor"/>'
    ),
}


def suit(kind: str, x: float, y: float, size: float, turned: bool = False) -> str:
    turn = " rotate(180)" if turned else ""
    return f'<use href="#{kind}" transform="translate({x:g} {y:g}){turn} scale({size / 100:g})"/>'


def pip(kind: str, x: float, y: float, turned: bool) -> str:
    return f'<use href="#{kind}{2 if turned else 1}" x="{x:g}" y="{y:g}"/>'


def pips(kind: str, places: list[tuple[float, float]]) -> str:
    return "".join(pip(kind, x, y, y > CENTRE + 1) for x, y in places)


def corners(inside: str) -> str:
    """Both corners of a face. A page may enlarge the first for a card that is small: it then hides the second, and moves
    the rest aside."""
    return f'<g class="near">{inside}</g><g class="far" transform="rotate(180 50 70)">{inside}</g>'


def shapes(kind: str) -> str:
    """A suit in the corner and as a pip, upright and turned: drawn in its size here, a card names only its place."""
    sizes = ("translate(14 40) scale(.17)", "scale(.18)", "rotate(180) scale(.18)")
    path = f'd="{SUIT_PATHS[kind]}" fill="currentColor"'
    return "".join(f'<path id="{kind}{size}" transform="{how}" {path}/>\n' for size, how in enumerate(sizes))


def index(rank: str) -> str:
    text = "10" if rank == "T" else rank
    fit = ' textLength="21" lengthAdjust="spacingAndGlyphs"' if rank == "T" else ""
    return f'<text id="i{rank}" x="14" y="27" font-size="27" {FONT} fill="currentColor"{fit}>{text}</text>\n'


def turned(drawing: str) -> str:
    return f'<g transform="rotate(180 50 70)">{drawing}</g>'


def face(rank: str, kind: str) -> str:
    if rank in PIPS:
        sides = all(place in PIPS[rank] for place in _SIDES)
        middle = f'<use href="#{kind}4"/>' * sides
        middle += pips(kind, [place for place in PIPS[rank] if not (sides and place in _SIDES)])
    elif rank == "A":
        middle = suit(kind, 50, 70, 46)
    else:
        marks = suit(kind, 33, 24, 11) + turned(suit(kind, 33, 24, 11))
        half = f'<use href="#{rank}" x="50" y="70"/>'
        middle = f'<use href="#f"/>{half}{turned(half)}<use href="#b"/>{marks}'
    return painted(corners(f'<use href="#i{rank}"/><use href="#{kind}0"/>'), middle)


def painted(corners: str, middle: str) -> str:
    return f'<use href="#p"/>{corners}<g class="art">{middle}</g>'


def joker() -> str:
    hat = (
        '<path d="M30 78C24 60 20 52 14 46 28 40 40 48 44 60 46 46 48 38 50 28 52 38 54 46 56 60 60 48 72 40 86 46 80 52 76 60 70 78Z" fill="currentColor"/>'
        f'<path d="M44 60C46 46 48 38 50 28 52 38 54 46 56 60L58 78H42Z" fill="{GOLD}"/>'
        + "".join(f'<circle cx="{x}" cy="{y}" r="4.5" fill="{GOLD}"/>' for x, y in ((14, 47), (50, 27), (86, 47)))
        + f'<path d="M29 78H71L69 87H31Z" fill="{DARK}"/><path d="M36 87h28v9a14 14 0 0 1-28 0Z" fill="{SKIN}"/>'
        f'<path d="M43 94h3M54 94h3M45 102q5 4 10 0" fill="none" stroke="{DARK}" stroke-width="1.6" stroke-linecap="round"/>'
        f'<path d="M28 124 36 108 43 116 50 109 57 116 64 108 72 124Z" fill="currentColor"/>'
    )
    letters = "".join(
        f'<text x="12" y="{18 + 12 * i}" font-size="12" {FONT} fill="currentColor">{letter}</text>'
        for i, letter in enumerate("JOKER")
    )
    return painted(corners(letters), f'<g transform="translate(10 14) scale(.84)">{hat}</g>')


def back() -> str:
    left, top, right, bottom = 8, 8, 92, 132
    lines = []
    for offset in range(-140, 240, 12):
        # A diagonal y = x + offset (and its mirror image), clipped at the border.
        x0, x1 = max(left, top - offset), min(right, bottom - offset)
        if x0 < x1:
            lines.append(f"M{x0} {x0 + offset}L{x1} {x1 + offset}M{100 - x0} {x0 + offset}L{100 - x1} {x1 + offset}")
    return (
        '<use href="#p"/>'
        '<rect x="5" y="5" width="90" height="130" rx="5" fill="currentColor"/>'
        + f'<path d="{"".join(lines)}" stroke="#fff" stroke-opacity=".28" stroke-width="1.2" fill="none"/>'
        + '<rect x="8" y="8" width="84" height="124" rx="3" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="1.2"/>'
        + '<circle cx="50" cy="70" r="19" fill="currentColor" stroke="#fff" stroke-opacity=".7" stroke-width="1.5"/>'
        + '<path d="M41 60H59L50 82" fill="none" stroke="#fff" stroke-opacity=".92" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def sheet() -> str:
    def symbol(name: str, inside: str) -> str:
        return f'<symbol id="{name}" viewBox="0 0 100 140">{inside}</symbol>\n'

    parts = ['<svg xmlns="http://www.w3.org/2000/svg">\n<defs>\n']
    parts += [f'<path id="{kind}" d="{SUIT_PATHS[kind]}" fill="currentColor"/>\n' for kind in SUITS]
    parts += [f'<g id="{rank}">{COURTS[rank]}</g>\n' for rank in RANKS if rank in COURTS]
    parts += [index(rank) for rank in RANKS]
    parts += [shapes(kind) for kind in SUITS]
    parts += [f'<g id="{kind}4">{pips(kind, _SIDES)}</g>\n' for kind in SUITS]
    parts.append(f"{PAPER}\n{FRAME}\n{BAND}\n</defs>\n")
    parts += [symbol(card.text, face(*card.text)) for card in DECK_52]
    parts += [symbol("Jk", joker()), symbol("back", back()), "</svg>\n"]
    return "".join(parts)


def main() -> int:
    text = sheet()
    if "--check" in sys.argv[1:]:
        if TARGET.read_text(encoding="utf-8") == text:
            return 0
        print(f"{TARGET.name} is out of date; run python -m tools.card_faces")
        return 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
