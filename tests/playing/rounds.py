"""One random round after another from a seeded generator, checked as it goes: what the longer run is made of."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from seventh.house import House
from seventh.rounds.actions import DEALER, FLOOR, Action, Who
from seventh.rounds.events import RoundVoided
from seventh.rounds.notation import format_value
from tests.playing import checks
from tests.playing.adapters import ADAPTERS, Adapter
from tests.playing.houses import random_house
from tests.playing.moves import everyone, random_action

ROUNDS_A_BLOCK = 50
"""Rounds that share a house: reading one takes as long as several rounds."""


class Failure(Exception):
    """A round in which something did not hold, with all that it takes to see it again."""

    def __init__(self, played: Played, error: Exception) -> None:
        self.played = played
        self.error = error
        super().__init__(f"{type(error).__name__}: {error}\n\n{played.text()}")


@dataclass
class Played:
    """A round on its way, and what would repeat it."""

    game: str
    seed: str
    number: int
    house: str
    seats: dict[int, int]
    start: dict[str, Any]
    log: list[tuple[Who, Action]] = field(default_factory=list)

    def text(self) -> str:
        lines = [f"game: {self.game}", f"block: {self.seed}", f"round: {self.number}", "house:"]
        lines += [f"  {line}" for line in self.house.splitlines()]
        lines += [f"seats: {self.seats}", f"start: {self.start}", "actions:"]
        return "\n".join(lines + [f"  {who}: {format_value(action)}" for who, action in self.log])


def play_block(game: str, seed: str, rounds: int = ROUNDS_A_BLOCK) -> Counter[str]:
    """Rounds in one random house, the same for the same seed; returns counts of what came up."""
    adapter, rng = ADAPTERS[game], Random(f"{game} {seed}")
    house, text = random_house(game, rng, adapter.mend)
    data = house.as_data()
    counts: Counter[str] = Counter()
    for number in range(rounds):
        played = Played(game, seed, number, text, adapter.seats(house, rng), adapter.start(rng))
        try:
            play_one(adapter, house, data, played, rng, counts)
        except Exception as error:
            raise Failure(played, error) from error
    return counts


def play_one(adapter: Adapter, house: House, data: dict, played: Played, rng: Random, counts: Counter[str]) -> None:
    hand, watcher = adapter.new_round(house, played.seats, played.start), adapter.watcher(data)
    trouble = rng.choice(adapter.trouble)
    unknown = rng.random() < 0.05
    closely = rng.random() < 0.001
    order = adapter.order(adapter.deck, rng, len(played.seats))
    while hand.outcome is None:
        who = _next(hand, rng, trouble)
        action = random_action(hand, who, rng, unknown, order)
        if action is None:
            continue
        must_void = watcher.must_void(action) if who == FLOOR else False
        checks.deals_are_the_rulebooks(watcher, action)
        played.log.append((who, action))
        events = hand.act(who, action)
        watcher.saw(who, action, events)
        counts["irregularities"] += who == FLOOR
        if must_void is not None:
            checks.require(any(isinstance(event, RoundVoided) for event in events) == must_void, "void or not?")
        checks.chips_are_conserved(adapter, hand)
        checks.the_game_holds(adapter, hand)
        checks.settles_from_the_right(events)
        if closely or rng.random() < 0.01:
            checks.cards_are_in_one_place(adapter, hand)
        if closely or rng.random() < 0.05:
            checks.wagers_are_the_rulebooks(hand, watcher, rng)
            checks.claims_are_the_rulebooks(hand, watcher)
        if closely:
            look_closely(adapter, hand, played, rng)
            checks.text_reads_back((action, *events))
    checks.cards_are_in_one_place(adapter, hand)
    checks.round_can_continue(hand)
    checks.settlement_is_the_rulebooks(hand, watcher)
    if closely or rng.random() < 0.01:
        checks.replay_gives_the_same(hand)
        if adapter.any_order:
            checks.order_does_not_matter(hand, played.log, rng)
        checks.hidden_cards_stay_hidden(adapter, hand, played.log, rng)
    counts["rounds"] += 1
    counts["void"] += hand.outcome.void
    counts["actions"] += len(played.log)
    counts.update(watcher.counts(hand))


def look_closely(adapter: Adapter, hand, played: Played, rng: Random) -> None:
    checks.replay_gives_the_same(hand)
    checks.round_can_continue(hand)
    checks.views_show_what_lies_open(adapter, hand)
    checks.defaults_are_free(hand)
    checks.legal_and_act_agree(hand, rng, others=4)
    checks.hidden_cards_stay_hidden(adapter, hand, played.log, rng)


def _next(hand, rng: Random, trouble: float) -> Who:
    """Who acts next: usually someone who must act."""
    chance = rng.random()
    if chance < trouble:
        return FLOOR
    waiting = hand.to_act
    if chance > 0.95:
        return rng.choice([who for who in everyone(hand) if who not in (FLOOR, DEALER)])
    return next(iter(waiting)) if len(waiting) == 1 else rng.choice(sorted(waiting, key=str))
