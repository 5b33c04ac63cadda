"""Who opens the betting of a street, by the up cards."""

from __future__ import annotations

from collections.abc import Sequence

from seventh.cards import UNKNOWN, Card
from seventh.rounds.stud.family import Family
from seventh.rounds.stud.house import StudHouse
from seventh.rounds.stud.table import StudHand


def opener_of(house: StudHouse, street: int, hands: Sequence[StudHand], common: tuple[Card, ...]) -> int:
    """The seat that brings it in on third street, or the best board after that; the first of equals."""
    family = house.family
    if street == 3:
        return min(hands, key=lambda hand: _bring_in_order(family, hand)).seat
    if house.common_card_opens != "with_common":
        common = ()
    # Five cards count only if everyone shows five; an accidentally exposed seventh card does not count.
    fewest = min([len(hand.up) for hand in hands]) + len(common)
    boards = [sum([card.bit for card in (hand.up + common)[:fewest]]) for hand in hands]
    full = fewest >= 5 and min(map(int.bit_count, boards)) >= 5
    strengths = list(map(family.full_board if full else family.board, boards))
    return hands[strengths.index(max(strengths))].seat


def _bring_in_order(family: Family, hand: StudHand) -> int:
    """Sort key for the bring-in; the first hand has it. An unknown card never does."""
    if not hand.up or hand.up[0] is UNKNOWN:
        return 99
    order = family.card_order(hand.up[0])
    return order if family.bring_in == "lowest" else -order


def open_pair(hands: Sequence[StudHand]) -> bool:
    """Whether any hand shows a pair."""
    boards = [hand.up for hand in hands if UNKNOWN not in hand.up]
    return any(len({card.rank for card in board}) < len(board) for board in boards)
