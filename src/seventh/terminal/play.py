"""Round after round in line mode, for a person at a prompt and for a pipe.

The loop knows the protocol and no game: it asks for what `round.legal` offers and tells what the events say. What is
special about a game is in its words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TextIO

from seventh.games import game_of, new_round, new_session
from seventh.house import House, Limits
from seventh.rounds.actions import Action, PlaceWagers, Show
from seventh.rounds.driver import Draw, deal_on, from_deck
from seventh.rounds.narration import Narrator
from seventh.rounds.round import Round
from seventh.rounds.spots import WagerSpots
from seventh.rounds.stud.pots import pots_of
from seventh.terminal.betting import Betting, Wagers
from seventh.terminal.deciding import Deciding
from seventh.terminal.prompt import Leave, Prompt
from seventh.terminal.shuffle import shuffled
from seventh.terminal.table import Table
from seventh.terminal.telling import BoardStory, LayoutStory

SEAT = 1
"""Where the person sits."""
PLAYERS = 5
"""How many play each other when nobody says how many."""
ENOUGH = 10**18
"""The chips that nobody may exceed where the rules set no limit."""

Program = Callable[[Round, int], Action]
"""A player that is a program: what it does at a seat."""

Dealer = Callable[[Round], Draw]
"""Where the cards of a new round come from."""


class WrongStart(ValueError):
    """A number of players, or chips, with which nobody can sit down here; the message says what is allowed."""


def fresh_deck(hand: Round) -> Draw:
    """Draw from all cards of the game in a random order."""
    return from_deck(shuffled(game_of(hand.house).deck))


def play(
    house: House,
    source: TextIO,
    output: TextIO,
    dealer: Dealer = fresh_deck,
    chips: int | None = None,
    programs: Mapping[int, Program] | None = None,
    players: int | None = None,
) -> None:
    """Play until the person leaves or the input ends; without programs the game's own bots fill a table that needs
    players."""
    programs = company(house, players) if programs is None else programs
    Stay(house, Prompt(source, output), dealer, buy_in(house, chips), programs).run()


def company(house: House, players: int | None) -> dict[int, Program]:
    """The bots that a person plays with: none against the house."""
    game = game_of(house)
    if game.round.AGAINST_HOUSE:
        if players is not None:
            raise WrongStart(f"--seats is for games in which players play each other; at {game.name} you play alone")
        return {}
    fewest, most = game.round.FEWEST_PLAYERS, min(house.seats, len(game.bots) + 1)
    if most < fewest:
        raise WrongStart(f"there are no bots that play {game.name}")
    players = min(PLAYERS, most) if players is None else players
    if not fewest <= players <= most:
        raise WrongStart(f"--seats: {players} cannot play; this table is for {fewest} to {most}")
    return dict(enumerate(game.bots[: players - 1], SEAT + 1))


def buy_in(house: House, chips: int | None) -> int:
    """What to sit down with: the chips asked for, if they will do."""
    limits, least = game_of(house).round.buy_in(house), smallest_start(house)
    if chips is None:
        return 100 * least if limits is None else min(5 * limits.minimum, limits.maximum)
    if limits is not None and not limits.minimum <= chips <= limits.maximum:
        allowed = f"{house.money(limits.minimum)} to {house.money(limits.maximum)}"
        raise WrongStart(f"--chips: {house.money(chips)} is not a buy-in of this house; allowed: {allowed}")
    if chips < least:
        raise WrongStart(f"--chips: {house.money(chips)} does not cover the smallest wager, {house.money(least)}")
    return chips


def smallest_start(house: House) -> int:
    """The least that a round can be begun with."""
    if not game_of(house).round.AGAINST_HOUSE:
        return 1
    choice = new_round(house, {SEAT: 0}).legal(SEAT).of(PlaceWagers)
    if not isinstance(choice, WagerSpots):
        return 1
    spots = [choice.spot(name, {}) for name in choice.names]
    return min(spot.minimum for spot in spots if not spot.closed)


class Stay:
    """One person's stay at a table: round after round, until the chips or the person have had enough."""

    def __init__(
        self, house: House, prompt: Prompt, dealer: Dealer, chips: int, programs: Mapping[int, Program]
    ) -> None:
        self.house, self.table = house, Table(house, prompt)
        self._dealer, self._chips, self._programs = dealer, chips, programs
        self._against_house = game_of(house).round.AGAINST_HOUSE
        if not self._against_house:
            self.table.lies = "in the pot"
        self._least = smallest_start(house)
        self._session = new_session(house, Limits(1, ENOUGH)).sit(SEAT, "you", chips)
        for seat in programs:
            self._session = self._session.sit(seat, self._name(seat), chips)
        self._bought = chips
        self._rounds = 0
        self._last: Wagers = {}
        self._finish: Callable[[], None] | None = None
        """How to finish the round that is being played, should the person leave now."""

    def _name(self, seat: int) -> str:
        return str(getattr(self._programs.get(seat), "name", f"Seat {seat}"))

    @property
    def _round_word(self) -> str:
        return "round" if self._against_house else "hand"

    @property
    def _stack(self) -> int:
        return self._session.seats[SEAT].chips

    def run(self) -> None:
        """Stay until the person leaves or the input ends."""
        self._welcome()
        try:
            while self._stack >= self._least or self._fresh_stack():
                self._round()
        except (Leave, KeyboardInterrupt) as left:
            self.table.say()
            if self._finish:
                self.table.say("You leave during the hand; it is finished without adding chips of yours.")
                self._finish()
                self.table.say()
            self._goodbye()
            if isinstance(left, KeyboardInterrupt):
                raise
        else:
            self._goodbye()

    def _welcome(self) -> None:
        say, words = self.table.say, self.table.words
        say(f"{self.house.title}. {words.about}")
        for notice in self.house.notices:
            say(notice)
        if not self._against_house:
            say(f"Stakes: {', '.join(f'{wager.title} {wager.limits}' for wager in words.rules.wagers)}.")
        if self._programs:
            names = ", ".join(map(self._name, self._programs))
            say(f"With you: {names}, each with {self.table.money(self._chips)}.")
        say("At every prompt ? shows what is possible, rules the rules, and quit leaves.")

    def _fresh_stack(self) -> bool:
        """Offer play chips to a person who cannot begin a round any more; whether they were taken."""
        money, left = self.table.money, self._stack
        have = f"Your {money(left)} do not cover" if left else "You have no chips left for"
        self.table.say()
        self.table.say(f"{have} the smallest wager, {money(self._least)}." if self._against_house else f"{have[:-4]}.")
        if not self.table.yes(f"Take {money(self._chips)} more in play chips?", "adds them to your stack."):
            return False
        self._session = self._session.rebuy(SEAT, self._chips)
        self._bought += self._chips
        return True

    def _round(self) -> None:
        for seat in self._programs:
            if self._session.seats[seat].chips < self._least:
                self._session = self._session.rebuy(seat, self._chips)
                self.table.say(f"{self._name(seat)} buys {self.table.money(self._chips)} in chips.")
        self._session, hand = self._session.start()
        deal = f" {self._has_the_deal(hand.dealer_position)}" if hand.dealer_position else ""
        number = f"{self._round_word.capitalize()} {self._rounds + 1}."
        self.table.say()
        self.table.say(f"{number}{deal} Your stack: {self.table.money(self._stack)}.")
        at_table = AtTable(self.table, hand, self._programs, self._name)
        draw = self._dealer(hand)

        def play_on(choose: Callable[[], Sequence[Action]]) -> None:
            at_table.play(draw, choose)
            self._close(hand)

        def finish() -> None:
            play_on(lambda: [hand.default(SEAT)])

        self._finish = None if hand.legal(SEAT).of(PlaceWagers) else finish
        play_on(lambda: self._wager(hand, finish) if hand.legal(SEAT).of(PlaceWagers) else at_table.decide())

    def _has_the_deal(self, position: int) -> str:
        return "You have the deal." if position == SEAT else f"{self._name(position)} has the deal."

    def _wager(self, hand: Round, finish: Callable[[], None]) -> list[Action]:
        """Ask for wagers before the cards, and place them; from now on the round is played to its end."""
        betting, words = Betting(self.table, hand, SEAT, self._last), self.table.words
        if not self._rounds:
            betting.show()
            self.table.say(f"For example: {words.example}")
        elif self._last:
            last = ", ".join(f"{words.short(name)} {self.table.money(amount)}" for name, amount in self._last.items())
            self.table.say(f"Enter repeats {last}.")
        self._last = betting.run()
        self._finish = finish
        return []

    def _close(self, hand: Round) -> None:
        self._finish = None
        self.table.at_stake = 0
        self._rounds += 1
        self._session = self._session.finish(hand)

    def _goodbye(self) -> None:
        money, stack, rounds = self.table.money, self._stack, self._rounds
        if not rounds:
            self.table.say(f"You leave with {money(stack)}; no {self._round_word} was played.")
            return
        net = stack - self._bought
        how = f"{money(net)} up" if net > 0 else f"{money(-net)} down" if net < 0 else "even"
        played = f"1 {self._round_word}" if rounds == 1 else f"{rounds:,} {self._round_word}s"
        self.table.say(f"You leave after {played} with {money(stack)}: {how} on {money(self._bought)} in chips.")


class AtTable:
    """One round at the prompt: what happens is told, and the person is asked for decisions."""

    def __init__(self, table: Table, hand: Round, programs: Mapping[int, Program], name: Callable[[int], str]) -> None:
        self._table, self._hand, self._programs = table, hand, programs
        self._narrator = Narrator(table.words, hand.seats, name, SEAT, order=getattr(hand, "order", ()))
        self._story = (LayoutStory if hand.AGAINST_HOUSE else BoardStory)(self._narrator)
        self._told = 0

    def play(self, draw: Draw, choose: Callable[[], Sequence[Action]]) -> None:
        """From here to the end of the round."""
        hand = self._hand
        while True:
            deal_on(hand, draw, shuffled)
            self._tell()
            if hand.outcome is not None:
                return
            for seat in sorted(seat for seat in hand.to_act if isinstance(seat, int)):
                for action in choose() if seat == SEAT else [self._programs[seat](hand, seat)]:
                    hand.act(seat, action)
                    self._tell()

    def _tell(self) -> None:
        new = [event.seen_by(SEAT) for event in self._hand.events[self._told :]]
        self._told = len(self._hand.events)
        for line in self._story.tell(new):
            self._table.say(line)

    def decide(self) -> list[Action]:
        """Ask the person what to do."""
        self._table.at_stake = self._narrator.at[SEAT].total
        legal = self._hand.legal(SEAT)
        if self._narrator.pot and legal.count > 1 and legal.of(Show) is None:
            self._your_turn()
        return Deciding(self._table, self._hand, SEAT, self._story.table).actions()

    def _your_turn(self) -> None:
        n = self._narrator
        # Bets of this street are on their way into the pots.
        pots = pots_of([(seat, place.total - place.bet, place.live) for seat, place in n.at.items()])
        names = ["main pot", *(f"side pot {number}" for number in range(1, len(pots)))]
        parts = (
            [f"{name} {n.money(pot.amount)}" for name, pot in zip(names, pots, strict=True)] if len(pots) > 1 else []
        )
        listed = f" ({', '.join(parts)}, and this street's bets)" if parts else ""
        self._table.say(f"Your turn. {n.money(n.pot)} in the middle{listed}; you have {n.money(n.at[SEAT].stack)}.")
