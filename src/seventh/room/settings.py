"""How a room is run, as one value. Times are in milliseconds, amounts in smallest chips."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, get_type_hints

from seventh.games import GAMES


class SettingsError(ValueError):
    """A setting that cannot be used; the message is one line."""


@dataclass(frozen=True)
class TablePlan:
    """A table that the room opens at its first start."""

    game: str
    count: int


def default_tables() -> tuple[TablePlan, ...]:
    """Two tables of each game against the house, three of each that people play among themselves."""
    return tuple(TablePlan(name, 2 if game.round.AGAINST_HOUSE else 3) for name, game in GAMES.items())


def _setting(default: Any, doc: str, least: int = 0) -> Any:
    return field(default=default, metadata={"doc": doc, "least": least})


@dataclass(frozen=True)
class RoomSettings:
    """Every choice of whoever runs the room."""

    betting_window: int = _setting(25_000, "How long wagers stay open after the first one of a round.")
    decision_clock: int = _setting(20_000, "How long a person may think about each decision.", 1)
    dealing_time: int = _setting(
        1_300, "How long a deal takes to be shown, besides its cards; the clock of a decision starts after that."
    )
    card_time: int = _setting(100, "How much longer for each card that is dealt.")
    time_bank: int = _setting(30_000, "Extra time that a person has when the clock of a decision has run out.")
    time_bank_refill: int = _setting(3_000, "How much of the time bank comes back with each round.")
    showing_time: int = _setting(5_000, "How long the result of a round stays before the next one begins.")
    seed_window: int = _setting(1_500, "Stud: how long clients may give their part of the shuffle; less if all have.")
    spectator_delay: int = _setting(15_000, "Stud: how much later those without a seat see the table.")
    seed_reveal_delay: int = _setting(
        600_000, "Stud: how long after a hand its seed is revealed: it shows folded hands."
    )
    missed_decisions: int = _setting(2, "After so many decisions by the clock in a row a person sits out.", 1)
    away_leaves: int = _setting(300_000, "A seat is given up when its person has been away and sitting out this long.")

    company: int = _setting(4, "Stud: bots join until a person has a table of so many; 0 for no bots.")
    bot_thinks: int = _setting(900, "How long a bot takes for a decision.")
    bot_chips: int = _setting(40_000, "What a bot's wallet is filled up to when it sits down.", 1)

    starting_chips: int = _setting(200_000, "Play chips of a new account; a refill brings a wallet up to as many.")
    refills_a_day: int = _setting(0, "How often in 24 hours a person may refill the wallet; 0 for no limit.")
    house_bankroll: int = _setting(100_000_000_000, "What the house's account is filled up to when the room starts.")
    dealer_buy_in_least: int = _setting(4_000, "The least that one brings to a game against the dealer.", 1)
    dealer_buy_in_most: int = _setting(200_000, "The most that one brings to a game against the dealer.", 1)

    private_tables: int = _setting(3, "How many private tables one person may have open.")
    private_table_idle: int = _setting(86_400_000, "A private table where nobody sits for this long is closed.", 1)
    session_life: int = _setting(30 * 86_400_000, "How long a web session lasts when it is not used.", 1)
    password_least: int = _setting(10, "The least length of a password.", 1)
    login_failures: int = _setting(5, "Wrong passwords in a row after which an account is locked for a while.", 1)
    login_delay: int = _setting(30_000, "How long the first lock lasts; each further failure doubles it.", 1)
    login_delay_most: int = _setting(3_600_000, "How long a lock lasts at most.", 1)

    asks_per_second: int = _setting(20, "How many frames a second one connection may send.", 1)
    asks_burst: int = _setting(60, "How many it may send at once after a pause.", 1)
    account_asks_per_second: int = _setting(40, "How many frames a second all connections of one account may send.", 1)
    address_connections: int = _setting(200, "How many connections one address may have.", 1)
    accounts_per_hour: int = _setting(60, "How many accounts one address may make in an hour.", 1)
    frame_bytes: int = _setting(16_384, "The longest frame that a client may send.", 1)
    outgoing_frames: int = _setting(256, "A reader this many frames behind is dropped.", 1)
    lobby_interval: int = _setting(500, "The list of tables is sent at most this often.")

    retry_storage: int = _setting(1_000, "How often a table that could not write tries again.", 1)
    failures_until_closed: int = _setting(5, "A table whose rounds fail so often in a row is closed.", 1)
    tables: tuple[TablePlan, ...] = field(
        default_factory=default_tables, metadata={"doc": "The tables that a new room opens.", "least": 0}
    )

    def __post_init__(self) -> None:
        for item in fields(self):
            value, least = getattr(self, item.name), item.metadata["least"]
            if item.name != "tables" and (type(value) is not int or value < least):
                raise SettingsError(f"{item.name} is {value!r}; allowed: a whole number from {least}")
        if self.dealer_buy_in_most < self.dealer_buy_in_least:
            raise SettingsError("dealer_buy_in_most is below dealer_buy_in_least; allowed: at least as much")

    def but(self, **changes: Any) -> RoomSettings:
        """The same settings with some of them changed."""
        known = get_type_hints(type(self))
        for name in changes:
            if name not in known:
                raise SettingsError(f"{name!r} is not a setting; there are {', '.join(known)}")
        if "tables" in changes:
            changes["tables"] = _plans(changes["tables"])
        return replace(self, **changes)


def load_settings(path: str | Path) -> RoomSettings:
    """The settings of a TOML file, which names only what differs from the defaults."""
    try:
        own = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a text file"
        raise SettingsError(f"{path}: cannot be read: {reason}") from None
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path}: is not TOML: {error}") from None
    try:
        return RoomSettings().but(**own)
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None


def _plans(value: Any) -> tuple[TablePlan, ...]:
    """The tables to open: `{game = "NAME", count = 2}` each in a file."""
    plans = []
    for item in value if isinstance(value, list | tuple) else [value]:
        data = {"game": item.game, "count": item.count} if isinstance(item, TablePlan) else item
        if not isinstance(data, dict) or set(data) != {"game", "count"}:
            raise SettingsError(f"tables has {item!r}; allowed: a game and a count each")
        if data["game"] not in GAMES:
            raise SettingsError(f"tables has the game {data['game']!r}; allowed: {', '.join(GAMES)}")
        if type(data["count"]) is not int or not 0 <= data["count"] <= 1000:
            raise SettingsError(f"tables has the count {data['count']!r}; allowed: a whole number from 0 to 1000")
        plans.append(TablePlan(data["game"], data["count"]))
    return tuple(plans)
