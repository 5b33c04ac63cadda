"""PHH texts for tests: a hand of two that one can change."""

import json

HAND = {
    "variant": "'F7S'",
    "antes": "[5, 5]",
    "bring_in": "10",
    "small_bet": "40",
    "big_bet": "80",
    "starting_stacks": "[500, 600]",
}
THIRD = ["d dh p1 AsKs2c", "d dh p2 QhQd9s"]
"""p1 has the low card."""
LATER = ["d dh p1 3d", "d dh p2 8h", "p1 cc", "p2 cc"]


def street(first, second, *actions):
    return [f"d dh p1 {first}", f"d dh p2 {second}", *actions]


CHECKED_DOWN = [
    *THIRD,
    *("p1 pb", "p2 cc"),
    *street("3d", "8h", "p2 cc", "p1 cc"),
    *street("4d", "7h", "p2 cc", "p1 cc"),
    *street("5h", "6c", "p2 cc", "p1 cc"),
    *street("Ac", "2d", "p2 cc", "p1 cc"),
]
"""A hand that nobody bets: p1 ends with a straight, p2 with a pair of queens; 30 are in the pot."""


def hand(actions=CHECKED_DOWN, drop=(), **fields):
    """The text of a hand; fields are TOML."""
    lines = {**HAND, **fields, "actions": json.dumps(list(actions))}
    return "\n".join(f"{key} = {value}" for key, value in lines.items() if key not in drop)
