"""Every game by its name. Adding a game is one line here."""

from __future__ import annotations

from seventh.games.boston_7_stud.round import Boston7Round
from seventh.games.high_card_flush.round import HighCardFlushRound
from seventh.games.seven_card_thrill.round import ThrillRound
from seventh.house import House, require_house
from seventh.rounds.round import Round
from seventh.rounds.stud import StudRound

ROUNDS: dict[str, type[Round]] = {
    kind.game: kind for kind in (StudRound, Boston7Round, ThrillRound, HighCardFlushRound)
}


def new_round(house: House, seats: dict[int, int], *, dealer_position: int | None = None) -> Round:
    """A round under these rules, with these chips at each seat.

    At stud the first seat after the dealer position is dealt to first; the games against the dealer have no such place.
    """
    kind = ROUNDS[require_house(house).game]
    if dealer_position is None:
        return kind(house, seats)
    if kind is not StudRound:
        raise ValueError(f"{house.game} has no dealer position: its dealer sits still")
    return StudRound(house, seats, dealer_position)  # type: ignore[arg-type]
