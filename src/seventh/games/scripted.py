"""A round set up from a short text, so that an example of a rule takes a few lines that read like the rule.

    boston-7-stud
    house: three_card_claim = "automatic"
    seat 1: ante 500, first 500, three_card_bonus 100 | AsKsQs 2c2d7h9h
    seat 2 with 600: ante 500
    dealer: KcKd3h 4s5d8cTd

Wagers are placed, bets closed, and cards dealt until a seat must decide, or until `deals` runs out. A place's cards
are used in order; a place without any gets cards that the text does not mention.

At stud there are no wagers before the deal, and more places than seats:

    seven-card-stud
    house: odd_chip = "left_of_dealer"
    dealer position: 2
    seat 1 with 600: AsKs Qd 2c 2d 2h 7h
    seat 2: 9h9d 3c
    burns: 4s5s6s
    common: 8c
    stub: Td
    shuffle: Td6s5s4s

The first seat after the dealer position gets the first card. `stub` is the rest of the stub when it is shuffled with
the burns, and `shuffle` the resulting order; without one, the cards keep their order.
"""

from __future__ import annotations

from collections.abc import Sequence

from seventh.cards import Card, cards_in, check_distinct, format_cards, parse_cards
from seventh.games import GAMES, parse_house
from seventh.house import House
from seventh.rounds.actions import DEALER, Action, NoMoreBets, Place, PlaceWagers, Who
from seventh.rounds.driver import dealer_action
from seventh.rounds.events import Event, Settled
from seventh.rounds.notation import parse_action

ENOUGH = 1_000_000
"""The chips of a seat for which the text gives none."""


class Table:
    """A round with its cards laid out in advance."""

    def __init__(self, text: str, deals: int | None = None, house: House | None = None) -> None:
        game, *lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
        settings, chips, wagers, start = [], {}, {}, {}
        self.cards: dict[Place, list[Card]] = {}
        self._order: tuple[Card, ...] = ()
        for line in lines:
            head, _, rest = line.partition(":")
            if head == "house":
                settings.append(rest)
            elif head == "dealer position":
                start["dealer_position"] = int(rest)
            elif head == "shuffle":
                self._order = parse_cards(rest)
            elif head in (DEALER, "burns", "common", "stub"):
                self.cards[head] = list(parse_cards(rest))  # type: ignore[index]
            else:
                bets, bar, cards = rest.partition("|")
                place, _, stack = head.partition(" with ")
                seat = int(place.removeprefix("seat "))
                chips[seat] = int(stack or ENOUGH)
                if not bar and NoMoreBets not in GAMES[game].round.actions:
                    bets, cards = "", rest
                pairs = (bet.split() for bet in bets.split(",") if bet.strip())
                wagers[seat] = {name: int(amount) for name, amount in pairs}
                self.cards[seat] = list(parse_cards(cards))
        named = [card for cards in self.cards.values() for card in cards]
        check_distinct(named)
        self.round = GAMES[game].round(house or parse_house("\n".join(settings), game), chips, **start)
        self._spare = [card for card in cards_in(self.round.DECK) if card not in (*named, *self._order)]
        if NoMoreBets in self.round.actions:
            for seat, amounts in wagers.items():
                self.round.act(seat, PlaceWagers(amounts))
            self.round.act(DEALER, NoMoreBets())
        self.deal_on(deals)

    def draw(self, place: Place, number: int) -> str:
        """The next cards laid out for a place."""
        laid_out = self.cards.get(place, [])
        if number > len(laid_out) + len(self._spare):
            raise LookupError(f"the text leaves no card for {place}")
        cards = [laid_out.pop(0) if laid_out else self._spare.pop() for _ in range(number)]
        return format_cards(cards)

    def shuffle(self, cards: Sequence[Card]) -> Sequence[Card]:
        """The order that a shuffle will give."""
        return self._order or cards

    def deal_on(self, deals: int | None = None) -> None:
        """Let the dealer continue until a seat must act, or for a number of deals."""
        while self.round.to_act == {DEALER} and deals != 0:
            self.round.act(DEALER, dealer_action(self.round, self.draw, self.shuffle))
            deals = None if deals is None else deals - 1

    def act(self, who: Who, action: Action | str, deals: int | None = None) -> tuple[Event, ...]:
        """Take an action and let the dealer continue; returns the action's own events."""
        events = self.round.act(who, parse_action(action) if isinstance(action, str) else action)
        self.deal_on(deals)
        return events

    def finish(self) -> Table:
        """Take the default action for every seat that has not decided."""
        while self.round.outcome is None:
            for seat in self.round.to_act:
                if isinstance(seat, int):
                    self.round.act(seat, self.round.default(seat))
            self.deal_on()
        return self

    def settled(self, seat: int, wager: str) -> Settled:
        """How a wager was settled."""
        found = [e for e in self.round.events if isinstance(e, Settled) and (e.seat, e.wager) == (seat, wager)]
        if len(found) != 1:
            raise LookupError(f"seat {seat} has {len(found)} settlements of {wager}")
        return found[0]

    def net(self, seat: int) -> int:
        """The seat's net result, once the round is over."""
        outcome = self.round.outcome
        if outcome is None:
            raise LookupError("the round is not over")
        return outcome.net(seat)
