"""A table at which a person deals real cards: named players with chips that are counted here and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from seventh.games import game_of, recorded_house
from seventh.house import House
from seventh.records.hand_dealt import HandDealtRound
from seventh.records.record import Record
from seventh.rounds.hand_dealing import NotUnderstood

LONGEST_NAME = 24
MOST_CHIPS = 10**12


class Player(Struct):
    """A person at the table, who needs no account."""

    name: str
    """Empty for a player who is called by the seat."""
    chips: int
    """Before the current round."""
    sits_out: bool = False


def check_names(players: Mapping[int, Player]) -> None:
    """Refuse two players of the same name, whom nobody could tell apart when a name is called."""
    seats: dict[str, int] = {}
    for seat, player in players.items():
        first = seats.setdefault(player.name.casefold(), seat) if player.name else seat
        if first != seat:
            raise NotUnderstood(
                f"Seats {first} and {seat} have the same name, {player.name}; add a letter or a number to one of them"
            )


class HandDealtTable:
    """Consecutive rounds at one table, dealt by hand.

    A finished round can be corrected until the next one begins or the players change: its result is applied then.
    """

    def __init__(self, house: House, players: Mapping[int, Player]) -> None:
        self.house: Any = house
        self.rules = game_of(house).round
        self.players = dict(sorted(players.items()))
        self.dealer_position = 0
        self.redeals = False
        self.number = 0
        """The number of the current or last round."""
        self.round: HandDealtRound | None = None
        for seat, player in self.players.items():
            self._check_seat(seat)
            self._check(player.name, player.chips)

    # Players, between rounds.

    @property
    def between_rounds(self) -> bool:
        return self.round is None or self.round.round.outcome is not None

    def seat(self, seat: int, name: str, chips: int) -> None:
        """Seat a player."""
        self._check_seat(seat)
        if seat in self.players:
            raise NotUnderstood(f"Seat {seat} is taken by {self.name(seat)}")
        self._check(name, chips)
        check_names({**self.players, seat: Player(name, chips)})
        self._apply()
        self.players = dict(sorted({**self.players, seat: Player(name, chips)}.items()))

    def add_chips(self, seat: int, chips: int) -> None:
        """Count more chips to a player."""
        player = self._player(seat)
        self._check(player.name, chips)
        self._apply()
        player.chips += chips
        self._check(player.name, player.chips)

    def leave(self, seat: int) -> int:
        """Take a player off the table; returns the chips that leave with the player."""
        self._player(seat)
        self._apply()
        return self.players.pop(seat).chips

    def sit_out(self, seat: int, out: bool) -> None:
        """Leave a player out of the next rounds, or deal the player in again."""
        player = self._player(seat)
        self._apply()
        player.sits_out = out

    def name(self, seat: int) -> str:
        """How the dealer calls a seat: "Seat 3", or "Seat 3 (Ada)"."""
        player = self.players.get(seat)
        return f"Seat {seat} ({player.name})" if player is not None and player.name else f"Seat {seat}"

    def chips(self, seat: int) -> int:
        """A player's chips, with the result of a finished round."""
        player = self.players[seat]
        outcome = self.round.round.outcome if self.round is not None else None
        return player.chips + (outcome.nets.get(seat, 0) if outcome is not None else 0)

    def _player(self, seat: int) -> Player:
        if seat not in self.players:
            raise NotUnderstood(f"Nobody sits at seat {seat}; taken: {', '.join(map(str, self.players)) or 'none'}")
        return self.players[seat]

    def _check_seat(self, seat: int) -> None:
        if not 1 <= seat <= self.house.seats:
            raise NotUnderstood(f"There is no seat {seat}; allowed: 1 to {self.house.seats}")

    def _check(self, name: str, chips: int) -> None:
        if not self.between_rounds:
            raise NotUnderstood("Players and their chips can be changed between rounds")
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise NotUnderstood(f"A name has at most {LONGEST_NAME} printable characters")
        if not 0 <= chips <= MOST_CHIPS:
            most = self.house.money(MOST_CHIPS)
            raise NotUnderstood(f"{self.house.money(chips)} is not an amount of chips; allowed: up to {most}")

    # Rounds.

    @property
    def ready(self) -> tuple[int, ...]:
        """The seats dealt in to the next round."""
        return tuple(seat for seat, player in self.players.items() if self.chips(seat) > 0 and not player.sits_out)

    def begin(self, about: dict[str, Any] | None = None) -> HandDealtRound:
        """Apply the result of the last round, and begin the next."""
        if not self.between_rounds:
            raise NotUnderstood("This round is not over; finish it, or call it off")
        ready, fewest = self.ready, self.rules.FEWEST_PLAYERS
        if len(ready) < fewest:
            need = "a player" if fewest == 1 else f"{fewest} players"
            raise NotUnderstood(f"A round needs at least {need} with chips; ready: {len(ready)}")
        self._apply()
        if not (self.redeals and self.dealer_position in ready):
            self.dealer_position = self.rules.next_deal(self.house, self.dealer_position, ready) or 0
        position = self.dealer_position if not self.rules.AGAINST_HOUSE else None
        chips = {seat: self.players[seat].chips for seat in ready}
        hand = self.rules.start(self.house, chips, position, hand_dealt=True)
        self.number += 1
        names = {str(seat): player.name for seat, player in self.players.items() if seat in ready and player.name}
        told = {"number": self.number, **({"names": names} if names else {}), **(about or {})}
        self.round = HandDealtRound(hand, told, self.name)
        return self.round

    def _apply(self) -> None:
        """Count the result of a finished round into the stacks; it can no longer be corrected."""
        if self.round is None:
            return
        outcome = self.round.round.outcome
        if outcome is None:
            raise NotUnderstood("Players and their chips can be changed between rounds")
        for seat, net in outcome.nets.items():
            self.players[seat].chips += net
        self.redeals = outcome.void
        self.round = None

    # Storage.

    def state(self) -> dict[str, Any]:
        """Everything but the current round, as plain data."""
        players = {
            str(seat): {"name": player.name, "chips": player.chips, "sits_out": player.sits_out}
            for seat, player in self.players.items()
        }
        return {
            "game": self.house.game,
            "house": self.house.recorded(),
            "players": players,
            "dealer_position": self.dealer_position,
            "redeals": self.redeals,
            "number": self.number,
        }

    @classmethod
    def restored(cls, state: Mapping[str, Any], record: Record | None) -> HandDealtTable:
        """The table of a `state`, and the record of its current round."""
        house = recorded_house(state["house"], state["game"], "the table's rules")
        table = cls(house, {int(seat): Player(**player) for seat, player in state["players"].items()})
        table.dealer_position, table.redeals = state["dealer_position"], state["redeals"]
        table.number = state["number"]
        table.round = HandDealtRound.resumed(record, table.name) if record is not None else None
        return table
