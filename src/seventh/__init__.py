"""Seventh Street: four seven-card casino games, played by the book and provably fair.

This is the public API of the library. Names are imported on first use, so `import seventh` is fast.

>>> import seventh
>>> seventh.rank("KsKd4h4cAs2d3c")
<PokerHand AsKsKd4h4c3c2d: two pair, kings and fours, ace kicker>
"""

from __future__ import annotations

TYPE_CHECKING = False  # importing it from `typing` would take longer than everything else here
if TYPE_CHECKING:
    from seventh.cards import Card as Card
    from seventh.cards import parse_cards as parse_cards
    from seventh.extras import MissingExtra as MissingExtra
    from seventh.hands.poker import Category as Category
    from seventh.house import HouseError as HouseError
    from seventh.house import WrongHouse as WrongHouse
    from seventh.library.dealt import DealtRound as DealtRound
    from seventh.library.files import read_phh as read_phh
    from seventh.library.files import read_record as read_record
    from seventh.library.files import verify as verify
    from seventh.library.files import write_phh as write_phh
    from seventh.library.files import write_record as write_record
    from seventh.library.game import HouseGame as HouseGame
    from seventh.library.game import all_games as all_games
    from seventh.library.game import game as game
    from seventh.library.game import load_house as load_house
    from seventh.library.hands import equity as equity
    from seventh.library.hands import hand_category as hand_category
    from seventh.library.hands import hand_name as hand_name
    from seventh.library.hands import random_hands as random_hands
    from seventh.library.hands import rank as rank
    from seventh.library.hands import rank_hands as rank_hands
    from seventh.rounds.legal import Refused as Refused

__version__ = "0.1.0"

_MODULES = {
    "seventh.cards": ("Card", "parse_cards"),
    "seventh.extras": ("MissingExtra",),
    "seventh.hands.poker": ("Category",),
    "seventh.house": ("HouseError", "WrongHouse"),
    "seventh.library.dealt": ("DealtRound",),
    "seventh.library.files": ("read_phh", "read_record", "verify", "write_phh", "write_record"),
    "seventh.library.game": ("HouseGame", "all_games", "game", "load_house"),
    "seventh.library.hands": ("equity", "hand_category", "hand_name", "random_hands", "rank", "rank_hands"),
    "seventh.rounds.legal": ("Refused",),
}
"""The module of each name; type checkers read the imports above instead."""
_WHERE = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "Card",
    "Category",
    "DealtRound",
    "HouseError",
    "HouseGame",
    "MissingExtra",
    "Refused",
    "WrongHouse",
    "all_games",
    "equity",
    "game",
    "hand_category",
    "hand_name",
    "load_house",
    "parse_cards",
    "random_hands",
    "rank",
    "rank_hands",
    "read_phh",
    "read_record",
    "verify",
    "write_phh",
    "write_record",
]


if not TYPE_CHECKING:  # otherwise type checkers would accept misspelt names

    def __getattr__(name: str) -> object:
        if name not in _WHERE:
            raise AttributeError(f"module 'seventh' has no attribute {name!r}")
        from importlib import import_module

        found = globals()[name] = getattr(import_module(_WHERE[name]), name)
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
