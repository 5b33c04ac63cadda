"""The forms of the pages of hand-dealt tables: what they offer, and what was filled in. Documented in `pages_deal`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seventh.games import parse_house, wording_of
from seventh.house.amounts import NotAnAmount, parse_amount
from seventh.house.stakes import stakes_of
from seventh.records.hand_dealt_table import Player
from seventh.room.hand_dealt import Kept
from seventh.room.houses import Houses, Version
from seventh.rounds.hand_dealing import NotUnderstood, Unconfirmed, read_entry
from seventh.web.errors import Failure

Fields = Mapping[str, str]

LONGEST_RULES = 20_000
_STAKES = {
    "half": "Half",
    "x2": "Twice",
    "x5": "Five times",
    "x10": "Ten times",
}
_CLOSE = ("", "close")


# A new table.


def new_table(houses: Houses, fields: Fields) -> dict[str, Any]:
    """What the form for a new table offers, and the values in it: those of a game, its stakes and its seats."""
    chosen = fields.get("game", "")
    version = houses[chosen] if chosen in houses else next(iter(houses.values()))
    offered = stakes_of(version.rules)
    return {
        "games": [{"game": name, "title": each.title} for name, each in houses.items()],
        "stakes": [
            {"name": name, "words": f"{_stakes(name, version)}: {wording_of(house).stakes}"}
            for name, (_, house) in offered.items()
        ],
        "chosen": {
            "game": version.house,
            "stakes": fields.get("stakes") or "book",
            "name": fields.get("name", ""),
            "rules": fields.get("rules", ""),
            "players": [
                {"seat": seat, "name": fields.get(f"name{seat}", ""), "chips": fields.get(f"chips{seat}", "")}
                for seat in range(1, version.rules.seats + 1)
            ],
        },
    }


def _stakes(name: str, version: Version) -> str:
    whose = "Book" if not version.number else "House"
    return f"{_STAKES[name]} the {whose.lower()} stakes" if name in _STAKES else f"{whose} stakes"


def chosen_house(houses: Houses, fields: Fields) -> Any:
    """The rules: those of a house of the room at the chosen stakes, or a house file."""
    game, rules = fields.get("game", ""), fields.get("rules", "")
    if game not in houses:
        raise Failure("malformed", f"there is no game {game!r}", allowed=", ".join(houses))
    house = houses[game].rules
    if rules.strip():
        if len(rules) > LONGEST_RULES:
            raise Failure("malformed", "the house file is too long", allowed=f"up to {LONGEST_RULES} characters")
        return parse_house(rules, house.game, "house file")
    offered = stakes_of(house)
    stakes = fields.get("stakes") or "book"
    if stakes not in offered:
        raise Failure("malformed", f"there are no stakes called {stakes!r}", allowed=", ".join(offered))
    return offered[stakes][1]


def new_players(fields: Fields, house: Any) -> dict[int, Player]:
    """The players that were entered, by seat."""
    players = {}
    for seat in range(1, house.seats + 1):
        name, chips = fields.get(f"name{seat}", "").strip(), fields.get(f"chips{seat}", "").strip()
        if name and not chips:
            raise NotUnderstood(f"How many chips does {name} have (seat {seat})?")
        if chips:
            players[seat] = Player(name, parse_amount(chips, house))
    if not players:
        raise NotUnderstood("Enter chips for at least one seat")
    return players


# A table.


def entry_of(kept: Kept, fields: Fields) -> str:
    """A button's entry or what was typed, and what was filled in beside it."""
    first = fields["entry"] if "entry" in fields else _typed(fields)
    rest = [fields.get(name, "") for name in ("place", "cards", "count", "amount", "reason")]
    entry = " ".join(part for part in (first.strip(), *(part.strip() for part in rest)) if part)
    if entry.lower() in _CLOSE and fields.get("changed"):
        _check_changed(kept, fields["changed"].split(","))
    return entry


def _typed(fields: Fields) -> str:
    """What was typed; a decision is for the seat that the page asks about."""
    typed, seat = fields.get("typed", "").strip(), fields.get("for", "")
    if not seat or not typed[:1].isalpha() or typed.lower().split()[0] in ("undo", "all", "help"):
        return typed
    return f"{seat} {typed}"


def _check_changed(kept: Kept, seats: list[str]) -> None:
    """Ask about amounts that were typed over wagers already placed, and not placed themselves."""
    dealt = kept.table.round
    if dealt is None or dealt.round.phase != "wagers":
        return
    placed = [seat for seat in dealt.round.seats if str(seat) in seats and dealt.round.hands[seat].wagers]
    if not placed:
        return
    names = ", ".join(f"{dealt.names(seat)[:1].lower()}{dealt.names(seat)[1:]}" for seat in placed)
    question = f"Changed, but not placed: {names}. Keep the wagers placed before?"
    try:
        read_entry(dealt.round, dealt.words, dealt.names, _CLOSE[1])
    except Unconfirmed as waiting:
        question = f"{waiting} {question}"
    raise Unconfirmed(question, _CLOSE[1], "No more bets")


def wagers_of(kept: Kept, fields: Fields) -> str:
    """The wagers in the boxes of a seat, as an entry."""
    seat = fields.get("seat", "")
    if "out" in fields:
        return f"{seat} out"
    words: Any = wording_of(kept.table.house)
    named = []
    for field, value in fields.items():
        wager, amount = field.removeprefix("wager."), value.strip()
        if not field.startswith("wager.") or wager not in words.aliases or not amount:
            continue
        try:
            parse_amount(amount, kept.table.house)
        except NotAnAmount as problem:
            raise NotUnderstood(f"{words.label(wager)}: {problem}") from None
        named.append(f"{words.short(wager)} {amount}")
    if not named:
        raise NotUnderstood(
            f"Fill in the wagers of {kept.table.name(int(seat))} first" if seat.isdecimal() else "Choose a seat"
        )
    return f"{seat} {' '.join(named)}"
