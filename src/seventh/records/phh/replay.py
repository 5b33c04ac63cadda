"""Playing a PHH hand by our rules: every action checked, every card accounted for, the final stacks compared.

Our own files name their house. Other files say nothing about house rules, so they are played in a house that allows any
common custom: any number of raises; a small or a big bet on fourth street with an open pair; hands are turned up when
the file shows them, a mucked hand need not have been beaten, and a player who neither shows nor mucks shows what is
known. Where customs lead to different raises, cards or results (what a short all-in counts as, burns in a short stub,
who gets odd chips, how small the smallest chip is) those that fit the file are used, and listed in the notes. PHH does
not record rake, so a raked hand does not match its file's finishing stacks.
"""

from __future__ import annotations

from dataclasses import dataclass

from seventh.cards import CardError
from seventh.house import HouseError
from seventh.records.phh.hand import PhhError, PhhHand, facts
from seventh.records.phh.house import Custom, customs
from seventh.records.phh.player import NotPossible, Player
from seventh.records.record import Record
from seventh.rounds.events import BetReturned, ChipsReturned, PotWon
from seventh.rounds.legal import Refused
from seventh.rounds.notation import NotationError
from seventh.rounds.stud import StudRound


class DoesNotReplay(Exception):
    """A hand that breaks the rules, or whose result differs from its file; the message is one line."""


@dataclass(frozen=True, repr=False)
class Replayed:
    """A replayed hand."""

    hand: PhhHand
    """The hand as read from the file."""
    round: StudRound
    """The round after its last action."""
    record: Record
    """The same hand in our own format."""
    unit: int
    """How many of the file's chips are one chip of the round."""
    seats: tuple[int, ...]
    """The seat of each player, in the file's order."""
    finishing_stacks: tuple[int | None, ...]
    """In the file's order of players and in its chips; None where the starting stack is unknown."""
    notes: tuple[str, ...]
    """The assumptions made, one per line."""

    def __repr__(self) -> str:
        return f"<Replayed {self.hand.game}: finishing stacks {self.finishing_stacks}>"

    @property
    def finished(self) -> bool:
        """Whether the hand was played to its end."""
        return self.round.outcome is not None

    def player_of(self, seat: int) -> int:
        """The number of a seat's player in the file, counted from 1."""
        return self.seats.index(seat) + 1


def replay(hand: PhhHand) -> Replayed:
    """Play the hand and compare the result with the file's."""
    first: DoesNotReplay | None = None
    for custom in customs(hand):
        try:
            return _checked(hand, custom)
        except DoesNotReplay as problem:
            first = first or problem
    assert first is not None
    prefix = f"hand {hand.name}: " if hand.name else ""
    raise DoesNotReplay(f"{prefix}{first}")


def _checked(hand: PhhHand, custom: Custom) -> Replayed:
    player = _played(hand, custom)
    unit = custom.unit
    table = player.round
    stacks = [table.hands[seat].stack * unit for seat in player.seats]
    found = tuple(None if start is None else stack for start, stack in zip(hand.stacks, stacks, strict=True))
    notes = [*custom.notes(hand.clauses), *player.notes]
    if hand.finishing_stacks is not None:
        _compare(hand, table, found)
    elif not hand.trims_antes and any(stack is not None and stack < hand.ante for stack in hand.stacks):
        notes.append(f"a player short of the ante can win only that much from each other player ({hand.clauses.pots})")
    _compare_winnings(hand, player)
    about = dict(facts(hand.fields))
    if any(hand.players):
        about["players"] = {str(seat): name for seat, name in zip(player.seats, hand.players, strict=True) if name}
    if unit != 1:
        about["chip"] = unit
    player.recorder.about = about
    return Replayed(hand, table, player.recorder.record(), unit, player.seats, found, tuple(notes))


def _played(hand: PhhHand, custom: Custom) -> Player:
    try:
        player = Player(hand, custom)
    except (HouseError, PhhError, NotPossible, ValueError) as error:
        raise DoesNotReplay(str(error)) from None
    for action in hand.actions:
        try:
            player.apply(action)
        except (Refused, CardError, NotationError, NotPossible) as error:
            raise DoesNotReplay(f"action {action.number} ({action.text!r}): {error}") from None
    try:
        player.end()
    except (Refused, CardError, NotPossible) as error:
        raise DoesNotReplay(f"after the last action: {error}") from None
    return player


def _compare(hand: PhhHand, table: StudRound, found: tuple[int | None, ...]) -> None:
    """Compare final stacks with the file's."""
    said = hand.finishing_stacks or ()
    for number, (have, want) in enumerate(zip(found, said, strict=True), 1):
        if have is None or want is None or have == want:
            continue
        when = "ends with" if table.outcome is not None else "has, in an unfinished hand,"
        less = sum(stack or 0 for stack in found) - sum(stack or 0 for stack in said)
        rake = f"; all stacks together are {hand.money(less)} short, and PHH does not record rake" if less > 0 else ""
        raise DoesNotReplay(
            f"finishing_stacks: {hand.label(number)} {when} {hand.money(have)}, the file says {hand.money(want)}{rake}"
        )


def _compare_winnings(hand: PhhHand, player: Player) -> None:
    """What the file says was collected from the pots; files differ in whether a returned bet is included."""
    table, unit = player.round, player.unit
    if hand.winnings is None or table.outcome is None:
        return
    won = dict.fromkeys(table.order, 0)
    returned = dict.fromkeys(table.order, 0)
    for event in table.events:
        if isinstance(event, PotWon):
            won[event.seat] += event.amount * unit
        elif isinstance(event, BetReturned | ChipsReturned):
            returned[event.seat] += event.amount * unit
    for number, (seat, said) in enumerate(zip(player.seats, hand.winnings, strict=True), 1):
        if said is not None and said not in (won[seat], won[seat] + returned[seat]):
            raise DoesNotReplay(
                f"winnings: {hand.label(number)} collects {hand.money(won[seat])}, the file says {hand.money(said)}"
            )
