"""A stud hand in the protocol shared by all games.

It holds the hands, the dealing, the betting and the showdown, and passes each action to the right one. This module has
only the transitions between them.
"""

from __future__ import annotations

from functools import partialmethod
from itertools import chain
from typing import ClassVar, Self

from seventh.cards import ALL_52, UNKNOWN, Card, card_named, card_of, format_cards, parse_cards
from seventh.house import Limits, WrongHouse
from seventh.rounds import events as ev
from seventh.rounds.actions import (
    DEALER,
    Action,
    BetTo,
    BringIn,
    Burn,
    Call,
    Check,
    CollectAntes,
    DealCards,
    DeclareAllIn,
    ExposeDownCard,
    FaceUpCard,
    Fold,
    LeaveBurns,
    Muck,
    Show,
    ShuffleBurns,
    VoidRound,
    Who,
    WrongNumber,
)
from seventh.rounds.legal import CardActions, Choice, NotNow, Refused
from seventh.rounds.round import CLOSED, Round
from seventh.rounds.stud import floor
from seventh.rounds.stud.betting import BettingRound
from seventh.rounds.stud.choices import choices_of
from seventh.rounds.stud.dealing import Dealing
from seventh.rounds.stud.family import Clauses
from seventh.rounds.stud.house import StudHouse
from seventh.rounds.stud.limits import limits_of
from seventh.rounds.stud.opening import opener_of
from seventh.rounds.stud.pots import Pot
from seventh.rounds.stud.showdown import Showdown, settlement
from seventh.rounds.stud.stock import Stock
from seventh.rounds.stud.table import ANTES, BETTING, DEAD, DEALING, IN, MUCKED, SHOWDOWN, Hands, StudHand
from seventh.rounds.stud.view import seat_view, view_of
from seventh.rounds.view import StudSeatView, StudView

_DEALER_ONLY: frozenset[Who] = frozenset((DEALER,))
_NOBODY: frozenset[Who] = frozenset()
_ALONE: dict[int, frozenset[Who]] = {seat: frozenset((seat,)) for seat in range(1, 9)}


class StudRound(Round):
    """One stud hand; its house determines the game of the family."""

    DECK = ALL_52
    KEEPS_SECRETS = True
    AGAINST_HOUSE = False
    FEWEST_PLAYERS = 2
    PHASES: ClassVar[dict[str, tuple[type[Action], ...]]] = {
        ANTES: (CollectAntes,),
        DEALING: (Burn, ShuffleBurns, LeaveBurns, DealCards),
        BETTING: (Fold, Check, Call, BringIn, BetTo, DeclareAllIn),
        SHOWDOWN: (Show, Muck),
    }
    actions = (*chain(*PHASES.values()), ExposeDownCard, FaceUpCard, WrongNumber, VoidRound)

    house: StudHouse
    hands: Hands
    dealer_position: int

    __slots__ = ("betting", "common", "dealer_position", "dealing", "hands", "house_result", "showdown", "void")
    STATE = (*Round.STATE, *__slots__)

    def __init__(self, house: StudHouse, seats: dict[int, int], dealer_position: int = 0) -> None:
        """A hand for these seats; the deal starts at the first seat clockwise from the dealer position."""
        super().__init__(house, seats)
        if not hasattr(house, "family"):
            raise WrongHouse(f"the house is for {house.game}, which is not a game of stud")
        if len(seats) < 2:
            raise ValueError(f"{self.clauses.players}: a hand of stud needs at least two players")
        if not all(seats.values()):
            raise ValueError(f"{self.clauses.players}: a seat without chips is not dealt in")
        self.dealer_position = dealer_position
        order = sorted(self.seats, key=lambda seat: (seat <= dealer_position, seat))
        self.hands = Hands([StudHand(seat, self.seats[seat]) for seat in order])
        self.dealing = Dealing(house, Stock(self.DECK, self.DECK.bit_count()))
        constant = choices_of(house.family)
        self.betting = BettingRound(limits_of(house), constant, self.hands)
        self.showdown = Showdown(house, constant, self.hands)
        self.common: tuple[Card, ...] = ()
        self.house_result = 0
        self.void = None
        self.phase = ANTES
        if not house.stakes.ante:
            self._deal_street(3)

    def copy(self) -> Self:
        other = type(self).__new__(type(self))
        for name in self.STATE:
            setattr(other, name, getattr(self, name))
        other._known = {}
        other.events = list(self.events)
        other.hands = hands = self.hands.copy()
        other.dealing = self.dealing.copy()
        other.betting = self.betting.copy(hands)
        other.showdown = self.showdown.copy(hands)
        return other

    # Queries.

    @classmethod
    def next_deal(cls, house: StudHouse, last: int, ready: tuple[int, ...]) -> int:
        """Unchanged with a house dealer; otherwise the deal moves to the next seat dealt in."""
        if not house.deal_moves:
            return 0
        return next((seat for seat in ready if seat > last), ready[0])

    @classmethod
    def seating_clause(cls, house: StudHouse) -> str:
        return house.family.clauses.players

    @classmethod
    def buy_in_clause(cls, house: StudHouse) -> str:
        return house.family.clauses.all_in

    @classmethod
    def buy_in(cls, house: StudHouse) -> Limits:
        return house.limits.buy_in

    @property
    def clauses(self) -> Clauses:
        """The game's clause ids."""
        return self.house.family.clauses

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in dealing order: clockwise from the dealer's left."""
        return self.hands.order

    @property
    def remaining(self) -> list[StudHand]:
        """The hands still in, clockwise from the dealer's left."""
        return self.hands.remaining

    @property
    def street(self) -> int:
        return self.dealing.street

    @property
    def stock(self) -> Stock:
        """The cards not in a hand."""
        return self.dealing.stock

    @property
    def unseen(self) -> int:
        return self.dealing.stock.unordered

    @property
    def undealt(self) -> int:
        return self.dealing.stock.on_top

    @property
    def undealt_cards(self) -> int:
        return self.dealing.stock.unordered

    @property
    def reshuffled(self) -> int:
        return len(self.dealing.stock.known_below)

    @property
    def bet_to(self) -> int:
        """The amount to match on this street."""
        return self.betting.bet_to

    @property
    def pots(self) -> list[Pot]:
        """Main pot first, then side pots, including this street's bets."""
        return self.hands.pots

    @property
    def pot(self) -> int:
        """All chips in the pot, including current bets."""
        return self.hands.pot

    @property
    def queue(self) -> tuple[int, ...]:
        """The seats that still have to act in this betting round or at the showdown, in order."""
        if self.phase == BETTING:
            return self.betting.queue
        return self.showdown.queue if self.phase == SHOWDOWN else ()

    @property
    def to_act(self) -> frozenset[Who]:
        # Called after every action, so it bypasses `queue` for speed.
        phase = self.phase
        queue = self.betting.queue if phase == BETTING else self.showdown.queue if phase == SHOWDOWN else ()
        if queue:
            return _ALONE[queue[0]]
        return _NOBODY if phase == CLOSED else _DEALER_ONLY

    @property
    def settled(self) -> list[ev.Event]:
        return [event for event in self.events if isinstance(event, ev.PotWon | ev.RakeTaken)]

    def places(self) -> dict[str, tuple[str, ...]]:
        stock = self.stock
        places: dict[str, list[Card]] = {
            "burns": list(stock.burns),
            "common": list(self.common),
            "set aside": list(stock.set_aside),
            "discards": list(stock.unused),
        }
        for hand in self.hands.values():
            places.setdefault(f"seat {hand.seat}" if hand.status is IN else "discards", []).extend(hand.cards)
        places["stub"] = [card_of(number) for number in range(52) if stock.deck >> number & 1]
        return {place: tuple([card.text for card in cards]) for place, cards in places.items() if cards}

    def view(self, seat: int | None) -> StudView:
        return view_of(self, seat)

    def own_line(self, seat: int) -> StudSeatView:
        return seat_view(self.hands[seat], self.seats[seat], own=True)

    def price(self, seat: int, action: Action) -> int:
        return self.betting.price(seat, action)

    def default(self, seat: int) -> Action:
        """Check, or else fold; post a forced bet; at the showdown, muck a beaten hand and show any other."""
        for kind in (Check, Fold, BringIn, Muck, Show):
            choice = self.legal(seat).of(kind)
            if choice is not None:
                return next(iter(choice))
        raise NotNow("", "there is nothing to decide")

    def _choices(self, who: Who) -> tuple[Choice, ...]:
        if self.phase == BETTING and isinstance(who, int):
            return self.betting.choices(who)
        if who == DEALER and self.phase in (ANTES, DEALING):
            forced = self.dealing.choice() if self.phase == DEALING else self.betting.constant.collect_antes
            return (forced, self.betting.constant.leave_burns) if self._may_leave else (forced,)
        return super()._choices(who)

    # Transitions.

    def _deal_street(self, street: int) -> None:
        self.phase = DEALING
        self.dealing.begin(street, [hand.seat for hand in self.remaining])
        self._bet_if_dealt()

    def _bet_if_dealt(self) -> None:
        if not self.dealing.plan:
            self._begin_betting()

    def _begin_betting(self) -> None:
        self.phase = BETTING
        self.betting.begin(self.street, self._opener())

    def _opener(self) -> int:
        return opener_of(self.house, self.street, self.remaining, self.common)

    def _go_on(self) -> None:
        """Perform everything that follows without a choice."""
        while self.phase == BETTING and not self.betting.queue:
            self._return_uncalled()
            self._emit(ev.BetsCollected())
            left = self.remaining
            if len(left) == 1:
                self._award()
            elif self.house.all_in_shown and sum([hand.can_bet for hand in left]) < 2:
                for hand in left:
                    if not hand.shown and UNKNOWN not in hand.cards:
                        self._emit(ev.Shown(hand.seat, format_cards(hand.cards)))
        if self.phase == SHOWDOWN and (not self.showdown.queue or len(self.remaining) == 1):
            self._award()

    def _return_uncalled(self) -> None:
        seat, amount = self.hands.uncalled
        if amount:
            self._emit(ev.BetReturned(seat, amount))

    def _award(self) -> None:
        for event in settlement(self.house, self.hands, self.common, self.dealing.reached_fourth):
            self._emit(event)
        self._emit(ev.RoundClosed())

    def _call_off(self, clause: str, reason: str) -> None:
        self._emit(ev.RoundVoided(clause, reason))
        for hand in self.hands.values():
            if hand.total:
                self._emit(ev.ChipsReturned(hand.seat, hand.total, clause))
        self._emit(ev.RoundClosed())

    def _misdeal(self, reason: str) -> None:
        self._call_off(self.clauses.irregularities, reason)

    def _kill(self, seat: int) -> None:
        self._emit(ev.HandVoided(seat, self.clauses.irregularities))
        if len(self.remaining) == 1 and self.phase != BETTING:
            self._return_uncalled()
            self._award()
        else:
            self._go_on()

    def _on_bet_returned(self, event: ev.BetReturned | ev.ChipsReturned) -> None:
        hand = self.hands[event.seat]
        hand.stack += event.amount
        hand.total -= event.amount
        hand.bet = max(hand.bet - event.amount, 0)

    _on_chips_returned = _on_bet_returned

    def _on_bets_collected(self, _: ev.BetsCollected) -> None:
        for hand in self.hands.values():
            hand.bet = 0
        if len(self.remaining) == 1:
            return
        if self.street < 7:
            self._deal_street(self.street + 1)
        else:
            self.phase = SHOWDOWN
            self.showdown.begin(self.betting.last_aggressor or self.betting.opener)

    def _on_rake_taken(self, event: ev.RakeTaken) -> None:
        self.house_result += event.amount

    def _on_pot_won(self, event: ev.PotWon) -> None:
        self.hands[event.seat].stack += event.amount

    def _on_round_voided(self, event: ev.RoundVoided) -> None:
        self.void = (event.clause, event.reason)

    def _on_round_closed(self, _: ev.RoundClosed) -> None:
        for hand in self.hands.values():
            hand.bet = hand.total = 0
        self.dealing.plan = ()
        self.phase = CLOSED

    # Antes and cards. The plan determines the dealer's only action; any other is refused.

    def _not_now(self, clause: str, message: str, _: Who) -> Refused:
        return NotNow(getattr(self.clauses, clause), message)

    @property
    def _may_leave(self) -> bool:
        """Whether the dealer is asked: a shuffle of the burns that the rules allow but do not require."""
        if not self.hand_dealt or self.phase != DEALING:
            return False
        return self.dealing.may_leave_burns([hand.seat for hand in self.remaining])

    _may_collect_antes = partialmethod(_not_now, "ante", "the antes are in")
    _may_burn = partialmethod(_not_now, "burn", "no card is burned now")
    _may_shuffle_burns = partialmethod(_not_now, "short_stub", "the burns are not shuffled now")
    _may_leave_burns = partialmethod(_not_now, "short_stub", "there is no shuffle of the burns to leave out")
    _may_deal_cards = partialmethod(_not_now, "deal", "no cards are due now")

    def _do_collect_antes(self, _: Who, __: CollectAntes) -> None:
        ante = self.house.stakes.ante
        for hand in self.hands.values():
            self._emit(ev.AntePosted(hand.seat, min(ante, hand.stack)))
        self._return_uncalled()

    def _on_ante_posted(self, event: ev.AntePosted) -> None:
        hand = self.hands[event.seat]
        hand.stack -= event.amount
        hand.total += event.amount
        if event.seat == self.order[-1]:
            self._deal_street(3)

    def _do_deal_cards(self, _: Who, action: DealCards) -> None:
        last = self.street == 7
        for card, (place, up) in zip(parse_cards(action.cards), self.dealing.places, strict=False):
            text = card.text
            if last and not up:
                up = self.hands[place].shown  # type: ignore[index]  # a shown hand stays shown
            self._emit(ev.Dealt(place, text, text if up else ""))  # type: ignore[arg-type]
        if not self.dealing.plan:
            self._go_on()

    def _on_dealt(self, event: ev.Dealt) -> None:
        card = card_named(event.cards)
        hand = self.hands.get(event.place)  # type: ignore[arg-type]
        if hand is None:
            self.common += (card,)
        else:
            hand.cards += (card,)
            if event.up:
                hand.up += (card,)
        dealing = self.dealing
        dealing.deal(card)
        if not dealing.plan:
            self._begin_betting()

    def _do_burn(self, _: Who, action: Burn) -> None:
        self._emit(ev.Burned(action.card))

    def _on_burned(self, event: ev.Burned) -> None:
        self.dealing.burn(card_named(event.card))

    def _do_shuffle_burns(self, _: Who, action: ShuffleBurns) -> None:
        self._emit(ev.BurnsShuffled("".join(action.order.split())))

    def _on_burns_shuffled(self, event: ev.BurnsShuffled) -> None:
        self.dealing.shuffle(parse_cards(event.order))

    def _do_leave_burns(self, _: Who, __: LeaveBurns) -> None:
        self._emit(ev.BurnsLeft())
        if not self.dealing.plan:
            self._go_on()

    def _on_burns_left(self, _: ev.BurnsLeft) -> None:
        self.dealing.leave_burns()
        self._bet_if_dealt()

    # Betting: all choices of a seat are computed together; a refusal says why one is missing.

    def _why_no_bet(self, kind: type[Action], seat: int) -> Refused:
        if kind is DeclareAllIn:
            when = "this can be declared only on seventh street before the betting, if the dealer exposed the card"
            return NotNow(self.clauses.irregularities, when)
        if self.phase != BETTING:
            clause = self.clauses.bring_in if kind is BringIn else self.clauses.turn
            return NotNow(clause, "there is no betting now")
        return self.betting.refusal(kind, seat)

    _may_fold = partialmethod(_why_no_bet, Fold)
    _may_check = partialmethod(_why_no_bet, Check)
    _may_call = partialmethod(_why_no_bet, Call)
    _may_bring_in = partialmethod(_why_no_bet, BringIn)
    _may_bet_to = partialmethod(_why_no_bet, BetTo)
    _may_declare_all_in = partialmethod(_why_no_bet, DeclareAllIn)

    def _do_bet(self, seat: int, action: Action) -> None:
        self._emit(self.betting.event(seat, action))
        if not self.betting.queue:
            self._go_on()

    _do_fold = _do_check = _do_call = _do_bring_in = _do_bet_to = _do_declare_all_in = _do_bet

    def _on_bet(self, event: ev.Event) -> None:
        self.betting.happened(event)

    _on_checked = _on_called = _on_bet_made = _on_folded = _on_brought_in = _on_all_in_declared = _on_bet

    # The showdown.

    def _may_show(self, seat: int) -> Choice | Refused:
        return self._no_showdown or self.showdown.to_show(seat, self.stock.unordered)

    def _may_muck(self, seat: int) -> Choice | Refused:
        return self._no_showdown or self.showdown.to_muck(seat, self.common)

    @property
    def _no_showdown(self) -> Refused | None:
        return None if self.phase == SHOWDOWN else NotNow(self.clauses.showdown, "there is no showdown now")

    def _do_show(self, seat: int, action: Show) -> None:
        self._emit(ev.Shown(seat, "".join(action.cards.split()) or format_cards(self.hands[seat].cards)))
        self._go_on()

    def _on_shown(self, event: ev.Shown) -> None:
        cards = parse_cards(event.cards)
        self.hands[event.seat].show(cards)
        for card in cards:
            self.stock.identify(card)
        self.showdown.leave(event.seat)

    def _do_muck(self, seat: int, _: Muck) -> None:
        self._emit(ev.Mucked(seat))
        self._go_on()

    def _on_mucked(self, event: ev.Mucked) -> None:
        self.hands[event.seat].status = MUCKED
        self.showdown.leave(event.seat)

    # The floor.

    @property
    def _in_time(self) -> bool:
        """Whether a dealing error can still be corrected: nobody has acted since."""
        return self.phase == DEALING or (self.phase == BETTING and not self.betting.begun)

    def _may_expose_down_card(self, _: Who) -> Choice | Refused:
        exposable = floor.exposable(self.remaining, self.street, self.phase == DEALING, self._in_time)
        return floor.down_cards_to_expose(exposable, self.stock, self.clauses.irregularities)

    def _do_expose_down_card(self, _: Who, action: ExposeDownCard) -> None:
        self._emit(ev.DownCardExposed(action.seat, action.card))
        hand = self.hands[action.seat]
        if hand.exposed == 2:
            self._emit(ev.ChipsReturned(hand.seat, hand.total, self.clauses.irregularities))
            self._kill(hand.seat)

    def _on_down_card_exposed(self, event: ev.DownCardExposed) -> None:
        seat, card = event.seat, Card(event.card)
        self.hands[seat].expose(card, self.street)
        self.stock.identify(card)
        if self.street == 3:
            # The exposed card becomes the up card, so the next card is dealt down.
            self.dealing.turn([seat], up=False)
        elif len(self.remaining) == 2:
            self.dealing.turn([other for other in self.order if other != seat], up=True)

    def _on_hand_voided(self, event: ev.HandVoided) -> None:
        self.hands[event.seat].status = DEAD
        if self.phase == DEALING:
            self.dealing.leave_out(event.seat, [hand.seat for hand in self.remaining])
            self._bet_if_dealt()
        elif self.phase == SHOWDOWN:
            self.showdown.leave(event.seat)
        elif self.betting.acted:
            self.betting.leave(event.seat)
        else:
            self._begin_betting()  # the low card may have changed

    def _may_face_up_card(self, _: Who) -> Choice | Refused:
        if self.phase != DEALING:
            return NotNow(self.clauses.irregularities, "no cards are being dealt")
        return floor.cards_to_set_aside(self.stock, self.clauses.irregularities)

    def _do_face_up_card(self, _: Who, action: FaceUpCard) -> None:
        self._emit(ev.CardSetAside(action.card))
        if self.street == 3 and len(self.stock.set_aside) == 2:
            self._misdeal("two cards face up in the deck")
        elif not self.dealing.plan:
            self._go_on()
        elif self.dealing.short:
            self._misdeal("not enough cards to replace the one face up")

    def _on_card_set_aside(self, event: ev.CardSetAside) -> None:
        self.dealing.set_aside(Card(event.card), [hand.seat for hand in self.remaining])
        self._bet_if_dealt()

    def _may_wrong_number(self, _: Who) -> Choice | Refused:
        return floor.hands_to_recount(self.hands, self.stock, self.clauses.irregularities, self.hand_dealt)

    def _do_wrong_number(self, _: Who, action: WrongNumber) -> None:
        hand = self.hands[action.place]  # type: ignore[index]
        before = hand.cards
        self._emit(ev.Miscounted(action.place, action.cards))
        if not self.betting.acted:
            self._misdeal(f"seat {hand.seat} has a wrong number of cards")
        elif not (self.phase == DEALING and floor.lacks_seventh(before, hand.cards)):
            self._kill(hand.seat)
            if self.phase == DEALING and self.dealing.short:
                self._misdeal("not enough cards to continue")

    def _on_miscounted(self, event: ev.Miscounted) -> None:
        hand = self.hands[event.place]  # type: ignore[index]
        before, cards = hand.cards, parse_cards(event.cards)
        self.stock.recount(before, cards)
        hand.recount(cards)
        if self.betting.acted and self._in_time and floor.lacks_seventh(before, cards):
            self.phase = DEALING
            self.dealing.add_seventh(hand.seat)

    def _may_void_round(self, _: Who) -> Choice | Refused:
        return CardActions(VoidRound, "", lambda _: None, lambda: iter((VoidRound("called off by the floor"),)))

    def _do_void_round(self, _: Who, action: VoidRound) -> None:
        self._call_off("", action.reason)
