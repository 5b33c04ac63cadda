"""Poker hand histories in PHH, a TOML format for poker games: the stud variants it defines.

`read` returns the hands in a text, `replay` plays one by our rules and checks it, `write` and `export` turn our records
into PHH. PHH supports fixed-limit stud only; what it cannot express goes into fields that start with `_` and into
comments (see `seventh.records.phh.write`).
"""

from seventh.records.phh.hand import PhhError, PhhHand, read
from seventh.records.phh.replay import DoesNotReplay, Replayed, replay
from seventh.records.phh.write import NotInPhh, export, write

__all__ = ["DoesNotReplay", "NotInPhh", "PhhError", "PhhHand", "Replayed", "export", "read", "replay", "write"]
