"""Line-mode play, at a prompt or from a pipe.

The loop knows the protocol but no particular game: it prompts for what `round.legal` offers and narrates the events.
Everything specific to a game is in its words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TextIO

from seventh.games import game_of, new_round, new_session
from seventh.house import House, Limits
from seventh.rounds.actions import Action, PlaceWagers, Show
from seventh.rounds.dealer.typed_wagers import Wagers
from seventh.rounds.driver import Draw, deal_on, from_deck
from seventh.rounds.narration import Narrator
from seventh.rounds.round import Round
from seventh.rounds.spots import WagerSpots
from seventh.rounds.stud.pots import pots_of
from seventh.terminal.betting import Betting
from seventh.terminal.deciding import Deciding
from seventh.terminal.narrate import BoardStory, LayoutStory
from seventh.terminal.prompt import Leave, Prompt
from seventh.terminal.shuffle import shuffled
from seventh.terminal.table import Table

SEAT = 1
"""The human player's seat."""
PLAYERS = 5
"""Default number of players in games against other players."""
UNLIMITED = 10**18
"""A maximum buy-in where the rules set none."""

Program = Callable[[Round, int], Action]
"""A bot: its action in a round at a seat."""

Dealer = Callable[[Round], Draw]
"""Where the cards of a new round come from."""


class CannotStart(ValueError):
    """A number of players or a buy-in that is not allowed; the message says what is."""


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
    """Play until the player leaves or the input ends. Without `programs`, the game's own bots fill the table."""
    programs = bots_for(house, players) if programs is None else programs
    TerminalSession(house, Prompt(source, output), dealer, buy_in(house, chips), programs).run()


def bots_for(house: House, players: int | None) -> dict[int, Program]:
    """The bots to play with; none in games against the house."""
    game = game_of(house)
    if game.round.AGAINST_HOUSE:
        if players is not None:
            raise CannotStart(f"--seats does not apply to {game.name}, which is played against the dealer")
        return {}
    fewest, most = game.round.FEWEST_PLAYERS, min(house.seats, len(game.bots) + 1)
    if most < fewest:
        raise CannotStart(f"no bots play {game.name}")
    players = min(PLAYERS, most) if players is None else players
    if not fewest <= players <= most:
        raise CannotStart(f"--seats: {players} is not allowed; allowed: {fewest} to {most}")
    return dict(enumerate(game.bots[: players - 1], SEAT + 1))


def buy_in(house: House, chips: int | None) -> int:
    """The buy-in: the amount asked for if it is allowed, or the default."""
    limits, least = game_of(house).round.buy_in(house), smallest_wager(house)
    if chips is None:
        return 100 * least if limits is None else min(5 * limits.minimum, limits.maximum)
    if limits is not None and not limits.minimum <= chips <= limits.maximum:
        allowed = f"{house.money(limits.minimum)} to {house.money(limits.maximum)}"
        raise CannotStart(f"--chips: you can't buy in for {house.money(chips)}; allowed: {allowed}")
    if chips < least:
        raise CannotStart(f"--chips: {house.money(chips)} does not cover the smallest wager, {house.money(least)}")
    return chips


def smallest_wager(house: House) -> int:
    """The smallest amount that starts a round."""
    if not game_of(house).round.AGAINST_HOUSE:
        return 1
    choice = new_round(house, {SEAT: 0}).legal(SEAT).of(PlaceWagers)
    if not isinstance(choice, WagerSpots):
        return 1
    spots = [choice.spot(name, {}) for name in choice.names]
    return min(spot.minimum for spot in spots if not spot.closed)


class TerminalSession:
    """Rounds at one table until the player leaves or runs out of chips."""

    def __init__(
        self, house: House, prompt: Prompt, dealer: Dealer, chips: int, programs: Mapping[int, Program]
    ) -> None:
        self.house, self.table = house, Table(house, prompt)
        self._dealer, self._chips, self._programs = dealer, chips, programs
        self._against_house = game_of(house).round.AGAINST_HOUSE
        if not self._against_house:
            self.table.stake_is = "in the pot"
        self._least = smallest_wager(house)
        self._session = new_session(house, Limits(1, UNLIMITED)).sit(SEAT, "you", chips)
        for seat in programs:
            self._session = self._session.sit(seat, self._name(seat), chips)
        self._bought = chips
        self._rounds = 0
        self._last: Wagers = {}
        self._finish: Callable[[], None] | None = None
        """Finishes the current round if the player leaves now."""

    def _name(self, seat: int) -> str:
        return str(getattr(self._programs.get(seat), "name", f"Seat {seat}"))

    @property
    def _round_word(self) -> str:
        return "round" if self._against_house else "hand"

    @property
    def _stack(self) -> int:
        return self._session.seats[SEAT].chips

    def run(self) -> None:
        """Play until the player leaves or the input ends."""
        self._welcome()
        try:
            while self._stack >= self._least or self._fresh_stack():
                self._round()
        except (Leave, KeyboardInterrupt) as left:
            self.table.say()
            if self._finish:
                self.table.say("You left during the hand; it is finished without adding chips.")
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
            say(f"At the table with you: {names}, each with {self.table.money(self._chips)}.")
        say("At any prompt, type ? for help, rules for the rules, or quit to leave.")

    def _fresh_stack(self) -> bool:
        """Offer play chips to a player who cannot start another round; returns whether they were taken."""
        money, left = self.table.money, self._stack
        have = f"Your {money(left)} does not cover" if left else "You have no chips left for"
        self.table.say()
        self.table.say(f"{have} the smallest wager, {money(self._least)}." if self._against_house else f"{have[:-4]}.")
        if not self.table.yes(f"Take {money(self._chips)} more in play chips?", "add them to your stack."):
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
        at_table = TerminalRound(self.table, hand, self._programs, self._name)
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
        """Prompt for wagers and place them; from then on, the round is played to the end."""
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


class TerminalRound:
    """One round at the prompt: narrates events and prompts for decisions."""

    def __init__(self, table: Table, hand: Round, programs: Mapping[int, Program], name: Callable[[int], str]) -> None:
        self._table, self._hand, self._programs = table, hand, programs
        self._narrator = Narrator(table.words, hand.seats, name, SEAT, order=getattr(hand, "order", ()))
        self._story = (LayoutStory if hand.AGAINST_HOUSE else BoardStory)(self._narrator)
        self._told = 0

    def play(self, draw: Draw, choose: Callable[[], Sequence[Action]]) -> None:
        """Play to the end of the round."""
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
        """Prompt for the player's action."""
        self._table.at_stake = self._narrator.at[SEAT].total
        legal = self._hand.legal(SEAT)
        if self._narrator.pot and legal.count > 1 and legal.of(Show) is None:
            self._your_turn()
        return Deciding(self._table, self._hand, SEAT, self._story.table).actions()

    def _your_turn(self) -> None:
        n = self._narrator
        # This street's bets are not in the pots yet.
        pots = pots_of([(seat, place.total - place.bet, place.live) for seat, place in n.at.items()])
        names = ["main pot", *(f"side pot {number}" for number in range(1, len(pots)))]
        parts = (
            [f"{name} {n.money(pot.amount)}" for name, pot in zip(names, pots, strict=True)] if len(pots) > 1 else []
        )
        listed = f" ({', '.join(parts)}, and this street's bets)" if parts else ""
        self._table.say(f"Your turn. {n.money(n.pot)} in the middle{listed}; you have {n.money(n.at[SEAT].stack)}.")
