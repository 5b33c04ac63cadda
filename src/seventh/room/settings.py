"""A room's settings, as one value. Times are in milliseconds, amounts in smallest chips."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, get_type_hints

from seventh.games import GAMES
from seventh.house import Limits


class SettingsError(ValueError):
    """An invalid setting; the message is one line."""


@dataclass(frozen=True)
class TablePlan:
    """Tables that the room opens at its first start, of a game or of a house of the room."""

    game: str
    count: int
    house: str = ""
    """The name of the house, if it is not the game's own."""


def default_tables() -> tuple[TablePlan, ...]:
    """The usual number of tables of each game."""
    return tuple(TablePlan(name, usual_count(name)) for name in GAMES)


def usual_count(game: str) -> int:
    """Two tables of a game against the house, three of a game between players."""
    return 2 if GAMES[game].round.AGAINST_HOUSE else 3


LONGEST_TEXT = 200


def _text(doc: str) -> Any:
    return field(default="", metadata={"doc": doc, "text": True})


def _setting(default: Any, doc: str, least: int = 0, most: int | None = None) -> Any:
    return field(default=default, metadata={"doc": doc, "least": least, "most": most})


@dataclass(frozen=True)
class RoomSettings:
    """All settings of a room."""

    betting_window: int = _setting(15_000, "How long betting stays open after the first wager of a round.")
    last_call: int = _setting(
        6_000,
        "How long betting waits, once everybody else is ready, for a player who missed the last betting or decision.",
    )
    decision_clock: int = _setting(20_000, "How long a player has for each decision.", 1)
    idle_clock: int = _setting(
        5_000, "The same for a player whose last decision timed out, until they act again; there is no time bank then."
    )
    dealing_time: int = _setting(1_300, "The base time for showing a deal; the decision clock starts after it.")
    card_time: int = _setting(100, "Additional time for each card dealt.")
    time_bank: int = _setting(10_000, "Extra time for a player whose decision clock has run out.")
    time_bank_refill: int = _setting(3_000, "How much the time bank is refilled each round.")
    showdown_clock: int = _setting(
        5_000, "Stud: how long a player has to show a beaten hand, which is mucked otherwise; there is no time bank."
    )
    showing_time: int = _setting(
        7_000,
        "How long the result of a round is shown before the next one starts, including the settling of bets.",
    )
    seed_window: int = _setting(1_500, "Stud: how long clients have to send their seeds; it ends early once all have.")
    spectator_delay: int = _setting(15_000, "Stud: the delay with which spectators see the table.")
    seed_reveal_delay: int = _setting(
        600_000, "Stud: how long after a hand its seed is revealed; the seed reveals folded hands."
    )
    missed_decisions: int = _setting(2, "Consecutive timeouts after which a player is sat out.", 1)
    away_leaves: int = _setting(300_000, "How long a player may be away and sitting out before losing the seat.")

    company: int = _setting(4, "Stud: bots fill a table with people up to this many players; 0 for no bots.")
    bot_thinks: int = _setting(900, "How long a bot takes to decide.")
    bot_chips: int = _setting(40_000, "The chips a bot sits down with; they come from the mint and go back to it.", 1)

    starting_chips: int = _setting(200_000, "Play chips for a new account; a refill tops the wallet up to this amount.")
    refills_a_day: int = _setting(0, "How often a player may refill the wallet in 24 hours; 0 for no limit.")
    house_bankroll: int = _setting(
        100_000_000_000, "The amount the house's account is topped up to when the room starts."
    )
    dealer_buy_in_least: int = _setting(4_000, "The minimum buy-in at a game against the dealer.", 1)
    dealer_buy_in_most: int = _setting(200_000, "The maximum buy-in at a game against the dealer.", 1)

    spares_decisions: int = _setting(
        1,
        "1 to make decisions with only one sensible choice, such as setting the best five, automatically; 0 to ask.",
        most=1,
    )
    chat: int = _setting(1, "Where people can chat: 0 nowhere, 1 at private tables, 2 at public ones too.", most=2)
    coach: int = _setting(
        1, "1 to let players ask the coach what their choices against the dealer are worth; 0 to switch it off.", most=1
    )
    reality_check: int = _setting(
        60,
        "Minutes of play after which a player is shown the time and the result, unless they choose; 0 for never.",
        most=720,
    )
    age_notice: str = _text("A line about the age limit, shown on every page; empty for none.")
    help_line: str = _text("Where players find help with their gambling, shown on every page; empty for none.")
    help_link: str = _text("The address that the help line links to: https://, http://, tel: or mailto:.")
    private_tables: int = _setting(3, "How many private tables a player may have open.")
    own_table_idle: int = _setting(600_000, "A single-player table is closed this long after its player has left.", 1)
    private_table_idle: int = _setting(86_400_000, "A private table is closed after being empty this long.", 1)
    session_life: int = _setting(30 * 86_400_000, "How long a web session lasts without being used.", 1)
    password_least: int = _setting(10, "The minimum length of a password.", 1)
    login_failures: int = _setting(5, "How many wrong passwords an account allows before the client has to wait.", 1)
    login_delay: int = _setting(30_000, "How long the first wait is; each further failure doubles it.", 1)
    login_delay_most: int = _setting(3_600_000, "The longest such wait.", 1)

    staff_second_factor: int = _setting(
        0, "1 to require a second factor for floor, auditor and admin accounts; 0 to leave it to their owners.", most=1
    )
    guest_life: int = _setting(
        30 * 86_400_000,
        "A guest account is deleted this long after it was created, if no session or token is left.",
        1,
    )

    asks_per_second: int = _setting(20, "How many frames per second a connection may send.", 1)
    asks_burst: int = _setting(60, "How many frames it may send at once after a pause.", 1)
    account_asks_per_second: int = _setting(
        40, "How many frames per second an account may send, over all connections.", 1
    )
    address_connections: int = _setting(200, "How many connections one address may have.", 1)
    accounts_per_hour: int = _setting(60, "How many accounts an address may create per hour.", 1)
    frame_bytes: int = _setting(16_384, "The largest frame that a client may send, in bytes.", 1)
    outgoing_frames: int = _setting(256, "A connection this many frames behind is dropped.", 1)
    lobby_interval: int = _setting(500, "The minimum interval between updates of the list of tables.")

    archive_after: int = _setting(
        3_600_000, "How long after it ends a round is packed into an archive in the database; 0 for never."
    )
    commit_deadline: int = _setting(
        5_000, "How long storage may take to answer before tables pause and the health check fails.", 1
    )
    retry_storage: int = _setting(1_000, "How often a table retries after storage has failed.", 1)
    failures_until_closed: int = _setting(5, "Consecutive failed rounds after which a table is closed.", 1)
    tables: tuple[TablePlan, ...] = field(
        default_factory=default_tables, metadata={"doc": "The tables that a new room opens.", "least": 0}
    )

    def __post_init__(self) -> None:
        for item in fields(self):
            if item.metadata.get("text"):
                self._check_text(item.name)
                continue
            value, least = getattr(self, item.name), item.metadata["least"]
            most = item.metadata.get("most")
            if item.name != "tables" and (type(value) is not int or value < least or value > (most or value)):
                up_to = "" if most is None else f" to {most}"
                raise SettingsError(f"{item.name} is {value!r}; allowed: a whole number from {least}{up_to}")
        if self.dealer_buy_in_most < self.dealer_buy_in_least:
            raise SettingsError("dealer_buy_in_most is below dealer_buy_in_least; allowed: at least as much")

    def _check_text(self, name: str) -> None:
        value = getattr(self, name)
        if not isinstance(value, str) or len(value) > LONGEST_TEXT or not value.isprintable():
            raise SettingsError(f"{name} is {value!r}; allowed: one line of up to {LONGEST_TEXT} characters")
        if name == "help_link" and value and not value.startswith(("https://", "http://", "tel:", "mailto:")):
            raise SettingsError(f"help_link is {value!r}; allowed: https://, http://, tel: or mailto:")

    def dealer_buy_in(self, times: Fraction = Fraction(1)) -> Limits:
        """The buy-in limits at a game against the dealer, at a multiple of its stakes."""
        return Limits(int(self.dealer_buy_in_least * times), int(self.dealer_buy_in_most * times))

    def but(self, **changes: Any) -> RoomSettings:
        """A copy with some settings changed."""
        known = get_type_hints(type(self))
        for name in changes:
            if name not in known:
                raise SettingsError(f"{name!r} is not a setting; choose from {', '.join(known)}")
        if "tables" in changes:
            changes["tables"] = _plans(changes["tables"])
        return replace(self, **changes)


def load_settings(path: str | Path) -> RoomSettings:
    """Settings from a TOML file, which lists only the differences from the defaults."""
    try:
        own = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a text file"
        raise SettingsError(f"cannot read {path}: {reason}") from None
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path} is not TOML: {error}") from None
    try:
        return RoomSettings().but(**own)
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None


def _plans(value: Any) -> tuple[TablePlan, ...]:
    """The tables to open: `{game = "NAME", count = 2}` each in a file, or `{house = "NAME", count = 2}`."""
    plans = []
    for item in value if isinstance(value, list | tuple) else [value]:
        if isinstance(item, TablePlan):
            plans.append(item)
            continue
        data = item
        if not isinstance(data, dict) or set(data) not in ({"game", "count"}, {"house", "count"}):
            raise SettingsError(f"tables has {item!r}; allowed: a game or a house, and a count each")
        if not isinstance(data.get("house", ""), str):
            raise SettingsError(f"tables has the house {data['house']!r}; allowed: the name of a house, in quotes")
        if "game" in data and data["game"] not in GAMES:
            raise SettingsError(f"tables has the game {data['game']!r}; allowed: {', '.join(GAMES)}")
        if type(data["count"]) is not int or not 0 <= data["count"] <= 1000:
            raise SettingsError(f"tables has the count {data['count']!r}; allowed: a whole number from 0 to 1000")
        plans.append(TablePlan(data.get("game", ""), data["count"], data.get("house", "")))
    return tuple(plans)
