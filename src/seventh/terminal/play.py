"""Round after round in line mode, for a person at a prompt and for a pipe.

The loop knows the protocol and no game: it asks for what `round.legal` offers and tells what the events say. What is
special about a game is in its wording.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TextIO

from seventh.cards import Card
from seventh.games import new_round
from seventh.house import House
from seventh.rounds.actions import Action, PlaceWagers
from seventh.rounds.driver import Draw, deal_on, from_deck
from seventh.rounds.round import Outcome, Round
from seventh.rounds.spots import WagerSpots
from seventh.terminal.betting import Betting, Wagers
from seventh.terminal.deciding import Deciding
from seventh.terminal.prompt import Prompt
from seventh.terminal.shuffle import shuffled
from seventh.terminal.stay import Stay
from seventh.terminal.table import Table
from seventh.terminal.telling import Teller

SEAT = 1
"""Where the person sits."""

Program = Callable[[Round, int], Action]
"""A player that is a program: what it does at a seat."""

Dealer = Callable[[Round], Draw]
"""Where the cards of a new round come from."""


def fresh_deck(hand: Round) -> Draw:
    """Draw from all cards of the game in a random order."""
    return from_deck(shuffled(Card(text) for cards in hand.places().values() for text in cards))


def play(
    house: House,
    source: TextIO,
    output: TextIO,
    dealer: Dealer = fresh_deck,
    chips: int | None = None,
    programs: Mapping[int, Program] | None = None,
) -> None:
    """Play until the person leaves or the input ends."""
    Session(house, Prompt(source, output), dealer, chips, programs or {}).run()


def smallest_start(house: House) -> int:
    """The least that a round can be begun with; 0 where nobody wagers before the cards."""
    choice = new_round(house, {SEAT: 0}).legal(SEAT).of(PlaceWagers)
    if not isinstance(choice, WagerSpots):
        return 0
    spots = [choice.spot(name, {}) for name in choice.names]
    return min(spot.minimum for spot in spots if not spot.closed)


class Session(Stay):
    """A stay at a game against the dealer."""

    ROUND = "round"
    LEAVES = "You leave during the hand; the house finishes it without adding chips."

    def __init__(
        self, house: House, prompt: Prompt, dealer: Dealer, chips: int | None, programs: Mapping[int, Program]
    ) -> None:
        super().__init__(Table(house, prompt))
        self.house = house
        self._dealer = dealer
        self._least = smallest_start(house)
        self._buy_in = 100 * self._least if chips is None else chips
        self._programs = programs
        self._stacks = dict.fromkeys((SEAT, *programs), self._buy_in)
        self._bought = self._buy_in
        self._rounds = 0
        self._last: Wagers = {}

    def _welcome(self) -> None:
        say = self.table.say
        say(f"{self.house.title}. {self.table.words.about}")
        for notice in self.house.notices:
            say(notice)
        say("At every prompt ? shows what is possible, rules the rules, and quit leaves.")

    def _can_play(self) -> bool:
        return self._stacks[SEAT] >= self._least

    def _fresh_stack(self) -> bool:
        money, left = self.table.money, self._stacks[SEAT]
        have = f"Your {money(left)} do not cover" if left else "You have no chips left for"
        self.table.say()
        self.table.say(f"{have} the smallest wager, {money(self._least)}.")
        if not self.table.yes(f"Take {money(self._buy_in)} more in play chips?", "adds them to your stack."):
            return False
        self._stacks[SEAT] += self._buy_in
        self._bought += self._buy_in
        return True

    def _round(self) -> None:
        hand = new_round(self.house, self._stacks)
        self._before_the_cards(hand)
        self._rounds += 1
        teller = Teller(self.table, hand, SEAT)
        draw = self._dealer(hand)
        self._finish = lambda: self._play_on(hand, draw, teller, lambda: [hand.default(SEAT)])
        self._play_on(hand, draw, teller, lambda: Deciding(self.table, hand, SEAT).actions())

    def _before_the_cards(self, hand: Round) -> None:
        self.table.say()
        self.table.say(f"Round {self._rounds + 1}. Your stack: {self.table.money(self._stacks[SEAT])}.")
        for seat in sorted(seat for seat in self._programs if seat in hand.to_act):
            hand.act(seat, self._programs[seat](hand, seat))
        if hand.legal(SEAT).of(PlaceWagers) is None:
            return
        betting = Betting(self.table, hand, SEAT, self._last)
        if not self._rounds:
            betting.show()
            self.table.say(f"For example: {self.table.words.example}")
        elif self._last:
            last = ", ".join(
                f"{self.table.words.short(name)} {self.table.money(amount)}" for name, amount in self._last.items()
            )
            self.table.say(f"Enter repeats {last}.")
        self._last = betting.run()

    def _play_on(self, hand: Round, draw: Draw, teller: Teller, choose: Callable[[], list[Action]]) -> None:
        """From no more bets to the settlement."""
        while True:
            deal_on(hand, draw, shuffled)
            teller.tell()
            if hand.outcome is not None:
                return self._close(hand.outcome)
            for seat in sorted(seat for seat in hand.to_act if isinstance(seat, int)):
                self.table.at_stake = teller.at_stake
                for action in choose() if seat == SEAT else [self._programs[seat](hand, seat)]:
                    hand.act(seat, action)
                    teller.tell()

    def _close(self, outcome: Outcome) -> None:
        self._finish = None
        self.table.at_stake = 0
        self._stacks = {seat: chips + outcome.net(seat) for seat, chips in self._stacks.items()}

    def _standing(self) -> tuple[int, int, int]:
        return self._rounds, self._stacks[SEAT], self._bought
