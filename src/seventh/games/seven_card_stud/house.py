"""The stud family of Seven-Card Stud, and its house settings."""

from __future__ import annotations

from dataclasses import dataclass

from seventh.games.seven_card_stud.points import points
from seventh.games.seven_card_stud.words import WORDING, five, hand_name
from seventh.hands import poker, showing
from seventh.rounds.stud.family import Clauses, Family, Share
from seventh.rounds.stud.house import StudHouse

CLAUSES = Clauses(
    players="S1",
    ante="S2",
    deal="S3",
    bring_in_card="S4",
    bring_in="S5",
    burn="S6",
    fourth_street="S7",
    opener="S8",
    turn="S9",
    fifth_and_sixth_street="S10",
    seventh_street="S11",
    short_stub="S12",
    common_card="S13",
    last_card="S14",
    winner="S15",
    last_opener="S16",
    structure="S17",
    completion="S18",
    raise_cap="S19",
    open_pair="S20",
    all_in="S21",
    pots="S22",
    showdown="S23",
    no_more_betting="S24",
    rake="S25",
    irregularities="S26",
)

FAMILY = Family(
    clauses=CLAUSES,
    wording=WORDING,
    shares=(Share(poker.strength, hand_name, five),),
    board=showing.strength,
    full_board=poker.strength,
    card_order=showing.low_card_order,
    points=points,
    bring_in="lowest",
    open_pair_doubles=True,
)


@dataclass(frozen=True)
class SevenCardStudHouse(StudHouse):
    """The rules of one house's Seven-Card Stud."""

    family = FAMILY
