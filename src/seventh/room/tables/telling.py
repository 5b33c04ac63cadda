"""The words of a table's frames: what happened, what hands are called, and what can be done.

Each pair of eyes has a narrator that follows the round with the events those eyes may see, and with no others.
"""

from __future__ import annotations

from typing import Any

import msgspec

from seventh.games import wording_of
from seventh.games.layout import table_layout
from seventh.house import House
from seventh.room.frames import YourTurn
from seventh.room.rounds.live_round import LiveRound
from seventh.rounds.events import HIDDEN, Event
from seventh.rounds.narration import Narrator, Told, codes
from seventh.rounds.standing import described
from seventh.rounds.words import HandWords, Words

_encode = msgspec.json.Encoder().encode


class Following:
    """A narrator, and how far into the round it has come."""

    __slots__ = ("narrator", "round", "told")

    def __init__(self, live: LiveRound, narrator: Narrator) -> None:
        self.round = live.id
        self.narrator = narrator
        self.told: list[Told] = []


class Telling:
    """Tells one table's rounds to everybody who watches."""

    def __init__(self) -> None:
        self._words: dict[str, Words] = {}
        self._layout = ("", b"null")
        self._names: dict[str, str] = {}
        self._following: dict[int | None, Following] = {}

    def words(self, house: House) -> Words:
        """The words of a house in force; a round may still be played by the rules before."""
        words = self._words.get(house.hash)
        if words is None:
            if len(self._words) > 2:
                self._words.clear()
            words = self._words[house.hash] = wording_of(house)
        return words

    def layout(self, house: House) -> bytes:
        """How the table looks, encoded."""
        if self._layout[0] != house.hash:
            self._layout = house.hash, _encode(table_layout(house))
        return self._layout[1]

    def meet(self, names: dict[str, str]) -> None:
        """Know what people are called, also when they have left in the middle of a round."""
        self._names.update(names)

    def told(self, live: LiveRound, events: tuple[Event, ...], eyes: int | None) -> list[Told]:
        """The latest events of the round in words."""
        story = self.story(live, eyes)
        return story[len(story) - len(events) :]

    def story(self, live: LiveRound, eyes: int | None) -> list[Told]:
        """Everything that has happened in the round, as these eyes saw it."""
        happened = live.hand.events
        following = self._following.get(eyes)
        if following is None or following.round != live.id or len(following.told) > len(happened):
            following = self._following[eyes] = Following(live, self._narrator(live, eyes))
        told, tell = following.told, following.narrator.tell
        for event in happened[len(told) :]:
            told.append(tell(event.seen_by(eyes)))
        return told

    def _narrator(self, live: LiveRound, eyes: int | None) -> Narrator:
        names = {seat: self.name(live, seat) for seat in live.seats}
        chips = {seat: seated.chips for seat, seated in live.seats.items()}
        return Narrator(self.words(live.house), chips, names.__getitem__, eyes)

    def name(self, live: LiveRound, seat: int) -> str:
        return self._names.get(live.seats[seat].person, f"Seat {seat}")

    def hands(self, live: LiveRound, public: Any) -> dict[str, HandWords]:
        """The hands that everybody sees whole."""
        words = self.words(live.house)
        common = getattr(public, "common", "")
        places = {str(line.seat): line.cards + common for line in public.seats if line.cards}
        if getattr(public, "dealer", ""):
            places["dealer"] = public.dealer
        return {place: words.seen(cards) for place, cards in places.items() if HIDDEN not in cards}

    def own_hand(self, live: LiveRound, line: Any, common: str) -> HandWords | None:
        """The viewer's own, without the cards that the viewer has put aside."""
        words, cards, aside = self.words(live.house), line.cards, getattr(line, "discards", "")
        if not cards or HIDDEN in cards:
            return None
        seen = words.seen(cards + common)
        if not aside:
            return seen
        kept = "".join(card for card in codes(cards) if card not in codes(aside))
        return HandWords(words.seen(kept).name, kept, seen.order)

    def described(self, live: LiveRound, eyes: int | None) -> str:
        """What lies on the table, in sentences."""
        return described(self.words(live.house), live.hand, eyes, lambda seat: self.name(live, seat))

    def yours(self, live: LiveRound, eyes: int) -> YourTurn:
        """What the viewer can do."""
        words, hand = self.words(live.house), live.hand
        offers = words.offers(hand, eyes)
        prompt = words.prompt(hand, eyes, offers) if offers else ""
        return YourTurn(prompt, tuple(offers), tuple(words.intentions(hand, eyes)))
