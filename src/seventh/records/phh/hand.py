"""Reading PHH: a file's fields as values, its amounts as whole chips, its actions parsed.

Amounts may have decimals. They are read exactly, and one chip is the largest decimal step in which all of a hand's
amounts are whole: a hand in dollars and cents is played in cents.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import time
from decimal import Decimal, InvalidOperation
from typing import Any

from seventh.cards import JOKER, Card, CardError, parse_cards
from seventh.games import GAMES
from seventh.rounds.stud.family import Clauses, Family

REQUIRED = ("variant", "antes", "bring_in", "small_bet", "big_bet", "starting_stacks", "actions")
FACTS = (
    *("author", "event", "url", "venue", "address", "city", "region", "postal_code", "country"),
    *("time", "time_zone", "time_zone_abbreviation", "day", "month", "year", "hand", "level", "table"),
    *("currency", "currency_symbol", "time_limit"),
)
"""Fields that the rules ignore."""
MOST_DIGITS, MOST_DECIMALS = 15, 6

_PLAYER = re.compile(r"p([1-9][0-9]*)\Z")
_AMOUNT = re.compile(r"[0-9][0-9,_]*(\.[0-9]+)?\Z")


class PhhError(ValueError):
    """A file that is not PHH, or a hand that cannot be played here; the message is one line."""


@dataclass(frozen=True)
class PhhAction:
    """One entry of a hand's `actions`."""

    number: int
    """Its position among them, counted from 1."""
    text: str
    actor: int
    """The player, counted from 1; 0 for the dealer, or for nobody if there is only a comment."""
    verb: str
    """`dh`, `db`, `pb`, `f`, `cc`, `cbr`, `sm`; empty if there is only a comment."""
    player: int = 0
    """Who receives the cards of `dh`."""
    cards: tuple[Card, ...] = ()
    """The cards of `dh`, `db` and `sm`."""
    dash: bool = False
    """Whether `sm` shows the cards that were dealt, without naming them."""
    amount: int = 0
    """The chips of `cbr`."""
    comment: str = ""


@dataclass(frozen=True)
class PhhHand:
    """A hand as the file has it, amounts in chips."""

    game: str
    """The game whose variant the file names."""
    name: str
    """Which hand of a file with several; empty if it is the only one."""
    scale: int
    """How many chips make one unit of the file."""
    ante: int
    bring_in: int
    small_bet: int
    big_bet: int
    stacks: tuple[int | None, ...]
    """The chips of each player, in dealing order; None where the file does not say."""
    actions: tuple[PhhAction, ...]
    players: tuple[str, ...]
    """The players' names; empty where there is none."""
    finishing_stacks: tuple[int | None, ...] | None
    winnings: tuple[int | None, ...] | None
    trims_antes: bool
    """Whether a player short of the ante can win only that much from each other player."""
    fields: dict[str, Any]
    """Everything in the file, as TOML has it."""

    @property
    def clauses(self) -> Clauses:
        """The ids of the clauses of the hand's game."""
        return family_of(self.game).clauses

    def label(self, player: int) -> str:
        """The display name of a player, counted from 1."""
        return self.players[player - 1] or f"p{player}"

    def amount(self, chips: int) -> int | float:
        """Chips as a number in the file's unit."""
        return chips // self.scale if chips % self.scale == 0 else chips / self.scale

    def money(self, chips: int) -> str:
        """Chips for display, in the file's unit."""
        decimals = len(str(self.scale)) - 1 if chips % self.scale else 0
        return f"{'-' if chips < 0 else ''}{Decimal(abs(chips)) / self.scale:,.{decimals}f}"


def variants() -> dict[str, str]:
    """The games that have a PHH name, by that name."""
    return {game.phh: game.name for game in GAMES.values() if game.phh}


def family_of(name: str) -> Family:
    """The family of a stud game."""
    family: Family | None = getattr(GAMES[name].house, "family", None)
    if family is None:
        raise PhhError(f"{name} is not a stud game; only stud hands can be read from PHH")
    return family


def read(text: str) -> list[PhhHand]:
    """The hands of a file: one, or one for each of its tables."""
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise PhhError(f"not PHH: invalid TOML: {error}") from None
    except (RecursionError, ValueError, InvalidOperation) as error:
        raise PhhError(f"not PHH: {error}") from None
    if data and all(isinstance(value, dict) and "variant" in value for value in data.values()):
        return [_read_hand(fields, name) for name, fields in data.items()]
    return [_read_hand(data, "")]


def _read_hand(fields: dict[str, Any], name: str) -> PhhHand:
    try:
        return _Reader(fields).hand(name)
    except PhhError as error:
        raise PhhError(f"hand {name}: {error}" if name else str(error)) from None


class _Reader:
    """One hand's fields while they are parsed."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields
        variant = fields.get("variant")
        games = variants()
        if variant is not None and variant not in games:
            known = ", ".join(f"{known!r} ({game})" for known, game in games.items())
            raise PhhError(f"variant is {variant!r}; supported: {known}")
        missing = [field for field in REQUIRED if field not in fields]
        if missing:
            raise PhhError(f"not a PHH stud hand: missing {', '.join(missing)}")
        self.game = games[fields["variant"]]
        self.clauses = family_of(self.game).clauses
        if not isinstance(fields["starting_stacks"], list):
            raise PhhError("starting_stacks is not a list")
        self.count = len(fields["starting_stacks"])
        if not 2 <= self.count <= 8:
            raise PhhError(
                f"starting_stacks has {self.count} players; stud is played by two to eight ({self.clauses.players})"
            )
        if not isinstance(fields["actions"], list) or not all(isinstance(text, str) for text in fields["actions"]):
            raise PhhError("actions is not a list of strings")

    def hand(self, name: str) -> PhhHand:
        antes = self._antes()
        single = {field: self._known(field, self.fields[field]) for field in ("bring_in", "small_bet", "big_bet")}
        stacks = self._list("starting_stacks", self.fields["starting_stacks"])
        finishing, winnings = self._optional("finishing_stacks"), self._optional("winnings")
        taken_apart = [_Words(number, text, self.count) for number, text in enumerate(self.fields["actions"], 1)]
        amounts = [words.amount for words in taken_apart if words.amount is not None]
        known = [*antes, *single.values(), *amounts]
        known += [amount for amounts in (stacks, finishing, winnings) for amount in amounts or () if amount is not None]
        decimals = max(-int(amount.normalize().as_tuple().exponent) for amount in known)
        scale = 10 ** max(decimals, 0)

        def chips(amount: Decimal) -> int:
            return int(amount * scale)

        def some(amounts: list[Decimal | None]) -> tuple[int | None, ...]:
            return tuple(None if amount is None else chips(amount) for amount in amounts)

        for number, stack in enumerate(stacks, 1):
            if stack is not None and stack <= 0:
                raise PhhError(f"starting_stacks: p{number} has no chips")
        if not 0 < single["bring_in"] <= single["small_bet"] <= single["big_bet"]:
            raise PhhError("bring_in, small_bet and big_bet must be above 0, and each at least the one before it")
        return PhhHand(
            game=self.game,
            name=name,
            scale=scale,
            ante=chips(antes[0]),
            bring_in=chips(single["bring_in"]),
            small_bet=chips(single["small_bet"]),
            big_bet=chips(single["big_bet"]),
            stacks=some(stacks),
            actions=tuple(words.action(chips) for words in taken_apart),
            players=self._players(),
            finishing_stacks=some(finishing) if finishing is not None else None,
            winnings=some(winnings) if winnings is not None else None,
            trims_antes=self.fields.get("ante_trimming_status", False) is True,
            fields=self.fields,
        )

    def _antes(self) -> list[Decimal]:
        value = self.fields["antes"]
        listed = value if isinstance(value, list) else [value]
        if len(listed) not in (1, self.count):
            raise PhhError(f"antes has {len(listed)} amounts for {self.count} players")
        antes = [self._known("antes", amount) for amount in listed]
        if len(set(antes)) > 1:
            raise PhhError(f"antes differ between players; here all players post the same ante ({self.clauses.ante})")
        return antes

    def _optional(self, field: str) -> list[Decimal | None] | None:
        return self._list(field, self.fields[field]) if field in self.fields else None

    def _list(self, field: str, value: Any) -> list[Decimal | None]:
        if not isinstance(value, list) or len(value) != self.count:
            raise PhhError(f"{field} is not a list of {self.count} amounts, one per player")
        return [self._amount(field, amount) for amount in value]

    def _known(self, field: str, value: Any) -> Decimal:
        amount = self._amount(field, value)
        if amount is None:
            raise PhhError(f"{field} is not known; only stacks may be inf")
        return amount

    def _amount(self, field: str, value: Any) -> Decimal | None:
        """An amount, or None for one that is not known."""
        if type(value) not in (int, Decimal):
            raise PhhError(f"{field}: {value!r} is not an amount")
        amount = Decimal(value)
        if amount == Decimal("inf"):
            return None
        return checked_amount(amount, f"{field}: {value}")

    def _players(self) -> tuple[str, ...]:
        names = self.fields.get("players", [""] * self.count)
        if not isinstance(names, list) or len(names) != self.count or not all(isinstance(name, str) for name in names):
            raise PhhError(f"players is not a list of {self.count} names")
        return tuple(_on_one_line(name) for name in names)


class _Words:
    """One action's text, parsed."""

    def __init__(self, number: int, text: str, players: int) -> None:
        self.number, self.text, self.players = number, text, players
        head, _, comment = text.partition("#")
        self.words, self.comment = head.split(), comment.strip()
        self.amount: Decimal | None = None
        if len(self.words) == 3 and self.words[1] == "cbr":
            if not _AMOUNT.match(self.words[2]):
                raise self.wrong(f"{self.words[2]!r} is not an amount")
            self.amount = checked_amount(Decimal(self.words[2].replace(",", "").replace("_", "")), self.where)

    @property
    def where(self) -> str:
        return f"action {self.number} ({self.text.strip()!r})"

    def wrong(self, message: str) -> PhhError:
        return PhhError(f"{self.where}: {message}")

    def action(self, chips: Any) -> PhhAction:
        kept: dict[str, Any] = {"number": self.number, "text": self.text.strip(), "comment": self.comment}
        match self.words:
            case []:
                return PhhAction(actor=0, verb="", **kept)
            case ["d", "db", cards]:
                return PhhAction(actor=0, verb="db", cards=self.cards(cards), **kept)
            case ["d", "dh", player, cards]:
                return PhhAction(actor=0, verb="dh", player=self.player(player), cards=self.cards(cards), **kept)
            case ["d", *_]:
                raise self.wrong("the dealer deals with 'd dh pN CARDS', or a common card with 'd db CARD'")
            case [player, ("pb" | "f" | "cc" | "sm") as verb]:
                return PhhAction(actor=self.player(player), verb=verb, **kept)
            case [player, "sm", "-"]:
                return PhhAction(actor=self.player(player), verb="sm", dash=True, **kept)
            case [player, "sm", cards]:
                return PhhAction(actor=self.player(player), verb="sm", cards=self.cards(cards), **kept)
            case [player, "cbr", _]:
                return PhhAction(actor=self.player(player), verb="cbr", amount=chips(self.amount), **kept)
        raise self.wrong("a player's action at stud is pb, f, cc, cbr AMOUNT, sm or sm CARDS")

    def player(self, word: str) -> int:
        match = _PLAYER.match(word)
        if not match or int(match[1]) > self.players:
            raise self.wrong(f"{word!r} is not one of the players p1 to p{self.players}")
        return int(match[1])

    def cards(self, word: str) -> tuple[Card, ...]:
        try:
            cards = parse_cards(word)
        except CardError as error:
            raise self.wrong(str(error)) from None
        if JOKER in cards:
            raise self.wrong("stud has no joker")
        return cards


def _on_one_line(name: str) -> str:
    """A name that fits on its line."""
    return " ".join(name.split())


def checked_amount(amount: Decimal, what: str) -> Decimal:
    """An amount that can be counted in chips."""
    if not amount.is_finite() or amount < 0:
        raise PhhError(f"{what} is not an amount")
    if amount and amount.adjusted() >= MOST_DIGITS:
        raise PhhError(f"{what} is too large")
    if int(amount.normalize().as_tuple().exponent) < -MOST_DECIMALS:
        raise PhhError(f"{what} has more than {MOST_DECIMALS} decimals")
    return amount


def facts(fields: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The fields of a file that the rules ignore, as JSON values."""
    for field in FACTS:
        value = fields.get(field)
        if isinstance(value, time):
            yield field, value.isoformat()
        elif isinstance(value, Decimal) and value.is_finite():
            yield field, float(value)
        elif isinstance(value, str | int):
            yield field, value
