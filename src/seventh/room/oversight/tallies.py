"""Sums over all closed rounds, by the day on which they closed (UTC), kept in memory.

A closed round never changes, so each is read once: a look reads only the rounds since the last one. After a restart all
rounds are read again, a part with each look, so that no look takes long.
"""

from __future__ import annotations

import threading
import time
from datetime import UTC, date, datetime
from fractions import Fraction

from msgspec import Struct
from sqlalchemy import select

from seventh.games import GAMES
from seventh.room.clock import Clock
from seventh.room.luck import HouseOf
from seventh.room.oversight.reading import ClosedRound, read_rounds
from seventh.room.oversight.shapes import WHOLE, shape_of
from seventh.room.oversight.sums import Sums
from seventh.room.settings import RoomSettings
from seventh.room.store import Store
from seventh.room.store.schema import rounds

_CHUNK = 64
"""How many rounds are read at once; other work of the room comes in between."""
_LATE = 600_000
"""Rounds opened this long before the latest one known may still become visible, in milliseconds."""


class Void(Struct):
    """Void rounds in which there had been wagers."""

    rounds: int = 0
    won: int = 0
    """What the house had won by then, from hands that had folded."""


class Pots(Struct):
    """Hands between players."""

    rounds: int = 0
    staked: int = 0
    rake: Fraction = Fraction(0)


class Pair(Struct):
    """Two players at one table, in the order of their ids."""

    hands: int = 0
    to_first: Fraction = Fraction(0)
    """What the first won from the second."""
    to_second: Fraction = Fraction(0)


class Excluded(Struct):
    """Rounds that are not counted."""

    moved: int = 0
    """In archives that were moved to files."""
    unread: int = 0
    """Those that cannot be read, because they are damaged or their key was lost."""


Place = tuple[date, str, str]
"""A day, a table, and the hash of the rules."""


class Tallies:
    """Reads on, and keeps the sums."""

    def __init__(self, store: Store, settings: RoomSettings, clock: Clock, house_of: HouseOf) -> None:
        self._store = store
        self._house_of = house_of
        self._settings = settings
        self._clock = clock
        self.lock = threading.Lock()
        """Held while reading on, and while the sums are used."""
        self._seen: set[str] = set()
        self._from = ""
        """Rounds with lower ids are known."""
        self.read = 0
        """The number of rounds read."""
        self.played: dict[Place, dict[str, Sums]] = {}
        """By figure; `WHOLE` is all wagers together."""
        self.void: dict[Place, Void] = {}
        self.pots: dict[Place, Pots] = {}
        self.pairs: dict[tuple[date, str, str, str], Pair] = {}
        """By day, table and the two players."""
        self.decks: dict[tuple[date, str], bytearray] = {}
        """Decks by day and game, one after another."""
        self._unrevealed: list[tuple[int, date, str, bytes]] = []
        """Decks whose seeds may not be shown yet, and when they may."""
        self.excluded: dict[tuple[date, str], Excluded] = {}
        self.files: set[str] = set()
        self.games: dict[str, str] = {}
        """The game of each house, by its hash."""

    def catch_up(self, seconds: float) -> int:
        """Read rounds for at most this long; returns how many are left. The lock must be held."""
        until = time.monotonic() + seconds
        left, mark = self._fresh()
        while left:
            chunk, left = left[:_CHUNK], left[_CHUNK:]
            began = time.monotonic()
            with self._store.reading() as connection:
                for one in read_rounds(connection, chunk):
                    self._add(one)
            self._seen.update(chunk)
            now = time.monotonic()
            if left:
                if now > until:
                    return len(left)
                time.sleep(min(now - began, 0.05))  # tables go first
        self._from = mark
        self._seen = {name for name in self._seen if name >= mark}
        self._reveal()
        return 0

    def _fresh(self) -> tuple[list[str], str]:
        """Closed rounds that were not read yet, oldest first, and the id from which on to look next time."""
        with self._store.reading() as connection:
            found = connection.execute(
                select(rounds.c.id, rounds.c.state).where(rounds.c.id >= self._from).order_by(rounds.c.id)
            ).all()
        still_open = [name for name, state in found if state == "open"]
        mark = self._from
        if found:
            # An id starts with the time at which its round was opened.
            latest = int(found[-1][0].partition(".")[0], 16) - _LATE
            mark = max(mark, min([f"{max(latest, 0):011x}", *still_open[:1]]))
        return [name for name, state in found if state != "open" and name not in self._seen], mark

    def _add(self, one: ClosedRound) -> None:
        day = datetime.fromtimestamp(one.closed / 1000, UTC).date()
        place = day, one.table, one.rules
        self.games[one.rules] = one.game
        self.read += 1
        self._add_deck(one, day)
        if one.file or one.unread:
            excluded = self.excluded.setdefault((day, one.game), Excluded())
            excluded.moved += bool(one.file)
            excluded.unread += bool(one.unread)
            if one.file:
                self.files.add(one.file)
            return
        if one.flow is not None:
            self._add_pots(one, day, place)
        if one.hands and one.void:
            void = self.void.setdefault(place, Void())
            void.rounds += 1
            void.won -= sum(bet.net for hand in one.hands for bet in hand)
        elif one.hands:
            self._add_hands(one, place)

    def _add_hands(self, one: ClosedRound, place: Place) -> None:
        # In a fixed order, because rounds with the same wagers have the same shape.
        hands = sorted(one.hands, key=lambda hand: [(bet.spot, bet.amount) for bet in hand])
        kind = tuple([tuple([(bet.spot, bet.amount, bet.void) for bet in hand]) for hand in hands])
        shape = shape_of(self._house_of(one.rules), kind)
        won, cut = dict.fromkeys(shape.parts, 0), dict.fromkeys(shape.parts, 0)
        for figure, bet in zip(shape.figures, [bet for hand in hands for bet in hand], strict=True):
            if figure:
                for name in (figure, WHOLE):
                    won[name] -= bet.net
                    cut[name] += bet.cut
        sums = self.played.setdefault(place, {})
        for name, part in shape.parts.items():
            sums.setdefault(name, Sums()).add(part, won[name], cut[name])

    def _add_pots(self, one: ClosedRound, day: date, place: Place) -> None:
        flow = one.flow
        assert flow is not None
        pots = self.pots.setdefault(place, Pots())
        pots.rounds += 1
        pots.staked += sum(flow.put_in.values())
        pots.rake += sum(flow.rake.values())
        seats = sorted(flow.put_in, key=lambda seat: one.people[seat])
        for number, first in enumerate(seats):
            for second in seats[number + 1 :]:
                key = day, one.table, one.people[first], one.people[second]
                pair = self.pairs.get(key)
                if pair is None:
                    pair = self.pairs[key] = Pair()
                pair.hands += 1
                pair.to_first += flow.won.get((second, first), 0)
                pair.to_second += flow.won.get((first, second), 0)

    def _add_deck(self, one: ClosedRound, day: date) -> None:
        if not one.deck:
            return
        shown = one.closed + self._settings.seed_reveal_delay if GAMES[one.game].round.KEEPS_SECRETS else 0
        self._unrevealed.append((shown, day, one.game, one.deck))
        if not shown:
            self.decks.setdefault((day, one.game), bytearray()).extend(self._unrevealed.pop()[3])

    def _reveal(self) -> None:
        now, waiting = self._clock.now(), self._unrevealed
        self._unrevealed = [one for one in waiting if one[0] > now]
        for shown, day, game, deck in waiting:
            if shown <= now:
                self.decks.setdefault((day, game), bytearray()).extend(deck)

    @property
    def unrevealed(self) -> int:
        """The number of decks whose seeds may not be shown yet."""
        return len(self._unrevealed)


class Period(Struct, frozen=True):
    """Days, both included; None is open."""

    first: date | None = None
    last: date | None = None

    def __contains__(self, day: date) -> bool:
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)
