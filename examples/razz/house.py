"""The stud family of Razz, and its house settings."""

from __future__ import annotations

from dataclasses import dataclass

from razz import low
from razz.points import points
from razz.words import WORDING
from seventh.rounds.stud.family import Clauses, Family, Share
from seventh.rounds.stud.house import StudHouse

CLAUSES = Clauses(
    players="Z1",
    ante="Z2",
    deal="Z3",
    bring_in_card="Z4",
    bring_in="Z5",
    burn="Z6",
    fourth_street="Z7",
    opener="Z8",
    turn="Z9",
    fifth_and_sixth_street="Z10",
    seventh_street="Z11",
    short_stub="Z12",
    common_card="Z13",
    last_card="Z14",
    winner="Z15",
    last_opener="Z16",
    structure="Z17",
    completion="Z18",
    raise_cap="Z19",
    open_pair="Z20",
    all_in="Z21",
    pots="Z22",
    showdown="Z23",
    no_more_betting="Z24",
    rake="Z25",
    irregularities="Z26",
)

FAMILY = Family(
    clauses=CLAUSES,
    wording=WORDING,
    shares=(Share(low.strength, low.name, low.five),),
    board=low.board_strength,
    full_board=low.strength,
    card_order=low.card_order,
    points=points,
    bring_in="highest",
)


@dataclass(frozen=True)
class RazzHouse(StudHouse):
    """The rules of one house's Razz."""

    family = FAMILY
