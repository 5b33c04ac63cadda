"""Dealing real cards by hand: what to do next, in words; and what the dealer enters, as actions of a round.

The dealer enters one line at a time: a card by two characters, nothing for a card dealt face down, a wager or a
decision as the player announced it, or an irregularity. A page offers the same lines as buttons.
"""

from seventh.rounds.hand_dealing.board import Board, BoardSeat, board_of
from seventh.rounds.hand_dealing.entries import read_entry
from seventh.rounds.hand_dealing.instructions import instruction_of
from seventh.rounds.hand_dealing.irregularities import MARK, confirm_irregularity, irregularities_of
from seventh.rounds.hand_dealing.sheet import SheetLine, seat_totals, sheet_of
from seventh.rounds.hand_dealing.values import (
    YES,
    Button,
    Instruction,
    Irregularity,
    Names,
    NotUnderstood,
    Unconfirmed,
    UnconfirmedIrregularity,
)
from seventh.rounds.hand_dealing.what_to_type import what_to_type

__all__ = [
    "MARK",
    "YES",
    "Board",
    "BoardSeat",
    "Button",
    "Instruction",
    "Irregularity",
    "Names",
    "NotUnderstood",
    "SheetLine",
    "Unconfirmed",
    "UnconfirmedIrregularity",
    "board_of",
    "confirm_irregularity",
    "instruction_of",
    "irregularities_of",
    "read_entry",
    "seat_totals",
    "sheet_of",
    "what_to_type",
]
