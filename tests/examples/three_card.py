"""Helpers for the tests of Three Card Poker: the plug-in on Python's path, scripted hands, a naive ranking."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples" / "three_card_poker"
sys.path.insert(0, str(FOLDER.parent))

from three_card_poker import GAME as GAME  # noqa: E402

from seventh.games import registry  # noqa: E402
from seventh.games.scripted import Table  # noqa: E402
from seventh.rounds.legal import Refused  # noqa: E402
from seventh.rounds.notation import parse_action  # noqa: E402

PLAY = "bet wager=play amount=500"
KINDS = ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")
"""Lowest first, as in the rules (P2)."""


@pytest.fixture(autouse=True)
def three_card_poker(monkeypatch):
    """The game among the others, as SEVENTH_GAMES puts it there for a command."""
    games = {**registry._all(), GAME.name: GAME}
    monkeypatch.setattr(registry, "_all", lambda: games)


def hand(cards, dealer="Kh9d2c", wagers="ante 500", house=""):
    return Table(f"three-card-poker\nhouse: {house}\nseat 1: {wagers} | {cards}\ndealer: {dealer}")


def played(cards, dealer="Kh9d2c", wagers="ante 500", house=""):
    table = hand(cards, dealer, wagers, house)
    table.act(1, PLAY)
    return table


def settled(table, seat=1):
    """Each wager of a seat with its result, what was paid, and the clause."""
    lines = table.round.outcome.settled
    return {line.wager: (line.result, line.payoff, line.clause) for line in lines if line.seat == seat}


def refused(table, who, action):
    """Why an action is refused; nothing changes."""
    before = table.round.copy()
    with pytest.raises(Refused) as caught:
        table.round.act(who, parse_action(action))
    assert table.round == before
    assert parse_action(action) not in table.round.legal(who)
    return caught.value


def naive_rank(cards):
    """The kind of three cards, and what decides between hands of that kind; compares as hands do."""
    ranks = sorted((card.rank for card in cards), reverse=True)
    suited = len({card.suit for card in cards}) == 1
    if ranks == [14, 3, 2]:
        ranks = [3, 2, 1]
    in_a_row = ranks[0] - 1 == ranks[1] == ranks[2] + 1
    if in_a_row:
        kind = "straight_flush" if suited else "straight"
    elif ranks[0] == ranks[2]:
        kind = "three_of_a_kind"
    elif ranks[1] in (ranks[0], ranks[2]):
        kind = "pair"
        ranks = [ranks[1], ranks[0] + ranks[2] - ranks[1]]
    else:
        kind = "flush" if suited else "high_card"
    return KINDS.index(kind), tuple(ranks)


def seventh(*words, stdin=""):
    """The command, which finds the game by the environment variable, with nothing installed."""
    environment = {**os.environ, "SEVENTH_GAMES": str(FOLDER), "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(
        [sys.executable, "-m", "seventh", *words], input=stdin, capture_output=True, text=True, env=environment
    )
