"""A game's data for the pages and the API: wagers with exact edge and top award, and the rules, from the house."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from functools import lru_cache
from typing import Any

from seventh.games import game_of, rules_of, wording_of
from seventh.games.worked import worked_round
from seventh.house import House
from seventh.house.rules import Clause
from seventh.lab.figures import WagerFigures
from seventh.rounds.narration import codes

PLAY_CHIPS = "Play chips only: they have no value and cannot be bought or redeemed."


@lru_cache(maxsize=64)
def game_info(house: House) -> dict[str, Any]:
    """A game as shown in the lobby."""
    rules = rules_of(house)
    priced = _figures(house)
    return {
        "game": house.game,
        "title": house.title,
        "seats": house.seats,
        "least": game_of(house).round.FEWEST_PLAYERS,
        "about": wording_of(house).about,
        "against_house": game_of(house).round.AGAINST_HOUSE,
        "limits": wording_of(house).stakes,
        "house_takes": wording_of(house).house_takes,
        "wagers": [_wager(house, wager, priced) for wager in rules.wagers],
        "rules_url": f"/rules/{house.game}",
        "play_url": f"/play/{house.game}",
    }


def _wager(house: House, wager: Any, priced: dict[str, WagerFigures]) -> dict[str, Any]:
    # A spot that starts a hand has the figures of the whole hand.
    whole = next((name for name, spot in _whole_hands(house).items() if spot == wager.key), wager.key)
    found = priced.get(whole)
    told = {"key": wager.key, "title": wager.title, "limits": wager.limits, "terms": wager.terms}
    return {**told, "clause": wager.clause, **_edge(house, found)}


def _edge(house: House, found: WagerFigures | None) -> dict[str, Any]:
    if found is None:
        return {"edge": None, "edge_exact": "", "edge_text": "", "edge_words": "", "top": None, "figures": ""}
    whole = " of the ante, for the whole hand with optimal play" if found.wager in _whole_hands(house) else ""
    return {
        "edge": float(found.house_edge),
        "edge_exact": str(found.house_edge),
        "edge_text": percent(found.house_edge),
        "edge_words": f"house edge {percent(found.house_edge)}{whole}",
        "top": top_award(house, found),
        "figures": found.wager,
    }


def top_award(house: House, found: WagerFigures) -> dict[str, Any] | None:
    """The top award: what it pays, and its odds."""
    most = max(outcome.pays for outcome in found.outcomes)
    if most <= 0:
        return None
    best = [outcome for outcome in found.outcomes if outcome.pays == most]
    chance = Fraction(sum(outcome.combinations for outcome in best), found.combinations)
    # For a hand that starts with an ante, the award is the total won on all its wagers, in antes.
    whole_hand = found.wager in _whole_hands(house)
    name = _whole_hand([outcome.name for outcome in best]) if whole_hand else wording_of(house).best_rows(found.wager)
    pays = f"{_number(most)} {'ante' if most == 1 else 'antes'}" if whole_hand else to_one(most)
    return {"name": name, "pays": pays, "odds": one_in(chance), "one_in": float(1 / chance)}


def _whole_hand(names: list[str]) -> str:
    """The name of an award, from outcomes such as `win, royal flush` and `tie, royal flush`."""
    ends = list(dict.fromkeys(name.partition(", ")[2] or name for name in names))
    return names[0] if len(names) == 1 else " or ".join(ends)


def _number(value: Fraction) -> str:
    return f"{value.numerator:,}" if value.denominator == 1 else f"{float(value):,.2f}"


@lru_cache(maxsize=64)
def titles_of(house: House) -> dict[str, str]:
    """The names of a game's wagers and whole hands."""
    titles = {wager.key: f"{wager.title[0].upper()}{wager.title[1:]}" for wager in rules_of(house).wagers}
    mathematics = game_of(house).mathematics
    return {**titles, **mathematics.titles} if mathematics else titles


def _whole_hands(house: House) -> Mapping[str, str]:
    """The combined figures of all wagers of a hand, per unit of the wager that starts it."""
    mathematics = game_of(house).mathematics
    return mathematics.spots if mathematics else {}


def figures_of(house: House) -> list[dict[str, Any]]:
    """The exact figures of every wager for the rules page; empty for games between players."""
    titles = titles_of(house)
    return [
        {
            "key": name,
            "title": titles[name],
            "edge": float(found.house_edge),
            "edge_text": percent(found.house_edge),
            "edge_exact": str(found.house_edge),
            "element_of_risk": float(found.element_of_risk),
            "std_dev": found.std_dev,
            "hit_frequency": float(found.hit_frequency),
            "top": top_award(house, found),
            "outcomes": [
                {
                    "name": outcome.name,
                    "probability": outcome.combinations / found.combinations,
                    "one_in": one_in(Fraction(outcome.combinations, found.combinations)),
                    "pays": str(outcome.pays),
                }
                for outcome in found.outcomes
            ],
        }
        for name, found in _figures(house).items()
    ]


@lru_cache(maxsize=64)
def _figures(house: House) -> dict[str, WagerFigures]:
    from seventh.games.edges import edge  # numpy takes long to load

    return edge(house.game, house).wagers if game_of(house).mathematics else {}


@lru_cache(maxsize=64)
def rules_data(house: House) -> dict[str, Any]:
    """The rules in force as plain data, each part with its kind and source."""
    rules = rules_of(house)
    return {
        **{key: value for key, value in rules.as_data().items() if key != "sections"},
        "sections": [
            {"title": section.title, "parts": [_part(part) for part in section.parts]} for section in rules.sections
        ],
    }


@lru_cache(maxsize=64)
def charts_of(house: House) -> list[dict[str, Any]]:
    """The rankings of a game as charts of example hands."""
    return [
        {
            "title": chart.title,
            "rows": [
                {
                    "name": row.name,
                    "cards": _cards(row.cards, row.plays),
                    "odds": frequency(row.chance) if row.chance else "",
                    "pays": row.pays,
                }
                for row in chart.rows
            ],
            "notes": chart.notes,
        }
        for chart in wording_of(house).charts
    ]


@lru_cache(maxsize=64)
def worked_of(house: House) -> list[dict[str, Any]]:
    """An example round of a game, with its cards."""
    return [
        {
            "title": step.title,
            "says": step.says,
            "hands": [{"who": one.who, "name": one.name, "cards": _cards(one.cards, one.plays)} for one in step.hands],
        }
        for step in worked_round(house)
    ]


def _cards(cards: str, plays: str) -> list[tuple[str, bool]]:
    """Each card and whether it plays; all do if `plays` is empty."""
    playing = codes(plays)
    return [(card, not playing or card in playing) for card in codes(cards)]


def _part(part: Any) -> dict[str, Any]:
    return {"kind": "clause" if isinstance(part, Clause) else "table", **asdict(part)}


def percent(value: Fraction | float) -> str:
    """A fraction as a percentage: `0.0266` is 2.66%."""
    return f"{float(value) * 100:.2f}%"


def one_in(chance: Fraction) -> str:
    """A probability as `1 in N`."""
    if not chance:
        return "never"
    times = 1 / chance
    return f"1 in {float(times):,.0f}" if times >= 100 else f"1 in {float(times):,.1f}"


def frequency(chance: Fraction) -> str:
    """A probability as a percentage, or as `1 in N` from 1 in 10."""
    return f"{float(chance):.0%}" if chance > Fraction(1, 10) else f"1 in {round(1 / chance):,}"


def to_one(pays: Fraction) -> str:
    """What a wager pays: `3/2` is 3 to 2."""
    return f"{pays.numerator:,} to {pays.denominator}"


def clauses_of(house: House) -> dict[str, str]:
    """The text of each clause of the rules, by id."""
    found: dict[str, str] = {}
    for part in rules_of(house):
        if isinstance(part, Clause) and part.id:
            found[part.id] = f"{found[part.id]} {part.text}" if part.id in found else part.text
    return found
