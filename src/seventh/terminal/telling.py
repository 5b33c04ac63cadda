"""Telling what happens in a round against the dealer: the cards with their names, and every wager's settlement."""

from __future__ import annotations

from textwrap import wrap

from seventh.cards import parse_cards
from seventh.rounds import events as ev
from seventh.rounds.events import HIDDEN, Event, Settled
from seventh.rounds.round import Round
from seventh.rounds.view import RoundView, SeatView
from seventh.terminal.amounts import signed
from seventh.terminal.rules import WIDTH
from seventh.terminal.table import Table

LABEL = 12
CARDS = 23


class Teller:
    """Follows one round for one seat and says what is new. Only what that seat may see is ever looked at."""

    def __init__(self, table: Table, hand: Round, seat: int) -> None:
        self._table, self._hand, self._seat = table, hand, seat
        self._told = 0
        self._cards = ""
        self._dealer = ""

    def tell(self) -> None:
        """Say what has happened since the last time."""
        new = [event.seen_by(self._seat) for event in self._hand.events[self._told :]]
        self._told = len(self._hand.events)
        view = self._view()
        mine = own_seat(view)
        if mine.cards != self._cards:
            self._cards = mine.cards
            self._line("Your cards", self._table.words.arrange(parse_cards(mine.cards)), self._named(mine))
        over = self._hand.outcome is not None
        for event in new:
            self._tell_event(event, view, over)
        if view.dealer != self._dealer and not over:
            self._dealer = view.dealer
            up = view.dealer.replace(HIDDEN, "")
            if up:
                self._line("Dealer shows", self._table.words.arrange(parse_cards(up)), "")
        if over:
            self._settlement(view, mine)

    @property
    def at_stake(self) -> int:
        """What the seat has on the layout."""
        return sum(own_seat(self._view()).wagers.values())

    def _view(self) -> RoundView:
        view = self._hand.view(self._seat)
        assert isinstance(view, RoundView)
        return view

    def _named(self, mine: SeatView) -> str:
        return self._table.words.hand(parse_cards(mine.cards))

    def _line(self, label: str, cards: str, name: str) -> None:
        first, *more = name.split("; ")
        self._table.say(f"{label:<{LABEL}}  {cards:<{CARDS}}  {first}".rstrip())
        for part in more:
            self._table.say(f"{'':<{LABEL}}  {'':<{CARDS}}  {part}")

    def _tell_event(self, event: Event, view: RoundView, over: bool) -> None:
        say, words = self._table.say, self._table.words
        match event:
            case ev.Revealed(cards=cards):
                self._dealer = view.dealer
                self._line("Dealer", words.arrange(parse_cards(cards)), words.hand(parse_cards(cards)))
                if words.dealer_note(parse_cards(cards)):
                    say(words.dealer_note(parse_cards(cards)))
            case ev.Claimed(seat=seat) if seat == self._seat:
                say("You show your three cards." if event.cards else "You claim your bonus wagers.")
            case ev.Settled(seat=seat) if seat == self._seat and not over:
                self._settled(event, view)
            case ev.HandSet(seat=seat, discards=discards) if seat == self._seat and discards:
                kept = tuple(card for card in parse_cards(own_seat(view).cards) if card not in parse_cards(discards))
                self._line("You keep", words.arrange(kept), words.hand(kept))
            case ev.Folded(seat=seat) if seat != self._seat:
                say(f"Seat {seat} folds.")
            case ev.BetPlaced(seat=seat, wager=wager, amount=amount) if seat != self._seat:
                say(f"Seat {seat}: {words.title(wager)} {self._table.money(amount)}.")
            case ev.RoundVoided(clause=clause, reason=reason):
                say(f"The round is void: {reason}{f' ({clause})' if clause else ''}.")
            case ev.HandVoided(seat=seat, clause=clause):
                say(f"{'Your hand' if seat == self._seat else f'The hand of seat {seat}'} is void ({clause}).")

    def _settled(self, line: Settled, view: RoundView) -> None:
        """A wager that is settled before the end."""
        result = line.returned + line.payoff - line.amount
        text = f"{self._table.words.title(line.wager)}: {self._why(line, view)}: {signed(result, self._table.house)}"
        self._table.say(text[0].upper() + text[1:])

    def _why(self, line: Settled, view: RoundView) -> str:
        table = self._table
        if line.result == "void":
            text = "void, so it comes back"
        else:
            text = table.words.because(line, own_seat(view).cards, own_seat(view).discards, view.dealer)
        text += f" ({line.clause})" if line.clause else ""
        if line.uncapped:
            text += (
                f"; {table.money(line.uncapped)} cut to {table.money(line.payoff)} by the cap on what is paid "
                f"({table.words.cap_clause})"
            )
        return text

    def _settlement(self, view: RoundView, mine: SeatView) -> None:
        """Every wager of the seat with its result and the reason, the sum, and the stack."""
        table, house = self._table, self._table.house
        rows = [
            (
                table.words.title(line.wager),
                house.money(line.amount),
                _result(line, signed(line.returned + line.payoff - line.amount, house)),
                self._why(line, view),
            )
            for line in mine.settled
        ]
        if not rows:
            return
        staked, net = house.money(sum(line.amount for line in mine.settled)), signed(mine.net, house)
        last = ("net", staked, net, f"stack {house.money(mine.stack)}")
        widths = [max(len(row[column]) for row in [*rows, last]) for column in range(3)]
        start = 2 + sum(widths) + 6
        table.say()
        for title, amount, result, why in [*rows, last]:
            first, *more = wrap(why, max(WIDTH - start, 20))
            table.say(f"  {title:<{widths[0]}}  {amount:>{widths[1]}}  {result:>{widths[2]}}  {first}")
            for text in more:
                table.say(" " * start + text)


def own_seat(view: RoundView) -> SeatView:
    return next(seat for seat in view.seats if seat.seat == view.viewer)


def _result(line: Settled, net: str) -> str:
    return line.result if line.result in ("push", "void") else net
