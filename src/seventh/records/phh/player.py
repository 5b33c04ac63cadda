"""Plays a PHH hand: translates its actions into ours, and adds what PHH leaves implicit.

PHH has no antes or burns, so these happen when the file continues as if they had. It deals by player, three cards at
once; here the cards of a street are held back until all are known, and dealt in the dealer's order. Hands may be
shown before their turn, or before the last card; they are held back too.
"""

from __future__ import annotations

import re

from seventh.cards import UNKNOWN, Card, format_cards
from seventh.records.phh.hand import PhhAction, PhhHand
from seventh.records.phh.house import PLENTY, Custom, house_of, is_ours, position_of, seats_of
from seventh.records.record import Recorder
from seventh.rounds.actions import (
    DEALER,
    FLOOR,
    Action,
    BetTo,
    BringIn,
    Burn,
    Call,
    Check,
    CollectAntes,
    DealCards,
    Fold,
    Muck,
    Show,
    ShuffleBurns,
    Who,
)
from seventh.rounds.notation import NotationError, parse_action
from seventh.rounds.round import CLOSED
from seventh.rounds.stud import StudRound
from seventh.rounds.stud.table import ANTES, DEALING, IN, SHOWDOWN, StudHand

_SAID = re.compile(r"(dealer|floor|p[1-9]): ([a-z_]+(?: .*)?)\Z")
"""One of our actions in a comment: `dealer: burn card=6s`."""


class NotPossible(Exception):
    """An action in the file that is impossible; the message says why."""


class FileRound(StudRound):
    """A hand whose up cards the file may not give: then the first to act in the file is the opener."""

    __slots__ = ("next_actor",)

    def __init__(self, *arguments: object) -> None:
        self.next_actor = 0
        super().__init__(*arguments)  # type: ignore[arg-type]

    def copy(self) -> FileRound:
        other = super().copy()
        other.next_actor = self.next_actor
        return other

    def _opener(self) -> int:
        hands = {hand.seat: hand for hand in self.remaining}
        if self.next_actor in hands and any(UNKNOWN in hand.up for hand in hands.values()):
            return self.next_actor
        return super()._opener()


class Player:
    """Plays one hand of a file."""

    def __init__(self, hand: PhhHand, custom: Custom) -> None:
        self.hand = hand
        self.ours = is_ours(hand)
        self.seats = seats_of(hand)
        unit = custom.unit
        chips = [PLENTY if stack is None else stack // unit for stack in hand.stacks]
        seats = dict(zip(self.seats, chips, strict=True))
        self.round = FileRound(house_of(hand, custom), seats, position_of(hand, custom))
        if self.ours and self.round.order != self.seats:
            raise NotPossible("seats are not in clockwise order from the dealer's left")
        self.recorder = Recorder(self.round)
        self.notes: list[str] = []
        self.unit = unit
        self._dealt: dict[int, list[Card]] = {}
        """Cards of this street from the file that wait for the others'."""
        self._showdown: dict[int, PhhAction] = {}
        """What each seat does at the showdown, as far as the file has said."""
        self._mucks = {self._seat(action.actor) for action in hand.actions if action.verb == "sm" and _mucks(action)}

    def _seat(self, player: int) -> int:
        return self.seats[player - 1]

    def _act(self, who: Who, action: Action) -> None:
        self.recorder.act(who, action)

    def _name(self, seat: int) -> str:
        return f"p{self.seats.index(seat) + 1}"

    # The file's actions.

    def apply(self, action: PhhAction) -> None:
        """Apply one action."""
        match action.verb:
            case "":
                self._commented(action)
            case "dh":
                self._deal(self._seat(action.player), action)
            case "db":
                self._deal_common(action)
            case "sm":
                self._showdown_action(action)
            case _:
                self._play(action)

    def _play(self, action: PhhAction) -> None:
        self._no_cards_missing()
        seat = self._seat(action.actor)
        match action.verb:
            case "pb":
                self._act(seat, BringIn())
            case "f":
                self._act(seat, Fold())
            case "cbr":
                if action.amount % self.unit:
                    raise NotPossible("that is not a whole number of chips")
                self._act(seat, self._bet(seat, action.amount // self.unit))
            case _:
                calls = self.round.legal(seat).of(Call)
                self._act(seat, Check() if calls is None else next(iter(calls)))

    def _bet(self, seat: int, amount: int) -> Action:
        """A bet; some files also use it for a low card that is all-in for the bring-in or less."""
        all_in = self.round.betting.bring_in_due and amount == self.round.hands[seat].stack
        if all_in and amount <= self.round.house.stakes.bring_in:
            return BringIn()
        return BetTo(amount if self.ours else self._full_bet(seat, amount))

    def _full_bet(self, seat: int, amount: int) -> int:
        """Some files cap a bet at what the others can call; here a full one is made, and the rest is returned."""
        bets = self.round.legal(seat).of(BetTo)
        others = [hand.bet + hand.stack for hand in self.round.remaining if hand.seat != seat and hand.can_bet]
        if bets is None or BetTo(amount) in bets or amount != max(others, default=0):
            return amount
        return next((bet.amount for bet in bets if isinstance(bet, BetTo) and bet.amount > amount), amount)

    def _commented(self, action: PhhAction) -> None:
        said = _SAID.match(action.comment) if self.ours else None
        if not said:
            return
        self._deal_waiting()
        who: Who = DEALER if said[1] == DEALER else FLOOR if said[1] == FLOOR else self._seat(int(said[1][1:]))
        try:
            done = parse_action(said[2])
        except NotationError:
            return  # an ordinary comment
        self._act(who, done)

    # Dealing.

    def _deal(self, seat: int, action: PhhAction) -> None:
        self._prepare()
        places = self._places()
        waiting = self._dealt.setdefault(seat, [])
        due = places.count(seat) - len(waiting)
        if len(action.cards) > due:
            held = len(self.round.hands[seat].cards) + len(waiting)
            raise NotPossible(f"{self._name(seat)} has {held} cards and is due {due or 'none'} now")
        for card in action.cards:
            if card is not UNKNOWN and (not card.bit & self.round.stock.deck or self._is_waiting(card)):
                raise NotPossible(f"{card} is not in the deck")
            waiting.append(card)
        if sum(map(len, self._dealt.values())) == len(places):
            self.round.next_actor = self._next_actor(action.number)
            self._deal_waiting()

    def _is_waiting(self, card: Card) -> bool:
        return any(card in cards for cards in self._dealt.values())

    def _deal_common(self, action: PhhAction) -> None:
        self._prepare()
        if self._places() != ["common"]:
            raise NotPossible(f"no common card is due: the stub has {self.round.stock.stub} cards")
        self.round.next_actor = self._next_actor(action.number)
        self._act(DEALER, DealCards(format_cards(action.cards)))

    def _prepare(self) -> None:
        """Take the antes, shuffle and burn, if the file continues with the cards that follow."""
        if self.round.phase == ANTES:
            self._act(DEALER, CollectAntes())
        dealing = self.round.dealing
        while dealing.step not in ("", "deal"):
            shuffles = dealing.step == "shuffle"
            self._act(DEALER, ShuffleBurns("??" * dealing.burns_to_shuffle().number) if shuffles else Burn())

    def _places(self) -> list[int | str]:
        """The places of the next cards, one each."""
        if self.round.phase != DEALING:
            raise NotPossible("no cards are due now")
        return [place for place, _ in self.round.dealing.places]

    def _deal_waiting(self, all_of_them: bool = True) -> None:
        """Deal the cards that wait, in the dealer's order, as far as possible."""
        if not any(self._dealt.values()):
            return
        run = []
        for place in self._places():
            if not self._dealt.get(place):  # type: ignore[arg-type]
                break
            run.append(self._dealt[place].pop(0))  # type: ignore[index]
        late = [seat for seat, cards in self._dealt.items() if cards]
        if late and all_of_them:
            raise NotPossible(f"{self._name(late[0])} was dealt cards ahead of players who come first")
        self._dealt = {}
        if run:
            self._act(DEALER, DealCards(format_cards(self._hidden(run))))

    def _hidden(self, run: list[Card]) -> list[Card]:
        """The cards as they are dealt; the cards of a hand that will be mucked are hidden unless the file is ours."""
        if self.ours:
            return run
        places = self.round.dealing.places
        return [
            UNKNOWN if place in self._mucks and not up else card for card, (place, up) in zip(run, places, strict=False)
        ]

    def _no_cards_missing(self) -> None:
        """Check that nobody acts before the cards are dealt."""
        if self.round.dealing.step == "deal":
            places = self._places()
            for place in places:
                if place == "common":
                    raise NotPossible("the common card has not been dealt yet")
                if len(self._dealt.get(place, ())) < places.count(place):  # type: ignore[arg-type]
                    raise NotPossible(f"{self._name(place)} has not been dealt all cards of this street")  # type: ignore[arg-type]
        elif self.round.phase in (ANTES, DEALING):
            raise NotPossible(f"the cards of {'third' if self.round.street == 3 else 'the next'} street come first")

    def _next_actor(self, number: int) -> int:
        """Who acts first after an action of the file."""
        players = (action.actor for action in self.hand.actions[number:] if action.actor and action.verb != "sm")
        player = next(players, 0)
        return self._seat(player) if player else 0

    # The showdown.

    def _showdown_action(self, action: PhhAction) -> None:
        seat = self._seat(action.actor)
        hand = self.round.hands[seat]
        self._agrees(hand, action)
        if self.round.phase == CLOSED or (hand.shown and UNKNOWN not in hand.cards):
            return
        if hand.status is not IN:
            raise NotPossible(f"{self._name(seat)} has no hand in play")
        if self.round.phase != SHOWDOWN and sum(hand.can_bet for hand in self.round.remaining) > 1:
            raise NotPossible("there is no showdown yet")
        self._showdown[seat] = action
        self._show_in_turn()

    def _agrees(self, hand: StudHand, action: PhhAction) -> None:
        """Cards that are shown must have been dealt, as far as known."""
        named = [card for card in action.cards if card is not UNKNOWN]
        if len(set(named)) != len(named):
            raise NotPossible("a card is named twice")
        strangers = [card for card in named if card not in hand.cards and card not in self.round.common]
        unknown = hand.cards.count(UNKNOWN)
        if len(strangers) > unknown or len(action.cards) > 7:
            held = f"the hand is {format_cards(hand.cards)}"
            raise NotPossible(f"{self._name(hand.seat)} does not hold {format_cards(strangers)}: {held}")
        for card in strangers:
            if not card.bit & self.round.stock.deck:
                raise NotPossible(f"{card} is elsewhere")
        if action.dash and unknown and self.round.phase == SHOWDOWN:
            raise NotPossible("the cards are unknown, so the file must say what is shown")

    def _show_in_turn(self) -> None:
        """Let the next players show or muck, as long as the file has said what they do."""
        while self.round.phase == SHOWDOWN and self.round.queue and self.round.queue[0] in self._showdown:
            seat = self.round.queue[0]
            action = self._showdown[seat]
            self._act(seat, Muck() if _mucks(action) else self._show(self.round.hands[seat], action))

    def _show(self, hand: StudHand, action: PhhAction) -> Show:
        if UNKNOWN not in hand.cards:
            return Show()
        own = [card for card in action.cards if card not in self.round.common and card is not UNKNOWN]
        kept = [card for card in hand.cards if card is not UNKNOWN and card not in own]
        if len(own) + len(kept) != len(hand.cards):
            raise NotPossible(f"{self._name(hand.seat)} shows an unknown hand, so the winner cannot be determined")
        return Show(format_cards([*own, *kept]))

    def end(self) -> None:
        """After the last action: deal what still waits; in a foreign file, complete a showdown that it left out."""
        self._deal_waiting(all_of_them=False)
        self._show_in_turn()
        while not self.ours and self.round.phase == SHOWDOWN and self.round.queue:
            seat = self.round.queue[0]
            known = {hand.seat for hand in self.round.remaining if UNKNOWN not in hand.cards or hand.shown}
            if not known and not any(not _mucks(action) for action in self._showdown.values()):
                self.notes.append("the file does not say who won")
                return
            self._act(seat, Show() if seat in known else Muck())
            self._show_in_turn()


def _mucks(action: PhhAction) -> bool:
    return not action.cards and not action.dash
