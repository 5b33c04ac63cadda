"""Poker hand histories in PHH, a TOML format for hands of many poker games: those of stud that name their variant.

`read` gives the hands of a text, `replay` plays one on our rules and checks it, `write` and `export` turn a record of
ours into PHH. PHH knows stud at fixed limit only; what it has no word for stands in fields that begin with `_` and in
commentary (see `seventh.records.phh.write`).
"""

from seventh.records.phh.hand import PhhError, PhhHand, read
from seventh.records.phh.replay import DoesNotReplay, Replayed, replay
from seventh.records.phh.write import NotInPhh, export, write

__all__ = ["DoesNotReplay", "NotInPhh", "PhhError", "PhhHand", "Replayed", "export", "read", "replay", "write"]
