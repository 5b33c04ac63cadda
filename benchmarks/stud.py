"""Speed of playing stud hands, compared with PokerKit in the same run.

    python -m benchmarks.stud            two, six and eight players, about a minute
    python -m benchmarks.stud --quick    fewer hands

All players play fixed limit at random: each kind of legal action is equally likely, folding to a bet one time in ten.
Our house settings follow PokerKit's rules, so that a hand takes the same number of actions in both. Each engine
shuffles and deals its own cards. PokerKit reuses folded cards when eight players exhaust the stub; here the rules for
that case apply.

Work is measured in CPU time, in runs that alternate between the engines so that load affects both equally. Copies are
made at every decision of some hands and compared with the time of playing a hand.
"""

from __future__ import annotations

import platform
import random
import sys
import warnings
from collections.abc import Callable
from time import process_time
from typing import Any

from pokerkit import Automation, FixedLimitSevenCardStud

from seventh.cards import DECK_52
from seventh.games import parse_house
from seventh.rounds.actions import DEALER, Check, Fold
from seventh.rounds.driver import deal_on, from_deck
from seventh.rounds.stud import StudRound

ANTE, BRING_IN, SMALL, BIG, CHIPS = 50, 100, 400, 800, 80_000
FOLDING = 0.1
TURNS = 10
HOUSE: Any = parse_house(
    f"uncapped_heads_up = false\nfourth_street_pair_doubles = false\nhalf_bet_rule = false\n"
    f"[stakes]\nante = {ANTE}\nbring_in = {BRING_IN}\nsmall_bet = {SMALL}\nbig_bet = {BIG}\n",
    "seven-card-stud",
)
AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
Hand = Callable[[int, random.Random], int]
"""Plays a hand with this many players and returns the number of decisions."""


def pokerkit(players: int, rng: random.Random) -> int:
    state = FixedLimitSevenCardStud.create_state(AUTOMATIC, True, ANTE, BRING_IN, SMALL, BIG, CHIPS, players)
    decisions = 0
    while state.status:
        decisions += 1
        if state.can_fold() and rng.random() < FOLDING:
            state.fold()
            continue
        actions: list[Callable[[], Any]] = []
        if state.can_post_bring_in():
            actions.append(state.post_bring_in)
        if state.can_check_or_call():
            actions.append(state.check_or_call)
        if state.can_complete_bet_or_raise_to():
            actions.append(state.complete_bet_or_raise_to)
        rng.choice(actions)()
    return decisions


def stud_round(players: int, rng: random.Random, each: Callable[[StudRound], None] | None = None) -> int:
    deck = list(DECK_52)
    rng.shuffle(deck)
    hand = StudRound(HOUSE, dict.fromkeys(range(1, players + 1), CHIPS))
    draw, decisions = from_deck(deck), 0
    while True:
        deal_on(hand, draw, tuple)
        if hand.phase == "closed":
            return decisions
        if each is not None:
            each(hand)
        (seat,) = hand.to_act
        assert seat != DEALER
        choices = hand.legal(seat).choices
        if hand.phase == "showdown":
            hand.act(seat, next(iter(choices[-1])))
            continue
        decisions += 1
        if choices[0].action is Fold:
            if choices[1].action is not Check and rng.random() < FOLDING:
                hand.act(seat, Fold())
                continue
            choices = choices[1:]
        hand.act(seat, next(iter(rng.choice(choices))))


CONTESTANTS: dict[str, tuple[Hand, int]] = {
    "PokerKit": (pokerkit, 1),
    "seventh StudRound": (stud_round, 8),
}
"""Each with a factor for the number of hands, so that all runs take about equally long."""


def times(players: int, hands: int) -> dict[str, tuple[float, float]]:
    """Seconds and decisions per hand."""
    spent = {name: [0.0, 0] for name in CONTESTANTS}
    for turn in range(TURNS):
        for name, (play, share) in CONTESTANTS.items():
            rng = random.Random(f"{players} {turn}")
            started = process_time()
            spent[name][1] += sum(play(players, rng) for _ in range(hands * share))
            spent[name][0] += process_time() - started
    number = {name: TURNS * hands * share for name, (_, share) in CONTESTANTS.items()}
    return {name: (seconds / number[name], decisions / number[name]) for name, (seconds, decisions) in spent.items()}


def copy_time(play: Callable[..., int], players: int) -> float:
    """Seconds per copy, averaged over the decisions of some hands; each state is copied several times."""
    spent = copies = 0

    def each(hand: Any) -> None:
        nonlocal spent, copies
        started = process_time()
        for _ in range(20):
            hand.copy()
        spent += process_time() - started  # type: ignore[assignment]
        copies += 20

    rng = random.Random(f"copies {players}")
    for _ in range(60):
        play(players, rng, each)
    return spent / copies


def main() -> int:
    warnings.simplefilter("ignore")  # PokerKit warns whenever it reuses folded cards
    hands = 15 if "--quick" in sys.argv[1:] else 60
    print(f"Python {platform.python_version()}, {platform.machine()}")
    for players in (2, 6, 8):
        found = times(players, hands)
        print(f"\n{players} players")
        for name, (seconds, decisions) in found.items():
            ratio = "" if name == "PokerKit" else f"{found['PokerKit'][0] / seconds:8.1f} x"
            print(f"  {name:20}{1 / seconds:12,.0f} hands/s{decisions:8.1f} decisions a hand{ratio}")
        seconds = copy_time(stud_round, players)
        share = seconds / found["seventh StudRound"][0]
        print(f"  {'seventh StudRound, a copy':40}{1e6 * seconds:8.1f} us, {share:.1%} of a hand")
    return 0


if __name__ == "__main__":
    sys.exit(main())
