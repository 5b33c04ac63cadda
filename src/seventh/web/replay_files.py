"""Replays of files: a record of any room, or a stud hand in PHH. They are checked by the rules first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from seventh.fair import Disproved, verify
from seventh.house import House
from seventh.records import NotARecord, StandaloneProof, phh, read_evidence
from seventh.records.record import Record
from seventh.room.replay import Looker, Replay
from seventh.room.replay import replay as replayed
from seventh.web.errors import Failure

MOST_STEPS = 1000
"""More than any round takes; what is longer is refused before it is replayed."""
EVERYONE = 0
"""Not a seat: every card that is recorded is visible."""


@dataclass(frozen=True)
class OpenedFile:
    """A file that has been replayed."""

    replay: Replay
    house: House
    seats: dict[int, str]
    """From where it can be seen."""
    seat: int
    """From where it is seen."""
    hands: int = 1
    """The number of hands in the file."""
    hand: int = 1
    """Which of them this is."""
    notes: tuple[str, ...] = ()
    """The assumptions that were made, one per line."""
    worth: int = 1
    """How many of the file's chips are one of the replay."""


def open_file(text: str, hand: int = 1, seat: int | None = None) -> OpenedFile:
    """Replay the text of a file; `Failure` says in one line what is wrong with it."""
    text = text.lstrip("\ufeff")
    try:
        return _record(text, seat) if text.lstrip().startswith("{") else _hand(text, hand, seat)
    except (NotARecord, Disproved, phh.PhhError, phh.DoesNotReplay) as error:
        raise Failure("malformed", str(error), where="file") from None


def _record(text: str, seat: int | None) -> OpenedFile:
    evidence = read_evidence(text)
    if isinstance(evidence, StandaloneProof):
        raise NotARecord("a proof without its record has no steps to replay")
    _check_length(len(evidence.steps))
    verify(evidence)
    if seat is None:  # against a dealer, the cards and bets of one player are in front
        seat = EVERYONE if evidence.new_round().KEEPS_SECRETS else min(evidence.seats)
    return _opened(evidence, seat, {place: f"Seat {place}" for place in evidence.seats})


def _hand(text: str, number: int, seat: int | None) -> OpenedFile:
    hands = phh.read(text)
    if not 1 <= number <= len(hands):
        raise Failure("malformed", f"the file has no hand {number}", allowed=f"1 to {len(hands)}", where="hand")
    hand = hands[number - 1]
    _check_length(len(hand.actions))
    played = phh.replay(hand)
    names = {place: hand.label(played.player_of(place)) for place in sorted(played.seats)}
    opened = _opened(played.record, seat or EVERYONE, names, lambda chips: hand.money(chips * played.unit))
    return replace(opened, hands=len(hands), hand=number, notes=played.notes, worth=played.unit)


def _opened(record: Record, seat: int, names: dict[int, str], money: Callable[[int], str] | None = None) -> OpenedFile:
    seats = {EVERYONE: "Every recorded card", **names}
    if seat not in seats:
        raise Failure("malformed", f"nobody is in seat {seat}", allowed=", ".join(map(str, seats)), where="seat")
    looker = Looker(seat or None, every_card=seat == EVERYONE, names=names.__getitem__, money=money)
    return OpenedFile(replayed(record, looker), record.new_house(), seats, seat)


def _check_length(steps: int) -> None:
    if steps > MOST_STEPS:
        raise Failure("malformed", f"the round has {steps} steps", allowed=f"at most {MOST_STEPS}", where="file")
