"""A round that a person deals by hand: every entry as a step of its record, and corrections."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from seventh.games import wording_of
from seventh.records.record import Correction, Record, Recorder, Step
from seventh.rounds.hand_dealing import (
    Board,
    Instruction,
    Irregularity,
    Names,
    NotUnderstood,
    SheetLine,
    board_of,
    instruction_of,
    irregularities_of,
    read_entry,
    sheet_of,
)
from seventh.rounds.legal import Refused
from seventh.rounds.round import Round

UNDO = "undo"


class HandDealtRound:
    """One hand-dealt round in progress, and its record."""

    def __init__(self, hand: Round, about: dict[str, Any] | None = None, names: Names | None = None) -> None:
        if not hand.hand_dealt:
            raise ValueError("not a hand-dealt round")
        self.round = hand
        self.steps: list[Step] = []
        self.corrections: list[Correction] = []
        self.about = dict(about or {})
        self.names: Names = names or (lambda seat: f"Seat {seat}")
        self.words = wording_of(hand.house)

    @classmethod
    def resumed(cls, record: Record, names: Names | None = None) -> HandDealtRound:
        """The round of a record, ready to continue."""
        dealt = cls(record.new_round(), record.about, names)
        for step in record.steps:
            dealt.round.act(step.who, step.action)
        dealt.steps, dealt.corrections = list(record.steps), list(record.corrections)
        return dealt

    @property
    def instruction(self) -> Instruction:
        """What to do next."""
        return self.instruction_for(None)

    def instruction_for(self, seat: int | None) -> Instruction:
        """What to do next, for this seat if it is one of several that can decide."""
        return instruction_of(self.round, self.words, self.names, seat)

    @property
    def irregularities(self) -> list[Irregularity]:
        """What can be reported now."""
        return irregularities_of(self.round)

    @property
    def sheet(self) -> list[SheetLine]:
        """The settlements so far, in order."""
        return sheet_of(self.round, self.words, self.names)

    @property
    def board(self) -> Board:
        """The table as the dealer sees it."""
        return board_of(self.round, self.words)

    @property
    def moment(self) -> int:
        """Changes with every step and every correction."""
        return len(self.steps) + 2 * len(self.corrections)

    def enter(self, text: str) -> tuple[Step, ...]:
        """Carry out one entry; `NotUnderstood` says in one line why it is refused, and nothing has changed."""
        if text.strip().lower() == UNDO:
            self.undo()
            return ()
        hand = self.round.copy()
        done = []
        try:
            for who, action in read_entry(hand, self.words, self.names, text):
                done.append(Step(who, action, hand.act(who, action)))
        except Refused as refused:
            raise NotUnderstood(_line(refused)) from None
        self.round = hand
        self.steps += done
        return tuple(done)

    def undo(self) -> Step:
        """Take back the last step; the record keeps it as a correction."""
        if not self.steps:
            raise NotUnderstood("There is nothing to undo: the round has just begun")
        *kept, last = self.steps
        hand = self.record().new_round()
        for step in kept:
            hand.act(step.who, step.action)
        self.round, self.steps = hand, kept
        self.corrections.append(Correction(len(kept), last))
        return last

    def record(self) -> Record:
        """The record of what has been done so far, corrections included."""
        recorder = Recorder(self.round.start(self.round.house, self.round.seats, self.round.dealer_position, True))
        recorder.round, recorder.steps, recorder.about = self.round, self.steps, self.about
        return replace(recorder.record(), corrections=tuple(self.corrections))


def _line(refused: Refused) -> str:
    clause = f" ({refused.clause})" if refused.clause else ""
    allowed = f"; allowed: {refused.allowed}" if refused.allowed else ""
    return f"{refused.message[:1].upper()}{refused.message[1:]}{clause}{allowed}"
