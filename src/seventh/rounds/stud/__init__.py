"""The stud family, in the order of a hand: the table, dealing, betting, showdown, pots, and what can go wrong."""

from seventh.rounds.stud.round import StudRound

__all__ = ["StudRound"]
