"""A hypothesis state machine over rounds of any game: random houses, players, actions and mistakes, in any order."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from seventh.rounds.actions import FLOOR, Action, Who
from seventh.rounds.events import RoundVoided
from seventh.rounds.round import Round
from tests.known import known
from tests.playing import checks
from tests.playing.adapters import ADAPTERS, Adapter
from tests.playing.houses import random_house
from tests.playing.moves import everyone, random_action

RANDOM = st.randoms(use_true_random=False)
"""A random generator whose choices hypothesis makes and can shrink."""


def open_round(machine) -> bool:
    return machine.hand.outcome is None


class RoundMachine(RuleBasedStateMachine):
    """Rounds of one game in one house, one after another."""

    game: ClassVar[str]
    adapter: Adapter
    hand: Round
    log: checks.Log

    def act(self, who: Who, action: Action) -> None:
        """Do it, and check what can be checked of one action."""
        must_void = self.watcher.must_void(action)
        checks.deals_are_the_rulebooks(self.watcher, action)
        before = self.hand.copy()
        frozen = before.copy()
        events = self.hand.act(who, action)
        assert before == frozen, "acting on a round changed its copy"
        assert list(events) == self.hand.events[len(before.events) :]
        self.log.append((who, action))
        self.watcher.saw(who, action, events)
        if must_void is not None:
            assert any(isinstance(event, RoundVoided) for event in events) == must_void, (who, action)
        checks.settles_from_the_right(events)
        checks.text_reads_back((action, *events))

    @initialize(rng=RANDOM)
    def open_house(self, rng: Random) -> None:
        self.adapter = ADAPTERS[self.game]
        self.house, self.text = random_house(self.game, rng, self.adapter.mend)
        self.sit_down(rng)

    @precondition(lambda self: not open_round(self))
    @rule(rng=RANDOM)
    def sit_down(self, rng: Random) -> None:
        seats = self.adapter.seats(self.house, rng)
        self.hand = self.adapter.new_round(self.house, seats, self.adapter.start(rng))
        self.watcher = self.adapter.watcher(self.house.as_data())
        self.log = []
        self.unknown = not rng.randrange(6)
        # One choice for a whole deck: shrinking it would not make a failure easier to understand.
        self.order = self.adapter.order(self.adapter.deck, Random(rng.randrange(1 << 32)), len(seats))

    def next_one_acts(self, rng: Random) -> None:
        who = rng.choice(sorted(self.hand.to_act, key=str))
        action = random_action(self.hand, who, rng, self.unknown, self.order)
        if action is not None:
            self.act(who, action)

    @precondition(open_round)
    @rule(rng=RANDOM)
    def go_on(self, rng: Random) -> None:
        """Someone who must act does."""
        self.next_one_acts(rng)

    @precondition(open_round)
    @rule(rng=RANDOM)
    def everybody_goes_on(self, rng: Random) -> None:
        """All seats that must act do so, in any order: most rounds should finish."""
        waiting = sorted(self.hand.to_act, key=str)
        rng.shuffle(waiting)
        for who in waiting:
            action = random_action(self.hand, who, rng, self.unknown, self.order)
            if action is not None and who in self.hand.to_act:
                self.act(who, action)

    @precondition(open_round)
    @rule(seed=st.integers(0, 1 << 32))
    def all_go_on_for_a_while(self, seed: int) -> None:
        """Rounds finish more often than with one choice at a time."""
        rng = Random(seed)
        for _ in range(20):
            if open_round(self):
                self.next_one_acts(rng)
                self.all_is_well()

    @precondition(open_round)
    @rule(rng=RANDOM)
    def time_is_up(self, rng: Random) -> None:
        who = rng.choice(sorted(self.hand.to_act, key=str))
        if isinstance(who, int):
            self.act(who, self.hand.default(who))

    @precondition(open_round)
    @rule(rng=RANDOM)
    def optional_action(self, rng: Random) -> None:
        """An optional action: a claim, changed wagers, a dealer who does not wait."""
        who = rng.choice([who for who in everyone(self.hand) if who != FLOOR])
        action = random_action(self.hand, who, rng, self.unknown, self.order)
        if action is not None:
            self.act(who, action)

    @precondition(open_round)
    @rule(rng=RANDOM)
    def something_goes_wrong(self, rng: Random) -> None:
        action = random_action(self.hand, FLOOR, rng) if not rng.randrange(3) else None
        if action is not None:
            self.act(FLOOR, action)

    @rule(rng=RANDOM)
    def anything_is_tried(self, rng: Random) -> None:
        checks.legal_and_act_agree(self.hand, rng)
        checks.wagers_are_the_rulebooks(self.hand, self.watcher, rng)
        checks.claims_are_the_rulebooks(self.hand, self.watcher)

    @rule(rng=RANDOM)
    def hidden_cards_are_swapped(self, rng: Random) -> None:
        for _ in range(4):
            checks.hidden_cards_stay_hidden(self.adapter, self.hand, self.log, rng)

    @invariant()
    def all_is_well(self) -> None:
        if not hasattr(self, "hand"):
            return
        checks.chips_are_conserved(self.adapter, self.hand)
        checks.the_game_holds(self.adapter, self.hand)
        checks.cards_are_in_one_place(self.adapter, self.hand)
        checks.round_can_continue(self.hand)
        checks.views_show_what_lies_open(self.adapter, self.hand)
        checks.defaults_are_free(self.hand)
        if self.hand.outcome is not None and self.log:
            self.it_is_over(Random(len(self.log)))

    def it_is_over(self, rng: Random) -> None:
        checks.settlement_is_the_rulebooks(self.hand, self.watcher)
        checks.replay_gives_the_same(self.hand)
        if self.adapter.any_order:
            checks.order_does_not_matter(self.hand, self.log, rng)

    def teardown(self) -> None:
        """Whatever state it was left in, a round can be played to its end."""
        if not hasattr(self, "hand"):
            return
        checks.replay_gives_the_same(self.hand)
        rng = Random(0)
        while self.hand.outcome is None:
            who = min(self.hand.to_act, key=str)
            action = (
                self.hand.default(who) if isinstance(who, int) else random_action(self.hand, who, rng, order=self.order)
            )
            self.act(who, known(action))
            self.all_is_well()


MACHINES = {game: type(f"Round of {game}", (RoundMachine,), {"game": game}) for game in ADAPTERS}
