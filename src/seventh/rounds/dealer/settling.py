"""The end of a round against the dealer: reveal and settlement, or a void."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from msgspec import Struct

from seventh.cards import UNKNOWN, Card, format_cards, parse_cards, set_of
from seventh.rounds import events as ev
from seventh.rounds.actions import Action, Reveal, SetHand, TurnUp, Who
from seventh.rounds.dealer.phases import DealerRound
from seventh.rounds.dealer.state import FOLDED, IN, REVEALING, TURNING, Hand
from seventh.rounds.events import Settled
from seventh.rounds.legal import CardActions, Choice, NotNow, Refused, WrongCards
from seventh.rounds.round import CLOSED, BrokenGame


class KnownReveal(Struct, frozen=True):
    """Turning up cards that are already known; they may be named again."""

    cards: tuple[Card, ...]
    clause: str
    action: ClassVar[type[Action]] = Reveal

    def refusal(self, action: Reveal) -> Refused | None:
        if not action.cards or action.cards == format_cards(self.cards):
            return None
        return WrongCards(self.clause, f"{action.cards} is not the dealer's hand", format_cards(self.cards))

    def __iter__(self) -> Iterator[Action]:
        yield Reveal()
        yield Reveal(format_cards(self.cards))

    @property
    def count(self) -> int:
        return 2

    def describe(self) -> dict[str, Any]:
        return {"action": "reveal", "clause": self.clause}


class SettlingRound(DealerRound):
    """A round settled against the dealer's cards, or void."""

    __slots__ = ()

    # Reveal and settlement.

    def _may_reveal(self, _: Who) -> Choice | Refused:
        clause = self.CLAUSES["reveal"]
        if self.phase != REVEALING:
            return NotNow(clause, "the dealer's cards cannot be turned up yet")
        if UNKNOWN not in self.dealer:
            return KnownReveal(self.dealer, clause)

        def test(action: Reveal) -> Refused | None:
            return self._not_the_hand(self.dealer, action.cards, "the dealer's hand", clause)

        return CardActions(Reveal, clause, test, lambda: iter(()))

    def _not_the_hand(self, held: tuple[Card, ...], named: str, whose: str, clause: str) -> Refused | None:
        """Why these cannot be the cards of a hand some of which are unknown; None if they can."""
        cards = parse_cards(named)
        known = [card for card in held if card is not UNKNOWN]
        others = [card for card in cards if card not in known]
        complete = len(cards) == len(held) and len(cards) - len(others) == len(known)
        if complete and all(card.bit & self.deck for card in others):
            return None
        need = f"{len(held)} cards, {format_cards(known) or 'any of the deck'} among them"
        return WrongCards(clause, f"{named or 'nothing'} is not {whose}", need)

    def _do_reveal(self, _: Who, action: Reveal) -> None:
        self._emit(ev.Revealed(action.cards or format_cards(self.dealer)))
        self._settle()

    def _on_revealed(self, event: ev.Revealed) -> None:
        if UNKNOWN in self.dealer:
            self.dealer = parse_cards(event.cards)
        self.exposed = set_of(self.dealer)
        self.deck &= ~self.exposed

    def _settle(self) -> None:
        """Settle every open wager, hand by hand from the dealer's right, and close the round.

        Hands that are still unknown are turned up first, because a cap can depend on all of them.
        """
        if not self._turns_due(self._cards_decide):
            self._settle_known()

    def _settle_known(self) -> None:
        hands = [hand for hand in self.settling_order if hand.wagers]
        lines = self._capped([line for hand in hands for line in self._lines(hand)])
        before = len(self.settled)
        for hand in hands:
            if self._turns_over(hand):
                self._emit(ev.Shown(hand.seat, format_cards(hand.cards)))
            for line in lines:
                if line.seat == hand.seat:
                    self._emit(line)
            if hand.wagers:
                raise self._not_settled(hand)
        if len(self.settled) - before != len(lines):
            raise BrokenGame(f"{self.game}: a line settles a wager of a seat that has none on the layout")
        self._emit(ev.RoundClosed())

    # Hand-dealt rounds: turning up hands that were dealt unknown.

    def __init_subclass__(cls) -> None:
        # Every game against the dealer can be dealt by hand, without listing this phase among its own.
        if hasattr(cls, "PHASES") and TURNING not in cls.PHASES:
            sets = (SetHand,) if SetHand in cls.actions else ()
            cls.PHASES = {**cls.PHASES, TURNING: (TurnUp, *sets)}
        super().__init_subclass__()

    def _cards_decide(self, hand: Hand) -> bool:
        """Whether the settlement of a hand's wagers depends on its cards."""
        return hand.status is IN

    def _cards_decide_void(self, hand: Hand) -> bool:  # noqa: ARG002
        """The same when the round is void but bonuses are still paid."""
        return False

    def _turns_due(self, needed: Callable[[Hand], bool]) -> bool:
        """Whether hands must be turned up before settlement; if so, the round waits for that."""
        due = [
            hand.seat
            for hand in self.settling_order
            if hand.wagers and needed(hand) and (UNKNOWN in hand.cards or self.must_name_discards(hand))
        ]
        if due:
            self._emit(ev.TurnsDue(tuple(due)))
        return bool(due)

    def _on_turns_due(self, event: ev.TurnsDue) -> None:
        self.turning = event.seats
        self.phase = TURNING

    def _may_turn_up(self, _: Who) -> Choice | Refused:
        clause = self.CLAUSES["reveal"]
        if self.phase != TURNING or not self.to_turn or UNKNOWN not in self.to_turn[0].cards:
            return NotNow(clause, "no hand is to be turned up now")
        hand = self.to_turn[0]

        def test(action: TurnUp) -> Refused | None:
            if action.seat != hand.seat:
                return NotNow(clause, f"seat {action.seat} is not next to be turned up", f"seat {hand.seat}")
            return self._not_the_hand(hand.cards, action.cards, f"the hand of seat {hand.seat}", clause)

        return CardActions(TurnUp, clause, test, lambda: iter(()))

    def _do_turn_up(self, _: Who, action: TurnUp) -> None:
        self._emit(ev.TurnedUp(action.seat, "".join(action.cards.split())))
        if self.void is None:
            self._check_turned(self.hands[action.seat])
        self._settle_if_turned()

    def _on_turned_up(self, event: ev.TurnedUp) -> None:
        cards = parse_cards(event.cards)
        self.hands[event.seat].cards = cards
        self.deck &= ~set_of(cards)

    def _check_turned(self, hand: Hand) -> None:
        """What follows if the cards do not allow what the player did before they were known."""

    def _do_set_hand(self, seat: int, action: SetHand) -> None:
        super()._do_set_hand(seat, action)
        self._settle_if_turned()

    def _settle_if_turned(self) -> None:
        if self.phase != TURNING or self.to_turn:
            return
        if self.void is not None:
            self._settle_void(self.void[0], keep_bonuses=True)
        elif any(hand.wagers for hand in self.hands.values()):
            self._settle_known()
        else:
            self._emit(ev.RoundClosed())

    def _not_settled(self, hand: Hand) -> BrokenGame:
        wager = next(iter(hand.wagers))
        return BrokenGame(f"{self.game}: seat {hand.seat} has {wager} on the layout, but no line settles it")

    def _turns_over(self, hand: Hand) -> bool:
        """Whether the hand's cards are turned up for settlement; folded hands stay hidden."""
        return hand.status is IN

    @abstractmethod
    def _lines(self, hand: Hand) -> list[Settled]:
        """The results of a hand's open wagers before any cap."""

    @abstractmethod
    def _capped(self, lines: list[Settled]) -> list[Settled]:
        """The same lines with payoffs reduced by the house's cap."""

    def _on_shown(self, event: ev.Shown) -> None:
        self.hands[event.seat].shown = True

    def _on_settled(self, event: Settled) -> None:
        hand = self.hands[event.seat]
        try:
            amount = hand.wagers.pop(event.wager)
        except KeyError:
            what = f"seat {event.seat} has a line for {event.wager}, but no such wager is open"
            raise BrokenGame(f"{self.game}: {what}") from None
        received = event.returned + event.payoff
        hand.stack += received
        hand.paid += event.payoff
        self.house_result += amount - received
        self.settled.append(event)

    def _on_round_closed(self, _: ev.RoundClosed) -> None:
        self.phase = CLOSED

    # Voids.

    def _void_round(self, clause: str, reason: str, keep_bonuses: bool) -> None:
        self._emit(ev.RoundVoided(clause, reason))
        if not (keep_bonuses and self._turns_due(self._cards_decide_void)):
            self._settle_void(clause, keep_bonuses)

    def _settle_void(self, clause: str, keep_bonuses: bool) -> None:
        hands = [hand for hand in self.settling_order if hand.wagers]
        lines = self._capped([line for hand in hands for line in self._void_lines(hand, clause, keep_bonuses)])
        for line in lines:
            self._emit(line)
        for hand in hands:
            if hand.wagers:
                raise self._not_settled(hand)
        self._emit(ev.RoundClosed())

    def _void_lines(self, hand: Hand, clause: str, keep_bonuses: bool) -> list[Settled]:  # noqa: ARG002
        """The results of a hand's open wagers when the round is void: everything is returned."""
        return self._returned(hand, clause)

    def _returned(self, hand: Hand, clause: str) -> list[Settled]:
        gone = self._lost_by_folding(hand) if hand.status is FOLDED else ()
        return [(lost if wager in gone else returned)(hand, wager, clause) for wager in hand.wagers]

    def _lost_by_folding(self, hand: Hand) -> tuple[str, ...]:  # noqa: ARG002
        """The wagers that a void does not return to a folded hand."""
        return ()

    def _on_round_voided(self, event: ev.RoundVoided) -> None:
        self.void = (event.clause, event.reason)


def returned(hand: Hand, wager: str, clause: str) -> Settled:
    amount = hand.wagers[wager]
    return Settled(hand.seat, wager, amount, "void", amount, 0, clause)


def lost(hand: Hand, wager: str, clause: str, row: str = "") -> Settled:
    return Settled(hand.seat, wager, hand.wagers[wager], "lose", 0, 0, clause, row)


def pushed(hand: Hand, wager: str, clause: str) -> Settled:
    amount = hand.wagers[wager]
    return Settled(hand.seat, wager, amount, "push", amount, 0, clause)


def won(hand: Hand, wager: str, payoff: int, clause: str, row: str = "") -> Settled:
    amount = hand.wagers[wager]
    return Settled(hand.seat, wager, amount, "win", amount, payoff, clause, row)
