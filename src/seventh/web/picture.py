"""The end of a round as a picture: one SVG file that needs nothing else, to keep or to show to somebody."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from textwrap import wrap
from typing import Any
from xml.sax.saxutils import escape

from seventh.cards import Card, CardError
from seventh.games import game_of, wording_of
from seventh.house import House
from seventh.room.replay import Replay
from seventh.rounds.dealer.narration import result_words
from seventh.rounds.events import HIDDEN
from seventh.rounds.narration import codes
from seventh.web.assets import STATIC

_WIDTH = 1080
_MARGIN = 40
_CARD = 74
_STEP = 64
_ROW = 142
_SUITS = {"c": "#16181d", "s": "#16181d", "d": "#c3112b", "h": "#c3112b", "k": "#6f1d9b"}
_BACK = "#7c1f2d"
_WIN, _LOSE = "#b6f5cb", "#ffd0c9"
_FONT = "font-family=\"'Source Sans 3', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif\""


@cache
def _faces() -> str:
    """The faces of all cards, as definitions."""
    text = (STATIC / "img" / "cards.svg").read_text(encoding="utf-8")
    return text[text.index(">") + 1 : text.rindex("</svg>")]


def picture(found: Replay, house: House) -> str:
    """The last step of a replay."""
    felt = game_of(house).layout.felt
    outcome = wrap(found.outcome or found.steps[-1].says[-1], 78)
    rows = list(_rows(found, house))
    top = 92 + 32 * len(outcome)
    tall = top + sum(row["tall"] for row in rows) + 44
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{tall}" viewBox="0 0 {_WIDTH} {tall}" '
        f'role="img" {_FONT}>',
        f"<title>{escape(f'{found.title}. {found.outcome}'.strip())}</title>",
        _faces(),
        f'<defs><radialGradient id="cloth" cx="50%" cy="10%" r="110%"><stop offset="0" stop-color="{felt.light}"/>'
        f'<stop offset=".5" stop-color="{felt.cloth}"/><stop offset="1" stop-color="{felt.edge}"/>'
        "</radialGradient></defs>",
        f'<rect width="{_WIDTH}" height="{tall}" fill="url(#cloth)"/>',
        _text(_MARGIN, 58, found.title, 30, felt.ink, weight=650),
        *(_text(_MARGIN, 98 + 32 * n, line, 23, "#ffffff") for n, line in enumerate(outcome)),
    ]
    y = top
    for row in rows:
        parts += _row(row, y)
        y += row["tall"]
    parts += [_text(_WIDTH - _MARGIN, tall - 18, "Seventh Street, play chips", 16, felt.ink, anchor="end"), "</svg>"]
    return "\n".join(parts)


def _rows(found: Replay, house: House) -> Iterator[dict[str, Any]]:
    """The dealer, the viewer, and the others."""
    frame = found.steps[-1].frame
    assert frame.round is not None
    view, hands = frame.round.view, frame.round.hands
    names = {info.seat: info.name for info in frame.seats}
    dealer = getattr(view, "dealer", "")
    if dealer:
        yield _one("Dealer", dealer, hands.get("dealer"), None, house, ())
    if getattr(view, "common", ""):
        yield _one("Common card", view.common, None, None, house, ())
    for line in sorted(view.seats, key=lambda line: (line.seat != found.viewer, line.seat)):
        mine = line.seat == found.viewer
        name = "You" if mine else names[line.seat]
        lines = _settled(line, house) if mine else ()
        state = {"folded": "folded", "mucked": "mucked", "out": "sat out", "void": "hand void", "dead": "hand void"}
        yield _one(name, line.cards, hands.get(str(line.seat)), line.net, house, lines, state.get(line.status, ""))


def _one(
    name: str, cards: str, hand: Any, net: int | None, house: House, lines: tuple[str, ...], state: str = ""
) -> dict[str, Any]:
    said = hand.name if hand is not None and HIDDEN not in cards else ""
    notes = [*wrap(said, 36)[:2], state] if state else wrap(said, 36)[:3]
    result = None if net is None else (net, f"{'+' if net > 0 else '−' if net < 0 else ''}{house.money(abs(net))}")  # noqa: RUF001
    plays = codes(hand.plays) if hand is not None and hand.plays else []
    shown = {"name": name, "cards": codes(cards), "plays": plays, "notes": [note for note in notes if note]}
    return {**shown, "result": result, "lines": lines, "tall": _ROW + 26 * len(lines)}


def _settled(line: Any, house: House) -> tuple[str, ...]:
    words = wording_of(house)
    told = []
    for one in getattr(line, "settled", ()):
        net = one.returned + one.payoff - one.amount
        how = f"wins {house.money(net)}" if net > 0 else f"loses {house.money(-net)}" if net < 0 else "pushes"
        if one.payoff and not one.returned:
            how = result_words(one, house.money)
        told.append(f"{words.title(one.wager)}, {house.money(one.amount)}: {how}")
    return tuple(f"{text[:1].upper()}{text[1:]}" for text in told)


def _row(row: dict[str, Any], y: int) -> Iterator[str]:
    yield _text(_MARGIN, y + 46, row["name"][:18], 22, "#ffffff", weight=650)
    if row["result"] is not None:
        net, text = row["result"]
        yield _text(_MARGIN, y + 78, text, 24, _WIN if net > 0 else _LOSE if net < 0 else "#ffffff", weight=650)
    for place, card in enumerate(row["cards"]):
        yield _card(card, 240 + place * _STEP, y + 8, not row["plays"] or card in row["plays"])
    for place, note in enumerate(row["notes"]):
        yield _text(
            240 + (max(len(row["cards"]), 7) - 1) * _STEP + _CARD + 18, y + 46 + 26 * place, note, 20, "#ffffff"
        )
    for place, line in enumerate(row["lines"]):
        yield _text(240, y + _ROW + 2 + 26 * place, line, 19, "#ffffff")


def _card(code: str, x: int, y: int, plays: bool) -> str:
    """A card; one that does not play is dimmed."""
    known = code != HIDDEN
    ink = _SUITS[code[1]] if known else _BACK
    shade = "" if plays else '<rect width="100" height="140" rx="8.75" fill-opacity=".3"/>'
    return (
        f'<svg x="{x}" y="{y}" width="{_CARD}" height="{_CARD * 1.4:.1f}" viewBox="0 0 100 140" color="{ink}" '
        f'data-card="{code}"><title>{_name(code)}</title><use href="#{code if known else "back"}"/>{shade}</svg>'
    )


def _name(code: str) -> str:
    try:
        return Card(code).name if code != HIDDEN else "face-down card"
    except CardError:
        return "a card"


def _text(x: float, y: float, text: str, size: int, fill: str, weight: int = 400, anchor: str = "start") -> str:
    look = f'font-size="{size}" font-weight="{weight}" fill="{fill}" text-anchor="{anchor}"'
    return f'<text x="{x}" y="{y}" {look}>{escape(text)}</text>'
