"""Every game by its name. Adding a game is one line here."""

from __future__ import annotations

from seventh.games.boston_7_stud import Boston7Round
from seventh.games.high_card_flush import HighCardFlushRound
from seventh.games.round import Round
from seventh.games.seven_card_thrill import ThrillRound
from seventh.games.stud import StudRound
from seventh.house import House, require_house

ROUNDS: dict[str, type[Round]] = {
    kind.game: kind for kind in (StudRound, Boston7Round, ThrillRound, HighCardFlushRound)
}


def new_round(house: House, seats: dict[int, int]) -> Round:
    """A round under these rules, with these chips at each seat."""
    return ROUNDS[require_house(house).game](house, seats)
