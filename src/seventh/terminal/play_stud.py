"""Stud in line mode: one person among simple bots, hand after hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from seventh.bots.simple import SimpleBot
from seventh.cards import DECK_52
from seventh.games import game_of, new_session
from seventh.rounds.actions import Action
from seventh.rounds.driver import Draw, deal_on, from_deck
from seventh.rounds.stud import StudRound
from seventh.rounds.stud.house import StudHouse
from seventh.rounds.stud.pots import pots_of
from seventh.rounds.stud.table import BETTING, IN
from seventh.terminal.amounts import signed
from seventh.terminal.prompt import Prompt
from seventh.terminal.shuffle import shuffled
from seventh.terminal.stay import Stay
from seventh.terminal.stud_deciding import StudDeciding
from seventh.terminal.stud_story import StudStory
from seventh.terminal.table import Table

SEAT = 1
"""Where the person sits."""
PLAYERS = 5
"""How many play at a table when nobody says how many."""


def fresh_deck(_: StudRound) -> Draw:
    return from_deck(shuffled(DECK_52))


def default_buy_in(house: StudHouse) -> int:
    """Fifty small bets, within the house's limits."""
    limits = house.limits.buy_in
    return min(max(50 * house.stakes.small_bet, limits.minimum), limits.maximum)


def play_stud(
    house: StudHouse,
    source: TextIO,
    output: TextIO,
    players: int = PLAYERS,
    chips: int | None = None,
    dealer: Callable[[StudRound], Draw] = fresh_deck,
) -> None:
    """Play until the person leaves or the input ends."""
    StudAtPrompt(house, Prompt(source, output), players, chips, dealer).run()


class StudAtPrompt(Stay):
    """A stay at a table of bots."""

    ROUND = "hand"
    LEAVES = "You leave during the hand; it is finished without adding chips of yours."

    def __init__(
        self,
        house: StudHouse,
        prompt: Prompt,
        players: int,
        chips: int | None,
        dealer: Callable[[StudRound], Draw],
    ) -> None:
        super().__init__(Table(house, prompt))
        self.table.lies = "in the pot"
        self._dealer = dealer
        self._buy_in = default_buy_in(house) if chips is None else chips
        self._bots: dict[int, SimpleBot] = dict(enumerate(game_of(house).bots[: players - 1], SEAT + 1))
        session = new_session(house).sit(SEAT, "you", self._buy_in)
        for seat, bot in self._bots.items():
            session = session.sit(seat, bot.name, self._buy_in)
        self.session = session
        self._bought = self._buy_in

    def _welcome(self) -> None:
        say, house = self.table.say, self.session.house
        say(f"{house.title}. {house.family.wording.about}")
        for notice in house.notices:
            say(notice)
        stakes, money = house.stakes, self.table.money
        bets = f", bets of {money(stakes.small_bet)} and {money(stakes.big_bet)}"
        say(
            f"{house.structure.replace('_', ' ').capitalize()}: ante {money(stakes.ante)}, bring-in "
            f"{money(stakes.bring_in)}{bets if house.structure == 'fixed_limit' else ''}."
        )
        names = [bot.name for bot in self._bots.values()]
        say(f"With you: {', '.join(names)}, each with {money(self._buy_in)}.")
        say("At every prompt ? shows what is possible, rules the rules, and quit leaves.")

    def _name(self, seat: int) -> str:
        return "You" if seat == SEAT else self._bots[seat].name

    def _can_play(self) -> bool:
        return self.session.seats[SEAT].chips > 0

    def _fresh_stack(self) -> bool:
        money = self.table.money
        self.table.say()
        self.table.say("You have no chips left.")
        if not self.table.yes(f"Take {money(self._buy_in)} more in play chips?", "adds them to your stack."):
            return False
        self.session = self.session.rebuy(SEAT, self._buy_in)
        self._bought += self._buy_in
        return True

    def _round(self) -> None:
        for seat, bot in self._bots.items():
            if not self.session.seats[seat].chips:
                self.session = self.session.rebuy(seat, self._buy_in)
                self.table.say(f"{bot.name} buys {self.table.money(self._buy_in)} in chips.")
        self.session, hand = self.session.start()
        assert isinstance(hand, StudRound)
        deal = f" {self._has_the_deal(hand.dealer_position)}" if hand.dealer_position else ""
        self.table.say()
        self.table.say(f"Hand {self.session.hands + 1}.{deal} Your stack: {self.table.money(hand.seats[SEAT])}.")
        story = StudStory(hand.house, hand.seats, hand.order, self._name, self.table.money, SEAT)
        draw = self._dealer(hand)
        self._finish = lambda: self._play_on(hand, draw, story, lambda: hand.default(SEAT))
        deciding = StudDeciding(self.table, hand, SEAT)

        def boards() -> None:
            for line in story.boards():
                self.table.say(line)

        def choose() -> Action:
            if hand.legal(SEAT).count > 1:
                self._your_turn(hand)
            return deciding.action(boards)

        self._told = 0
        self._play_on(hand, draw, story, choose)

    def _has_the_deal(self, position: int) -> str:
        return "You have the deal." if position == SEAT else f"{self._name(position)} has the deal."

    def _your_turn(self, hand: StudRound) -> None:
        mine = hand.hands[SEAT]
        self.table.at_stake = hand.seats[SEAT] - mine.stack
        if hand.phase != BETTING:
            return
        money = self.table.money
        # Bets of this street are on their way into the pots.
        pots = pots_of([(other.seat, other.total - other.bet, other.status is IN) for other in hand.hands.values()])
        names = ["main pot", *(f"side pot {number}" for number in range(1, len(pots)))]
        parts = [f"{name} {money(pot.amount)}" for name, pot in zip(names, pots, strict=True)] if len(pots) > 1 else []
        listed = f" ({', '.join(parts)}, and this street's bets)" if parts else ""
        self.table.say(f"Your turn. {money(hand.pot)} in the middle{listed}; you have {money(mine.stack)}.")

    def _play_on(self, hand: StudRound, draw: Draw, story: StudStory, choose: Callable[[], Action]) -> None:
        """From here to the end of the hand."""
        while True:
            deal_on(hand, draw, shuffled)
            self._tell(hand, story)
            if hand.outcome is not None:
                return self._close(hand)
            for seat in hand.to_act:
                assert isinstance(seat, int)
                hand.act(seat, choose() if seat == SEAT else self._bots[seat](hand, seat))
            self._tell(hand, story)

    def _tell(self, hand: StudRound, story: StudStory) -> None:
        new = [event.seen_by(SEAT) for event in hand.events[self._told :]]
        self._told = len(hand.events)
        for line in story.tell(new):
            self.table.say(line)

    def _close(self, hand: StudRound) -> None:
        assert hand.outcome is not None
        self._finish = None
        self.table.at_stake = 0
        self.session = self.session.finish(hand)
        net = signed(hand.outcome.net(SEAT), hand.house)
        self.table.say(f"Your result: {net}. Stack: {self.table.money(self.session.seats[SEAT].chips)}.")

    def _standing(self) -> tuple[int, int, int]:
        return self.session.hands, self.session.seats[SEAT].chips, self._bought
