"""Writing a stud hand as PHH.

PHH can express the players' actions and the cards dealt. Everything else is written so that other readers skip it and
this one does not lose it: `_seventh` is the version of our fields, `_house` the rules in force, `_dealer_position` the
seat that has the deal; and an action of the dealer, the floor or a player that PHH lacks is a comment among the actions
in our own notation: `# dealer: burn card=6s`.
"""

from __future__ import annotations

import re
from datetime import time
from typing import Any, cast

from seventh.cards import format_cards
from seventh.games import game
from seventh.records.phh.hand import FACTS
from seventh.records.phh.house import FORM
from seventh.records.phh.toml import toml_line
from seventh.records.record import Record
from seventh.records.seen import Sees, masked, visible_cards
from seventh.rounds import events as ev
from seventh.rounds.actions import (
    DEALER,
    Action,
    BetTo,
    BringIn,
    Call,
    Check,
    CollectAntes,
    DealCards,
    Fold,
    Muck,
    Show,
    Who,
)
from seventh.rounds.events import HIDDEN
from seventh.rounds.notation import format_value
from seventh.rounds.stud import StudRound
from seventh.rounds.stud.table import DEALING

_TIME = re.compile(r"[0-2][0-9]:[0-5][0-9]:[0-5][0-9]\Z")


class NotInPhh(ValueError):
    """A round that PHH cannot express; the message is one line."""


def write(record: Record) -> str:
    """The hand with everything known about it."""
    return _text(record, None)


def export(record: Record, viewer: int | None) -> str:
    """The hand as one seat saw it, None for a spectator: cards the viewer never saw are `??`."""
    hand = _begin(record)
    if viewer is not None and viewer not in hand.seats:
        raise NotInPhh(f"seat {viewer} was not in the hand; its seats are {', '.join(map(str, hand.seats))}")
    for step in record.steps:
        hand.act(step.who, step.action)
    return _text(record, visible_cards(hand, viewer))


def _begin(record: Record) -> StudRound:
    if not game(record.game).phh:
        raise NotInPhh(f"PHH is for poker hands: {record.game} can be exported only as our own record")
    hand = cast(StudRound, record.new_round())
    if hand.house.structure != "fixed_limit":
        raise NotInPhh(f"PHH supports fixed-limit stud only: export a {hand.house.structure} hand as our own record")
    return hand


def _text(record: Record, sees: Sees | None) -> str:
    hand = _begin(record)
    actions = _Writer(hand, sees).actions(record)
    house = hand.house
    order = hand.order
    fields: dict[str, Any] = {
        "variant": game(record.game).phh,
        "ante_trimming_status": True,
        "antes": [house.stakes.ante] * len(order),
        "bring_in": house.stakes.bring_in,
        "small_bet": house.stakes.small_bet,
        "big_bet": house.stakes.big_bet,
        "starting_stacks": [hand.seats[seat] for seat in order],
        "actions": actions,
    }
    fields |= {field: _fact(record.about[field]) for field in FACTS if field in record.about}
    if house.chips_per_unit != 1:
        # Amounts are in smallest chips, which are not a currency.
        fields = {field: value for field, value in fields.items() if not field.startswith("currency")}
    fields |= {"seats": list(order), "seat_count": house.seats}
    names = record.about.get("players")
    if isinstance(names, dict) and names:
        fields["players"] = [str(names.get(str(seat), "")) for seat in order]
    fields["finishing_stacks"] = [hand.hands[seat].stack for seat in order]
    if hand.outcome is not None:
        won = [event for event in hand.events if isinstance(event, ev.PotWon)]
        fields["winnings"] = [sum(event.amount for event in won if event.seat == seat) for seat in order]
    fields |= {"_seventh": FORM, "_dealer_position": hand.dealer_position, "_house": house.recorded()}
    return "".join(toml_line(key, value) for key, value in fields.items())


def _fact(value: Any) -> Any:
    return time.fromisoformat(value) if isinstance(value, str) and _TIME.match(value) else value


class _Writer:
    """Replays a record and writes down its actions."""

    def __init__(self, hand: StudRound, sees: Sees | None) -> None:
        self.hand = hand
        self._sees = sees
        self._players = {seat: f"p{number}" for number, seat in enumerate(hand.order, 1)}
        self._lines: list[str] = []
        self._third: list[tuple[int, str]] = []
        """Cards of third street not written yet."""
        self._shown: dict[int, str] = {}
        self._antes_taken = False
        """Whether the antes are in and nothing has happened since."""
        self._in_pieces = False
        """Whether the dealing of third street was interrupted, so that its order must be kept."""

    def actions(self, record: Record) -> list[str]:
        for step in record.steps:
            self._step(step.who, step.action)
        self._write_third(together=False)
        self._write_antes()
        return self._lines

    def _step(self, who: Who, action: Action) -> None:
        if not isinstance(action, DealCards) and self._third:
            self._in_pieces = True
            self._write_third(together=False)
        street = self.hand.street
        events = self.hand.act(who, action)
        if isinstance(action, DealCards):
            self._deal(street, events)
        elif isinstance(who, int):
            self._play(who, action)
        elif isinstance(action, CollectAntes):
            self._antes_taken = True
        else:
            self._write_antes()
            self._say(who, action if self._sees is None else masked(action, self._sees))
        for event in events:
            if isinstance(event, ev.Shown):
                self._shown[event.seat] = event.cards
                self._lines.append(f"{self._players[event.seat]} sm {event.cards}")
        if not isinstance(action, DealCards) or self.hand.outcome is None:
            return
        # Hands turned over before the last card are written again in full: other readers need that.
        for seat, cards in self._shown.items():
            whole = format_cards(self.hand.hands[seat].cards)
            if whole != cards:
                self._lines.append(f"{self._players[seat]} sm {whole}")

    def _write_antes(self) -> None:
        """Cards imply the antes; they are written only if something else comes next."""
        if self._antes_taken:
            self._say(DEALER, CollectAntes())
        self._antes_taken = False

    def _deal(self, street: int, events: tuple[ev.Event, ...]) -> None:
        self._antes_taken = False
        for event in events:
            if not isinstance(event, ev.Dealt):
                continue
            if event.place == "common":
                self._lines.append(f"d db {event.cards}")
            elif street == 3:
                self._third.append((event.place, event.cards))  # type: ignore[arg-type]
            else:
                self._lines.append(self._dealt(event.place, event.cards))  # type: ignore[arg-type]
        if self.hand.phase != DEALING or self.hand.street > 3:
            self._write_third(together=not self._in_pieces)

    def _write_third(self, together: bool) -> None:
        if together:
            for seat in self.hand.order:
                cards = [card for place, card in self._third if place == seat]
                if cards:
                    self._lines.append(self._dealt(seat, *cards))
        else:
            self._lines += [self._dealt(seat, card) for seat, card in self._third]
        self._third = []

    def _dealt(self, seat: int, *cards: str) -> str:
        return f"d dh {self._players[seat]} {''.join(self._mask(seat, card) for card in cards)}"

    def _mask(self, seat: int, card: str) -> str:
        return card if self._sees is None or self._sees(seat, card) else HIDDEN

    def _play(self, seat: int, action: Action) -> None:
        player = self._players[seat]
        match action:
            case Fold():
                self._lines.append(f"{player} f")
            case Check() | Call():
                self._lines.append(f"{player} cc")
            case BringIn():
                self._lines.append(f"{player} pb")
            case BetTo(amount=amount):
                self._lines.append(f"{player} cbr {amount}")
            case Muck():
                self._lines.append(f"{player} sm")
            case Show():
                pass  # written from its event
            case _:
                self._say(seat, action)

    def _say(self, who: Who, action: Action) -> None:
        """An action that PHH cannot express."""
        self._lines.append(f"# {self._players[who] if isinstance(who, int) else who}: {format_value(action)}")
