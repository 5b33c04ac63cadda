"""Rounds for scripts and notebooks: dealt from a shuffled deck, played action by action, with a verifiable record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from html import escape
from typing import Any

from seventh.cards import parse_cards
from seventh.fair import Inputs, Secret, Shuffled
from seventh.games import game_of, wording_of
from seventh.notebook import Markup, cards_html, table_html
from seventh.records import Record, Recorder
from seventh.rounds.actions import DEALER, Action, NoMoreBets, PlaceWagers
from seventh.rounds.events import Event, Settled
from seventh.rounds.legal import Legal
from seventh.rounds.narration import Narrator
from seventh.rounds.notation import parse_action
from seventh.rounds.round import Outcome, Round

ENOUGH = 1_000_000
"""A player's chips if the house sets no buy-in."""

Program = Callable[[Round, int], Action]
"""A bot: a function of a round and a seat that returns the seat's action."""


class WrongDeal(ValueError):
    """A round that cannot be dealt; the message is one line that says what is allowed."""


class DealtRound:
    """A round that deals cards automatically whenever no seat has to act."""

    def __init__(
        self,
        house: Any,
        wagers: Mapping[str, int] | None = None,
        *,
        players: int | None = None,
        chips: int | None = None,
        seed: int | None = None,
    ) -> None:
        rules = game_of(house).round
        seats = dict.fromkeys(range(1, _players(rules, house, players) + 1), _chips(rules, house, chips))
        # The last seat has the deal, so that seat 1 gets the first card.
        deals = None if rules.next_deal(house, 0, tuple(seats)) is None else len(seats)
        self.round = rules.start(house, seats, deals)
        """The underlying round; a refused action does not change it."""
        drawn = Secret.draw() if seed is None else Secret(sha256(f"seventh.deal {seed}".encode()).digest())
        self._shuffled = Shuffled(Inputs(drawn, house.game, "library", "random" if seed is None else str(seed), {}))
        self._recorder = Recorder(self.round)
        if NoMoreBets in rules.actions:
            amounts = _least_wagers(rules, house) if wagers is None else dict(wagers)
            for seat in seats:
                self._recorder.act(seat, PlaceWagers(amounts))
            self._recorder.act(DEALER, NoMoreBets())
        elif wagers is not None:
            raise WrongDeal(f"{house.title} has no wagers before the deal")
        self._deal_on()

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must act, in ascending order; empty when the round is over."""
        return tuple(sorted(who for who in self.round.to_act if isinstance(who, int)))

    @property
    def legal(self) -> Legal:
        """The legal actions of the next seat to act."""
        return self.round.legal(self.to_act[0]) if self.to_act else Legal(())

    @property
    def outcome(self) -> Outcome | None:
        """The outcome; None until the round is over."""
        return self.round.outcome

    def act(self, action: Action | str, seat: int | None = None) -> DealtRound:
        """Act for a seat, by default the next; an action is a value or text such as `bet wager=raise amount=500`.

        Raises `Refused`, which says why the action is not allowed and what is.
        """
        if seat is None:
            if not self.to_act:
                raise WrongDeal("the round is over")
            seat = self.to_act[0]
        self._recorder.act(seat, parse_action(action) if isinstance(action, str) else action)
        self._deal_on()
        return self

    def finish(self, program: Program | None = None) -> DealtRound:
        """Play the round to its end with a bot for every seat, or with the default action, which adds no chips."""
        while self.to_act:
            seat = self.to_act[0]
            self.act(self.round.default(seat) if program is None else program(self.round, seat), seat)
        return self

    def record(self) -> Record:
        """The record of the round so far, for `seventh.write_record` and `seventh.verify`."""
        self._recorder.proof = self._shuffled.proof(self.round, revealed=True)
        return self._recorder.record()

    @property
    def events(self) -> tuple[Event, ...]:
        """All events, in order."""
        return tuple(self.round.events)

    def narrate(self) -> list[str]:
        """All events as sentences."""
        words = wording_of(self.round.house)
        order = getattr(self.round, "order", ())
        narrator = Narrator(words, self.round.seats, lambda seat: f"Seat {seat}", order=order)
        return [told.say for told in map(narrator.tell, self.round.events) if told.say]

    def _deal_on(self) -> None:
        while self.round.to_act == {DEALER}:
            self._recorder.act(DEALER, self._shuffled.dealer_action(self.round))

    # Display.

    def __repr__(self) -> str:
        held = f", seat {self._viewer} with {self.round.own_line(self._viewer).cards}" if self.to_act else ""
        return f"<DealtRound of {self.round.house.title}: {self._standing()}{held}>"

    def _standing(self) -> str:
        """The seats to act, or what each seat won or lost."""
        outcome = self.round.outcome
        if outcome is None:
            return f"{' and '.join(f'seat {seat}' for seat in self.to_act)} to act"
        nets = ", ".join(f"seat {seat} {self._signed(net)}" for seat, net in outcome.nets.items())
        return f"void, {nets}" if outcome.void else nets

    def _repr_html_(self) -> str:
        view: Any = self.round.view(self._viewer)
        house, words = self.round.house, wording_of(self.round.house)

        def row(who: str, cards: str, chips: str) -> tuple[str, Markup, Markup, str]:
            name = words.seen(cards).name if cards and "??" not in cards else ""
            return who, Markup(cards_html(parse_cards(cards))), Markup(escape(name)), chips

        rows = [row(f"seat {line.seat}", line.cards, house.money(line.stack)) for line in view.seats]
        if getattr(view, "dealer", ""):
            rows.append(row("dealer", view.dealer, ""))
        shown = table_html(house.title, ("", "cards", "hand", "chips"), rows)
        lines = [
            (
                f"seat {line.seat}",
                Markup(escape(words.title(line.wager))),
                house.money(line.amount),
                line.result,
                self._signed(line.returned + line.payoff - line.amount),
            )
            for line in self.round.settled
            if isinstance(line, Settled)
        ]
        if lines:
            shown += table_html("Settlement", ("", "wager", "amount", "result", "net"), lines)
        return shown + f"<p>{escape(self._standing())}</p>"

    @property
    def _viewer(self) -> int:
        """The seat whose cards are shown: the next to act."""
        return self.to_act[0] if self.to_act else 1

    def _signed(self, net: int) -> str:
        return f"{'+' if net > 0 else ''}{self.round.house.money(net)}"


def _players(rules: type[Round], house: Any, players: int | None) -> int:
    players = rules.FEWEST_PLAYERS if players is None else players
    if type(players) is not int or not rules.FEWEST_PLAYERS <= players <= house.seats:
        allowed = f"{rules.FEWEST_PLAYERS} to {house.seats}"
        raise WrongDeal(f"{house.title} cannot be dealt to {players} players; allowed: {allowed}")
    return players


def _chips(rules: type[Round], house: Any, chips: int | None) -> int:
    if chips is not None:
        return chips
    limits = rules.buy_in(house)
    return ENOUGH if limits is None else limits.maximum


def _least_wagers(rules: type[Round], house: Any) -> dict[str, int]:
    """The minimum wager on the first spot of the layout."""
    first = rules.spots(house)[0]
    return {first.wager: first.least}
