"""Wagers before the deal as people type them: `ante 5 first 5 bonus 1`."""

from __future__ import annotations

import re

from seventh.house import House
from seventh.house.amounts import looks_like_amount, parse_amount
from seventh.rounds.actions import PlaceWagers
from seventh.rounds.dealer.words import Wording
from seventh.rounds.spots import WagerSpots

Wagers = dict[str, int]

FILLERS = ("and", "on", "the", "wager", "bet", "with")


class NotWagers(ValueError):
    """Text that does not name wagers; the message says what is wrong and what is allowed."""


def parse_wagers(text: str, names: tuple[str, ...], words: Wording) -> Wagers:
    """Parse wagers by name; an amount without a name goes to the next spot of the layout."""
    known = {
        tuple(alias.split()): name for name in names for alias in (*words.aliases[name], words.title(name).lower())
    }
    tokens = re.sub(r",(?!\d{3}\b)|[=:;]|(?<=\w)[-_](?=[a-z])", " ", text).split()
    found: Wagers = {}
    spot: str | None = None
    while tokens:
        length = next((n for n in range(len(tokens), 0, -1) if tuple(tokens[:n]) in known), 0)
        if length:
            if spot is not None:
                raise NotWagers(f"How much on {words.the(spot)}? For example: {words.example}")
            spot = known[tuple(tokens[:length])]
            tokens = tokens[length:]
            continue
        token = tokens.pop(0)
        if looks_like_amount(token, words.house):
            at = spot or next((name for name in names if name not in found), None)
            if at is None:
                raise NotWagers(
                    f"Too many amounts, from {token} on; there are {len(names)} spots: {_spots(names, words)}"
                )
            if at in found:
                raise NotWagers(f"You named {words.the(at)} twice.")
            found[at] = parse_amount(token, words.house)
            spot = None
        elif token not in FILLERS:
            if spot is not None:
                raise NotWagers(f"{token!r} is not an amount; how much on {words.the(spot)}?")
            raise NotWagers(f"Unknown wager {token!r}; choose from {_spots(names, words)}")
    if spot is not None:
        raise NotWagers(f"How much on {words.the(spot)}? For example: {words.example}")
    return found


def _spots(names: tuple[str, ...], words: Wording) -> str:
    return ", ".join(words.short(name) for name in names)


def why_not(choice: WagerSpots, wagers: Wagers, words: Wording, who_has: str = "You have") -> str:
    """One line that says why these wagers are refused and what is allowed; empty if they are allowed."""
    house: House = words.house
    chosen: Wagers = {}
    left = choice.budget
    for name in choice.names:
        if not wagers.get(name):
            continue
        refusal = choice.refusal(PlaceWagers({**chosen, name: wagers[name]}))
        if refusal is None:
            chosen[name] = wagers[name]
            left -= wagers[name]
            continue
        spot, the = choice.spot(name, chosen), words.the(name)
        clause = f" ({refusal.clause})" if refusal.clause else ""
        if spot.closed:
            return f"{spot.closed[0].upper()}{spot.closed[1:]}{clause}."
        if left < spot.minimum:
            return f"{who_has} only {house.money(left)} left; {the} is at least {house.money(spot.minimum)}{clause}."
        most = min(spot.maximum, left) - (min(spot.maximum, left) - spot.minimum) % spot.step
        allowed = house.money(spot.minimum)
        if spot.minimum < most:
            allowed += f" to {house.money(most)} in steps of {house.money(spot.step)}"
        return f"{house.money(wagers[name])} is not allowed on {the}; allowed: {allowed}{clause}."
    return ""
