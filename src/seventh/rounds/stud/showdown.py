"""The showdown, the pots' winners, and how a hand ends."""

from __future__ import annotations

from collections.abc import Iterator

from seventh.cards import UNKNOWN, format_cards, parse_cards
from seventh.rounds import events as ev
from seventh.rounds.actions import Action, Muck, Show
from seventh.rounds.legal import CardActions, Choice, NotNow, Refused, WrongCards
from seventh.rounds.round import CLOSED
from seventh.rounds.stud.betting import StudBetting
from seventh.rounds.stud.family import Share
from seventh.rounds.stud.pots import Pot, parts, rake_of, shares
from seventh.rounds.stud.table import BETTING, DEAD, IN, MUCKED, SHOWDOWN, StudHand


class StudShowdown(StudBetting):
    """How a hand comes to its end."""

    __slots__ = ()

    def _go_on(self) -> None:
        """Let everything happen that follows without anybody's choice."""
        while self.phase == BETTING and not self.queue:
            self._return_uncalled()
            self._emit(ev.BetsCollected())
            if len(self.remaining) == 1:
                self._award()
            elif self._no_more_betting and self.house.all_in_shown:
                self._turn_over_all()
        if self.phase == SHOWDOWN:
            if len(self.remaining) == 1:
                self._award()
                return
            if not self.queue:
                self._award()

    @property
    def _no_more_betting(self) -> bool:
        """Whether at most one of the remaining players has chips to bet."""
        return sum(hand.can_bet for hand in self.remaining) < 2

    def _turn_over_all(self) -> None:
        for hand in self.remaining:
            if not hand.shown and UNKNOWN not in hand.cards:
                self._emit(ev.Shown(hand.seat, format_cards(hand.cards)))

    # Showing and mucking.

    def _showdown_order(self) -> tuple[int, ...]:
        first = self.last_aggressor or self.opener
        return tuple(
            hand.seat
            for hand in map(self.hands.__getitem__, self.clockwise_from(first))
            if hand.status is IN and (not hand.shown or UNKNOWN in hand.cards)
        )

    def _not_showing(self, seat: int) -> Refused | None:
        if self.phase != SHOWDOWN:
            return NotNow(self.clauses.showdown, "there is no showdown now")
        if self.queue[0] != seat:
            return NotNow(self.clauses.showdown, f"it is not seat {seat}'s turn to show", f"seat {self.queue[0]}")
        return None

    def _may_show(self, seat: int) -> Choice | Refused:
        refusal = self._not_showing(seat)
        if refusal is not None:
            return refusal
        hand = self.hands[seat]
        if UNKNOWN not in hand.cards:
            return self._constant.show

        def test(action: Show) -> Refused | None:
            cards = parse_cards(action.cards)
            known = [card for card in hand.cards if card is not UNKNOWN]
            others = [card for card in cards if card not in known]
            complete = len(cards) == len(hand.cards) and len(cards) - len(others) == len(known)
            if complete and all(card.bit & self.stock.unordered for card in others):
                return None
            need = f"{len(hand.cards)} cards, {format_cards(known) or 'any of the deck'} among them"
            return WrongCards(self.clauses.showdown, f"{action.cards or 'nothing'} is not that hand", need)

        def candidates() -> Iterator[Action]:
            return iter(())

        return CardActions(Show, self.clauses.showdown, test, candidates)

    def _do_show(self, seat: int, action: Show) -> None:
        self._emit(ev.Shown(seat, "".join(action.cards.split()) or format_cards(self.hands[seat].cards)))
        self._go_on()

    def _on_shown(self, event: ev.Shown) -> None:
        hand = self.hands[event.seat]
        hand.shown = True
        cards = parse_cards(event.cards)
        if UNKNOWN in hand.cards:
            known = [card for card in hand.cards if card is not UNKNOWN]
            named = iter([card for card in cards if card not in known])
            hand.cards = tuple(next(named) if card is UNKNOWN else card for card in hand.cards)
            for card in cards:
                self.stock.identify(card)
        if self.phase == SHOWDOWN:
            self.queue = tuple(seat for seat in self.queue if seat != event.seat)

    def _may_muck(self, seat: int) -> Choice | Refused:
        refusal = self._not_showing(seat)
        if refusal is not None:
            return refusal
        hand = self.hands[seat]
        if UNKNOWN in hand.cards:
            return self._constant.muck  # nobody else can say what it is
        if self.house.all_in_shown and (hand.stack == 0 or hand.declared):
            return NotNow(self.clauses.showdown, "a player who is all-in shows the hand", "show")
        if self._is_beaten(hand):
            return self._constant.muck
        return NotNow(self.clauses.showdown, "only a beaten hand is mucked", "show")

    def _is_beaten(self, hand: StudHand) -> bool:
        """Whether every pot this hand could win has a better hand shown already."""
        if not any(other.shown for other in self.hands.values()):
            return False
        shown = [other for other in self.remaining if other.shown and UNKNOWN not in other.cards]
        pots = [pot for pot in self.pots if hand.seat in pot.seats]
        for share in self.family.shares:
            own = self._strength(hand, share)
            better = {other.seat for other in shown if self._strength(other, share) > own}
            if own >= 0 and not all(any(seat in better for seat in pot.seats) for pot in pots):
                return False
        return True

    def _do_muck(self, seat: int, _: Muck) -> None:
        self._emit(ev.Mucked(seat))
        self._go_on()

    def _on_mucked(self, event: ev.Mucked) -> None:
        self.hands[event.seat].status = MUCKED
        self.queue = self.queue[1:]

    def _strength(self, hand: StudHand, share: Share) -> int:
        """How strong a hand is where one share of the pot is played for; below 0 if it does not qualify."""
        strength = share(sum([card.bit for card in hand.cards + self.common]))
        return -1 if strength is None else strength

    # The winners.

    def _return_dead_pots(self) -> None:
        """Whatever no live hand has covered goes back if the floor has killed the hands that could win it."""
        covered = max([hand.total for hand in self.remaining])
        if any(hand.status is DEAD and hand.total > covered for hand in self.hands.values()):
            for hand in self.hands.values():
                if hand.total > covered:
                    self._emit(ev.ChipsReturned(hand.seat, hand.total - covered, self.clauses.pots))

    def _award(self) -> None:
        if self.house.dead_side_pots == "returned":
            self._return_dead_pots()
        pots = self.pots
        free = self.house.rake.no_fourth_street_no_drop and not self.reached_fourth
        rakes = [0] * len(pots) if free else rake_of(pots, self.house.rake.per_thousand, self.house.rake.cap)
        if sum(rakes):
            self._emit(ev.RakeTaken(sum(rakes)))
        for number, (pot, rake) in enumerate(zip(pots, rakes, strict=True)):
            divided = self._divided(pot)
            for part, winners in zip(parts(pot.amount - rake, len(divided)), divided, strict=True):
                clause = self.clauses.pots if len(winners) > 1 else self.clauses.winner
                for seat, amount in shares(part, winners).items():
                    if amount:
                        self._emit(ev.PotWon(seat, number, amount, clause))
        self._emit(ev.RoundClosed())

    def _divided(self, pot: Pot) -> list[tuple[int, ...]]:
        """Who wins each share of a pot; a share for which nobody qualifies falls to the others."""
        left = [hand.seat for hand in self.remaining]
        seats = [seat for seat in left if seat in pot.seats] or left
        if len(seats) == 1:
            return [tuple(seats)]
        return [winners for share in self.family.shares if (winners := self._winners(seats, share))]

    def _winners(self, seats: list[int], share: Share) -> tuple[int, ...]:
        """The best hands among these seats that qualify for a share, in the order in which odd chips go."""
        strengths = {seat: self._strength(self.hands[seat], share) for seat in seats}
        best = max(strengths.values())
        winners = [seat for seat in self.order if strengths.get(seat) == best >= 0]
        if self.house.odd_chip == "high_card_by_suit":
            winners.sort(key=lambda seat: -max(map(self.family.card_order, self.hands[seat].cards)))
        return tuple(winners)

    def _on_rake_taken(self, event: ev.RakeTaken) -> None:
        self.house_result += event.amount

    def _on_pot_won(self, event: ev.PotWon) -> None:
        self.hands[event.seat].stack += event.amount

    def _on_round_closed(self, _: ev.RoundClosed) -> None:
        for hand in self.hands.values():
            hand.bet = hand.total = 0
        self.queue = ()
        self.plan = ()
        self.phase = CLOSED
