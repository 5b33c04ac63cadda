"""The stud family, in the order of a hand: table, dealing, opening, betting, showdown, settlement, and the floor."""

from seventh.rounds.stud.round import StudRound

__all__ = ["StudRound"]
