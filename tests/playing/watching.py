"""What an observer records of a round, and what follows from the rulebook alone.

A watcher gets each action and its events. It keeps plain facts for the naive settlement, and says of
an irregularity whether it must void the round.
"""

from __future__ import annotations

from typing import Any

from seventh.cards import Card, parse_cards
from seventh.rounds import events as ev
from seventh.rounds.actions import (
    DEALER,
    Action,
    ExposeDealerCard,
    FaceUpCard,
    ShufflerFails,
    VoidRound,
    Who,
    WrongNumber,
)
from tests.naive import Hand, Paid, boston, flush, thrill

UNKNOWN = Card("??")


class Watcher:
    """Watches a round of any game, and has no opinion on it."""

    def __init__(self, house: dict) -> None:
        self.house = house

    def must_void(self, action: Action) -> bool | None:
        """Whether an action must void the round; None where the rulebook leaves it open."""
        return None

    def may_wager(self, amounts: dict[str, int]) -> bool | None:
        """Whether a player with the chips may make these wagers before the deal; None if not specified."""
        return None

    def further_wagers(self, seat: int, stack: int) -> list[int] | None:
        """The amounts that a player who must act may bet; None if not specified."""
        return None

    def may_claim(self, seat: int) -> bool | None:
        """Whether a player may claim a bonus now; None if not specified."""
        return None

    def next_deal(self) -> tuple[int | str, int] | None:
        """Who is dealt to next, and how many cards; None if nobody says."""
        return None

    def saw(self, who: Who, action: Action, events: tuple[ev.Event, ...]) -> None:
        """Take note of an action and of what came of it."""

    def settle(self) -> Paid | None:
        """What the rulebook makes of the round; None if nobody has written that down."""
        return None

    def counts(self, hand: Any) -> dict[str, int]:
        """What is worth counting of a round that is over."""
        return {}


class DealerGameWatcher(Watcher):
    """The facts of a round against the dealer."""

    deck = 52

    def __init__(self, house: dict) -> None:
        super().__init__(house)
        self.hands: dict[int, Hand] = {}
        self.dealt: dict[int | str, int] = {}
        """How many cards each place was dealt since the last shuffle."""
        self.found: dict[int | str, int] = {}
        """The same, of places where another number was found."""
        self.dealer: list[Card] = []
        self.set_aside = 0
        self.closed = False
        self.racked = False
        self.one_short = False
        """Whether the dealer was found with six and has not got the seventh yet."""
        self.decided: set[int] = set()
        """Who has folded or made the further wager."""
        self.set: set[int] = set()
        self.void: Action | None = None
        self.void_place = 0
        """The dealer's card that was exposed, counted from 0."""

    # What must void the round.

    def must_void(self, action: Action) -> bool | None:
        if isinstance(action, VoidRound):
            return True
        if isinstance(action, FaceUpCard):
            return self.set_aside > 0 or self._too_few({}, 1)
        if isinstance(action, WrongNumber):
            if action.place != DEALER:
                return self._too_few({action.place: len(parse_cards(action.cards))}, 0)
            six = len(self.dealer) == 7 and len(parse_cards(action.cards)) == 6
            return not (six and (not self.racked or self.house["six_card_dealer"] == "always_completed"))
        if isinstance(action, ShufflerFails):
            if any(len(hand.cards) >= 3 for hand in self.hands.values() if hand.voided is None):
                return True
            return None if any(hand.voided is not None for hand in self.hands.values()) else False
        if isinstance(action, ExposeDealerCard):
            return self.exposure_voids(self._place(action.card))
        return False

    def _too_few(self, found: dict[int | str, int], aside: int) -> bool:
        """Whether too many cards are misplaced for everyone else to get seven."""
        held = {**self.dealt, **self.found, **found, DEALER: len(self.dealer)}
        playing: list[int | str] = [hand.seat for hand in self.live() if hand.seat not in found]
        left = self.deck - sum(held.values()) - self.set_aside - aside
        return bool(playing or self.one_short) and sum(7 - held.get(place, 0) for place in [*playing, DEALER]) > left

    def exposure_voids(self, place: int) -> bool | None:
        """Whether seeing the dealer's card in this place voids the round."""
        if self.house["early_exposure"] == "play_on":
            return False
        return self.waiting() if self.live() else None

    def live(self) -> list[Hand]:
        return [hand for hand in self.hands.values() if not hand.folded and hand.voided is None]

    def waiting(self) -> bool:
        """Whether some player has not acted for the last time."""
        raise NotImplementedError

    def _place(self, text: str) -> int:
        card = Card(text)
        return self.dealer.index(card if card in self.dealer else UNKNOWN)

    def next_deal(self) -> tuple[int | str, int] | None:
        """Clockwise, the dealer last: one at a time to the place with the fewest cards, or a stack to each."""
        if self.one_short:
            return DEALER, 1
        places: list[int | str] = [*sorted(hand.seat for hand in self.live()), DEALER]
        held = {place: self.dealt.get(place, 0) for place in places}
        street, stacks = self.street(min(held.values()))
        if stacks:
            place = next(place for place in places if held[place] < street)
            return place, street - held[place]
        return min(places, key=lambda place: held[place]), 1

    def street(self, dealt: int) -> tuple[int, bool]:
        """The number of cards per place after this street, given the current number; and whether in stacks."""
        return 7, self.house["deal"] == "stack"

    # What happened.

    def saw(self, who: Who, action: Action, events: tuple[ev.Event, ...]) -> None:
        if isinstance(action, ExposeDealerCard):
            self.void_place = self._place(action.card)
        for event in events:
            getattr(self, f"_{event.__struct_config__.tag}", self._nothing)(event)
            if isinstance(event, ev.RoundVoided):
                self.void = action

    def _nothing(self, event: ev.Event) -> None:
        pass

    def _wagers_placed(self, event: ev.WagersPlaced) -> None:
        self.hands.pop(event.seat, None)
        if event.amounts:
            self.hands[event.seat] = Hand(event.seat, dict(event.amounts))

    def _bet_placed(self, event: ev.BetPlaced) -> None:
        self.hands[event.seat].wagers[event.wager] = event.amount
        self.decided.add(event.seat)

    def _dealt(self, event: ev.Dealt) -> None:
        cards = parse_cards(event.cards)
        self.dealt[event.place] = self.dealt.get(event.place, 0) + len(cards)
        if event.place == DEALER:
            self.dealer += cards
            self.one_short = False
        else:
            assert isinstance(event.place, int)
            self.hands[event.place].cards += cards

    def _miscounted(self, event: ev.Miscounted) -> None:
        """A player's hand is void then, and what was paid on it was paid on the cards as they were dealt."""
        self.found[event.place] = len(parse_cards(event.cards))
        if event.place == DEALER:
            self.dealer = list(parse_cards(event.cards))
            self.one_short = len(self.dealer) == 6

    def _reshuffled(self, _: ev.Reshuffled) -> None:
        self.dealt, self.found, self.dealer, self.set_aside = {}, {}, [], 0
        for hand in self.hands.values():
            hand.cards = ()

    def _card_exposed(self, event: ev.CardExposed) -> None:
        self.dealer[self._place(event.card)] = Card(event.card)

    def _card_set_aside(self, _: ev.CardSetAside) -> None:
        self.set_aside += 1

    def _stub_racked(self, _: ev.StubRacked) -> None:
        self.racked = True

    def _claimed(self, event: ev.Claimed) -> None:
        self.hands[event.seat].claimed |= {"three_card_bonus"} if event.cards else {"flush", "straight_flush"}

    def _folded(self, event: ev.Folded) -> None:
        hand = self.hands[event.seat]
        hand.folded = True
        if event.claim:
            hand.claimed |= {"flush", "straight_flush"}

    def _hand_set(self, event: ev.HandSet) -> None:
        hand = self.hands[event.seat]
        discards = parse_cards(event.discards)
        hand.kept = tuple(card for card in hand.cards if card not in discards) if discards else None
        self.set.add(event.seat)

    def _hand_voided(self, event: ev.HandVoided) -> None:
        self.hands[event.seat].voided = self.stage

    def _revealed(self, event: ev.Revealed) -> None:
        self.dealer = list(parse_cards(event.cards))

    def _round_closed(self, _: ev.RoundClosed) -> None:
        self.closed = True

    @property
    def stage(self) -> str:
        """How far the deal had come, as far as a settlement depends on it."""
        return ""

    def counts(self, hand: Any) -> dict[str, int]:
        settled = hand.outcome.settled
        return {"wagers": len(settled), "payoffs capped": sum(line.uncapped > 0 for line in settled)}

    def _in_order(self) -> list[Hand]:
        return [self.hands[seat] for seat in sorted(self.hands)]


class BostonWatcher(DealerGameWatcher):
    """Boston 7 Stud Poker."""

    @property
    def stage(self) -> str:
        if self.racked or any(self.dealt.get(seat, 0) > 3 for seat in self.hands):
            return boston.FINAL
        return boston.DECIDING if self.dealt.get(DEALER, 0) >= 3 else boston.DEALING

    def may_wager(self, amounts: dict[str, int]) -> bool:
        return boston.may_wager(self.house, amounts)

    def further_wagers(self, seat: int, stack: int) -> list[int]:
        return boston.further_wagers(self.house, self.hands[seat], stack)

    def may_claim(self, seat: int) -> bool:
        hand = self.hands.get(seat)
        if hand is None or hand.voided is not None or self.house["three_card_claim"] == "automatic":
            return False
        unclaimed = "three_card_bonus" in hand.wagers and "three_card_bonus" not in hand.claimed
        return unclaimed and self.stage == boston.DECIDING and not self.closed

    def street(self, dealt: int) -> tuple[int, bool]:
        if dealt < 3:
            return 3, self.house["deal"] == "stack"
        return 7, "stack" in (self.house["deal"], self.house["final_four"])

    def waiting(self) -> bool:
        return any(hand.seat not in self.set for hand in self.live())

    def exposure_voids(self, place: int) -> bool | None:
        if place >= 3:
            return super().exposure_voids(place)
        undecided = [hand for hand in self.live() if "first" in hand.wagers and "second" not in hand.wagers]
        return self.stage == boston.DEALING or bool(undecided)

    def settle(self) -> Paid:
        void = None
        if isinstance(self.void, ExposeDealerCard):
            void = boston.EXPOSED if self.void_place < 3 else boston.EXPOSED_LATE
        elif self.void is not None:
            void = {
                FaceUpCard: boston.FACE_UP,
                WrongNumber: boston.DEALER_COUNT,
                ShufflerFails: boston.SHUFFLER,
                VoidRound: boston.FLOOR,
            }[type(self.void)]
        stage = self.stage if void else boston.FINAL
        return boston.settle(self.house, self._in_order(), tuple(self.dealer), stage, void)


class FlushWatcher(DealerGameWatcher):
    """High Card Flush."""

    def may_wager(self, amounts: dict[str, int]) -> bool:
        return flush.may_wager(self.house, amounts)

    def further_wagers(self, seat: int, stack: int) -> list[int]:
        return flush.further_wagers(self.house, self.hands[seat], stack)

    def may_claim(self, seat: int) -> bool:
        hand = self.hands.get(seat)
        if hand is None or hand.voided is not None or self.closed:
            return False
        bonuses = {"flush", "straight_flush"} & set(hand.wagers)
        return hand.folded and bool(bonuses - hand.claimed) and self.house["folded_bonus"] == "on_claim"

    def waiting(self) -> bool:
        return any(hand.seat not in self.decided for hand in self.live())

    def exposure_voids(self, place: int) -> bool | None:
        if self.house["early_exposure"] == "play_on":
            return False
        return self.waiting()  # everyone may have folded: all have acted

    def settle(self) -> Paid:
        void = None
        if self.void is not None:
            void = flush.EXPOSED if isinstance(self.void, ExposeDealerCard) else type(self.void).__name__
        return flush.settle(self.house, self._in_order(), tuple(self.dealer), void)


class ThrillWatcher(DealerGameWatcher):
    """7 Card Thrill."""

    deck = 53

    def may_wager(self, amounts: dict[str, int]) -> bool:
        return thrill.may_wager(self.house, amounts)

    def waiting(self) -> bool:
        return any(hand.seat not in self.set for hand in self.live())

    def settle(self) -> Paid:
        void = None if self.void is None else type(self.void).__name__
        return thrill.settle(self.house, self._in_order(), tuple(self.dealer), void)
