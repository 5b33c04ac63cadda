"""`python -m tools.verify_counts [--hands N] [--seed S]`: verify the counts by independent methods.

1. Reduced decks, exactly: every hand of the player against every hand of the dealer, dealt one by one and
   ranked by the readable rankings of `seventh.hands`, in plain Python.
2. The whole deck: for random hands of the player, all 45,379,620 hands of the dealer (53,524,680 with the joker) dealt
   one by one and ranked by the kernels of `seventh.hands`.

Every number must be equal.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np

from seventh.cards import DECK_52, DECK_53, cards_in, format_cards
from seventh.games.high_card_flush import counts as flush_counts
from seventh.games.high_card_flush.dealer_hands import dealer_hands
from seventh.games.seven_card_thrill.classes import LOW_BELOW
from seventh.hands import flush, joker
from seventh.hands.kernels import rank_hands
from seventh.hands.poker import Wheel
from seventh.hands.tables import LENGTH_AT_PLACE, STRENGTHS, SUIT_AT_PLACE
from seventh.lab import showdown
from seventh.lab.figures import LabError
from seventh.lab.kernels import Deck
from tools.kernel_counts import count_ranks, count_suits

FourCounts = tuple[int, int, int, int]
Strength = Callable[[int], int]

REDUCED = (
    Deck(ranks=0b1_0000_0000_1111, suits=3, joker=True),  # A-2-3-4-5: wheels, straight flushes
    Deck(ranks=0b1_1110_0000_0000, suits=4),  # A-K-Q-J: pairs to four of a kind
    Deck(ranks=0b1_1010_1010_1101, suits=2),  # two suits of eight ranks: flushes, and low hands
    Deck(ranks=0b1_1101_0001_1001, suits=2),
)


class Mismatch(LabError):
    """Two methods gave different numbers."""


def require(equal: bool, cards: int) -> None:
    if not equal:
        hand = format_cards(cards_in(cards)) or "the sum over all hands"
        raise Mismatch(f"{hand}: the count differs from enumeration")


def cards_of(deck: Deck) -> list[int]:
    """The cards of a deck, each as a one-card set."""
    cards = [1 << 13 * suit + rank for suit in range(deck.suits) for rank in range(13) if deck.ranks >> rank & 1]
    return cards + [1 << 52] * deck.joker


def brute_force(deck: Deck, strength: Strength, low_below: int) -> dict[int, FourCounts]:
    """For every hand, the number of dealer hands that it beats and are not low, that it beats and are low, that tie,
    and that win."""
    cards = cards_of(deck)
    strengths = {sum(chosen): strength(sum(chosen)) for chosen in combinations(cards, 7)}
    found = {}
    for hand, own in strengths.items():
        left = [card for card in cards if not card & hand]
        others = [strengths[sum(chosen)] for chosen in combinations(left, 7)]
        low = sum(other < own and other < low_below for other in others)
        ties = sum(other == own for other in others)
        losses = sum(other > own for other in others)
        found[hand] = len(others) - low - ties - losses, low, ties, losses
    return found


def counted(hands: showdown.Showdown, rows: list[int]) -> Iterator[tuple[int, FourCounts]]:
    """The same four numbers for some hands of a count."""
    naturals = len(hands.masks) - hands.jokers
    for row in rows:
        cards = sum(int(mask) << 13 * suit for suit, mask in enumerate(hands.masks[row])) | (row >= naturals) << 52
        wins, low = int(hands.wins[row]), int(hands.low_wins[row])
        yield cards, (wins - low, low, int(hands.ties[row]), int(hands.losses[row]))


def check_reduced(deck: Deck, wheel: Wheel, second_ace: bool) -> int:
    """Compare the showdown counts of a reduced deck with brute force; returns the number of deals."""
    hands = showdown.count(deck, lambda _: None, wheel is Wheel.SECOND, second_ace, LOW_BELOW)
    truth = brute_force(deck, lambda cards: joker.strength(cards, wheel, second_ace), LOW_BELOW)
    deals = 0
    for row, (cards, numbers) in enumerate(counted(hands, (dealt := np.flatnonzero(hands.orbits)).tolist())):
        require(truth[cards] == numbers, cards)
        deals += int(hands.orbits[dealt[row]]) * sum(numbers)
    require(deals == sum(map(sum, truth.values())) == deck.hands() * deck.others(), 0)
    return deals


def check_reduced_flush(deck: Deck, length: int, high: int) -> int:
    """The same for High Card Flush: the total under optimal decisions, over all deals."""
    counts = flush_counts.PlayerHands(deck, lambda _: None).against(length, high)
    least = length << 13 | 1 << (high - 2) | (1 << (length - 1)) - 1
    table = np.zeros_like(counts.optimal)
    for hand, (win, unqualified_win, tie, loss) in brute_force(deck, flush.strength, least).items():
        own = flush.strength(hand)
        if own < least:
            # Hands that do not qualify are not compared.
            unqualified, win, tie, loss = _below_least(hand, deck, least)
        else:
            unqualified = unqualified_win
        action = 2 if win > loss else 1 if unqualified + 2 * (win - loss) >= -deck.others() else 0
        table[own >> 13, flush.longest_run_length(hand), action] += (unqualified, win, tie, loss)
    require(np.array_equal(table, counts.optimal), 0)
    return int(table.sum())


def _below_least(hand: int, deck: Deck, least: int) -> FourCounts:
    left = [card for card in cards_of(deck) if not card & hand]
    unqualified = sum(flush.strength(sum(chosen)) < least for chosen in combinations(left, 7))
    return unqualified, 0, 0, deck.others() - unqualified


def dealt(cards: int, deck: Deck, wheel: Wheel, low_below: int) -> FourCounts:
    """The four numbers for one hand, by enumerating all dealer hands."""
    whole = DECK_53 if deck.joker else DECK_52
    own = [card for card in whole if card.bit & cards]
    counts = count_ranks([card for card in whole if not card.bit & cards], 7, wheel=wheel)
    number = int(rank_hands(np.array([own], dtype=np.uint8), wheel)[0])
    low = int(np.searchsorted(STRENGTHS, low_below))
    below, low_wins = int(counts[:number].sum()), int(counts[: min(number, low)].sum())
    return below - low_wins, low_wins, int(counts[number]), int(counts[number + 1 :].sum())


def dealt_flush(cards: int, least: int) -> FourCounts:
    """The numbers of dealer hands that do not qualify, lose, tie and win, by enumeration."""
    places, _ = count_suits([card for card in DECK_52 if not card.bit & cards], 7)
    strengths = LENGTH_AT_PLACE.astype(np.int64) << 13 | SUIT_AT_PLACE
    own = flush.strength(cards)
    qualified = strengths >= least
    win, tie, loss = (
        int(places[qualified & which].sum()) for which in (strengths < own, strengths == own, strengths > own)
    )
    return int(places[~qualified].sum()), win, tie, loss


def check_whole(deck: Deck, wheel: Wheel, hands: int, seed: int) -> None:
    count = showdown.count(deck, lambda _: None, wheel is Wheel.SECOND, False, LOW_BELOW)
    rows = np.random.default_rng(seed).integers(0, len(count.masks), hands).tolist()
    for cards, numbers in counted(count, rows):
        require(dealt(cards, deck, wheel, LOW_BELOW) == numbers, cards)


def check_whole_flush(hands: int, seed: int, length: int = 3, high: int = 9) -> None:
    player = flush_counts.PlayerHands(Deck(), lambda _: None)
    least = length << 13 | 1 << (high - 2) | (1 << (length - 1)) - 1
    for row in np.random.default_rng(seed).integers(0, len(player.masks), hands).tolist():
        cards = sum(int(mask) << 13 * suit for suit, mask in enumerate(player.masks[row]))
        truth = dealt_flush(cards, least)
        require(dealer_hands(cards, length, high) == truth, cards)
        if flush.strength(cards) >= least:
            require((int(player.below[row]), int(player.up_to[row])) == (truth[0] + truth[1], sum(truth[:3])), cards)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.verify_counts", description=__doc__)
    parser.add_argument("--hands", type=int, default=50, help="random hands of each game, against every dealer hand")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args(arguments)
    say = sys.stdout.write
    for deck in REDUCED:
        for wheel in Wheel:
            for second_ace in (False, True) if deck.joker else (False,):
                deals = check_reduced(deck, wheel, second_ace)
                joker_is = ", joker a second ace" if second_ace else ""
                say(f"showdown, {len(deck)} cards, wheel {wheel.value}{joker_is}: {deals:,} deals equal\n")
        if not deck.joker:
            say(f"high-card-flush, {len(deck)} cards: {check_reduced_flush(deck, 3, 9):,} deals equal\n")
    check_whole_flush(options.hands, options.seed)
    say(f"high-card-flush: {options.hands} hands against every dealer hand equal\n")
    check_whole(Deck(), Wheel.LOWEST, options.hands, options.seed)
    say(f"boston-7-stud: {options.hands} hands against every dealer hand equal\n")
    for wheel in Wheel:
        check_whole(Deck(joker=True), wheel, options.hands, options.seed)
        say(f"seven-card-thrill, wheel {wheel.value}: {options.hands} hands against every dealer hand equal\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
