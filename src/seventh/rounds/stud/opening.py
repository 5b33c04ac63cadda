"""Who opens the betting of a street, by the cards that lie face up."""

from __future__ import annotations

from collections.abc import Sequence

from seventh.cards import UNKNOWN, Card
from seventh.rounds.stud.family import Family
from seventh.rounds.stud.house import StudHouse
from seventh.rounds.stud.table import StudHand


def opener_of(house: StudHouse, street: int, hands: Sequence[StudHand], common: tuple[Card, ...]) -> int:
    """The seat whose up-card brings in on third street, the best board after that; of equals the first."""
    family = house.family
    if street == 3:
        return min(hands, key=lambda hand: _bring_in_order(family, hand)).seat
    if house.common_card_opens != "with_common":
        common = ()
    # All five cards count only if everybody shows as many; else a seventh card that was exposed by error does not.
    fewest = min([len(hand.up) for hand in hands]) + len(common)
    boards = [sum([card.bit for card in (hand.up + common)[:fewest]]) for hand in hands]
    full = fewest >= 5 and min(map(int.bit_count, boards)) >= 5
    strengths = list(map(family.full_board if full else family.board, boards))
    return hands[strengths.index(max(strengths))].seat


def _bring_in_order(family: Family, hand: StudHand) -> int:
    """Orders hands for the bring-in, the first has it; a card that nobody can name never does."""
    if not hand.up or hand.up[0] is UNKNOWN:
        return 99
    order = family.card_order(hand.up[0])
    return order if family.bring_in == "lowest" else -order


def open_pair(hands: Sequence[StudHand]) -> bool:
    """Whether somebody shows a pair."""
    boards = [hand.up for hand in hands if UNKNOWN not in hand.up]
    return any(len({card.rank for card in board}) < len(board) for board in boards)
