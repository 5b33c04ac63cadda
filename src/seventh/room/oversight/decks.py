"""The statistical tests of shuffles on the decks that the room dealt.

The decks are derived from the seeds of closed rounds, once these may be shown; that each round was dealt from the deck
of its seeds is what `seventh check` and `seventh verify` establish.
"""

from __future__ import annotations

from msgspec import Struct

from seventh.games import GAMES
from seventh.room.oversight.tallies import Period, Tallies

FEWEST = 1_000
"""With fewer decks of a game the distributions of the tests are not those of many decks."""
_AT_ONCE = 5_000


class ShuffleTest(Struct, frozen=True):
    """One test on the decks of one game."""

    game: str
    test: str
    p: float
    rejected: bool


class GameDecks(Struct, frozen=True):
    """The decks of one game."""

    game: str
    decks: int
    enough: bool


class Battery(Struct, frozen=True):
    """The tests of a period."""

    games: list[GameDecks]
    tests: list[ShuffleTest]
    level: float
    """Each test rejects a fair shuffle with this probability."""
    expected: float
    """How many of the tests would reject a fair shuffle on average."""
    rejected: int
    chance: float
    """The probability that a fair shuffle gives so many rejections, or so small a p-value, in this many tests."""
    passed: bool
    unrevealed: int
    """Decks that are not counted yet, because their seeds may not be shown."""


def battery(decks: dict[str, list[bytes]], unrevealed: int = 0) -> Battery:
    """Test decks by game; each item is some decks, one after another."""
    import numpy as np  # takes long to load

    from seventh.lab.shuffles import LEVEL, count, p_values, verdict

    games, found = list[GameDecks](), dict[tuple[str, str], float]()
    for game, parts in decks.items():
        size = len(GAMES[game].deck)
        cards = np.frombuffer(b"".join(parts), dtype=np.uint8).reshape(-1, size)
        enough = len(cards) >= FEWEST
        games.append(GameDecks(game, len(cards), enough))
        if enough:
            total = count(cards[:_AT_ONCE])
            for first in range(_AT_ONCE, len(cards), _AT_ONCE):
                total = total.plus(count(cards[first : first + _AT_ONCE]))
            found |= {(game, name): p for name, p in p_values(total).items()}
    tests = [ShuffleTest(game, name, p, p < LEVEL) for (game, name), p in found.items()]
    if not tests:
        return Battery(games, [], LEVEL, 0.0, 0, 1.0, passed=True, unrevealed=unrevealed)
    end = verdict({f"{game}: {name}": p for (game, name), p in found.items()})
    return Battery(games, tests, LEVEL, end.expected, len(end.rejected), min(end.chance, 1.0), end.passed, unrevealed)


def decks_in(tallies: Tallies, period: Period, game: str = "") -> dict[str, list[bytes]]:
    """The decks of a period by game. The lock of the tallies must be held."""
    found: dict[str, list[bytes]] = {}
    for (day, name), decks in sorted(tallies.decks.items()):
        if day in period and game in ("", name):
            found.setdefault(name, []).append(bytes(decks))
    return found
