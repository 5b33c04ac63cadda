"""The text in a table's frames: events in words, hand names, and the available actions.

Each viewpoint has its own narrator, which gets only the events visible from there.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import msgspec
from msgspec.structs import replace

from seventh.games import wording_of
from seventh.games.layout import table_layout
from seventh.house import House
from seventh.room.frames import YourTurn
from seventh.room.rounds.live_round import LiveRound
from seventh.rounds.description import described
from seventh.rounds.events import HIDDEN, Event
from seventh.rounds.narration import Narrator, Told, codes, verdicts
from seventh.rounds.review import Review, review
from seventh.rounds.words import HandWords, Words

_encode = msgspec.json.Encoder().encode
_VOID = ("void", "dead")


class NarratorPosition:
    """A narrator and its position in the round."""

    __slots__ = ("narrator", "round", "steps", "told")

    def __init__(self, live: LiveRound, narrator: Narrator) -> None:
        self.round = live.id
        self.narrator = narrator
        self.steps = 0
        self.told: list[Told] = []

    def on(self, live: LiveRound, viewpoint: int | None) -> list[Told]:
        """Narrate up to the current event; returns everything told so far."""
        # Step by step, so that a late viewer gets the same sentences.
        for step in live.steps[self.steps :]:
            self.told += self.narrator.tell_all([event.seen_by(viewpoint) for event in step.events])
        self.steps = len(live.steps)
        return self.told


class TableText:
    """Narrates the rounds of one table to its viewers."""

    def __init__(self, spares_decisions: bool = False) -> None:
        self._spares = spares_decisions
        self._words: dict[str, Words] = {}
        self._layout = ("", b"null")
        self._names: dict[str, str] = {}
        self._following: dict[int | None, NarratorPosition] = {}
        self._phrases: tuple[str, dict[Hashable, Any]] = ("", {})
        """A round, and the phrases that its narrators have in common."""

    def words(self, house: House) -> Words:
        """The vocabulary of a house; a round may still be played under earlier rules."""
        words = self._words.get(house.hash)
        if words is None:
            if len(self._words) > 2:
                self._words.clear()
            words = self._words[house.hash] = wording_of(house)
        return words

    def layout(self, house: House) -> bytes:
        """The table's layout, encoded."""
        if self._layout[0] != house.hash:
            self._layout = house.hash, _encode(table_layout(house, self._spares))
        return self._layout[1]

    def meet(self, names: dict[str, str]) -> None:
        """Remember names, including those of people who leave during a round."""
        self._names.update(names)

    def told(self, live: LiveRound, events: tuple[Event, ...], viewpoint: int | None) -> list[Told]:
        """The latest events of the round in words."""
        story = self.story(live, viewpoint)
        return story[len(story) - len(events) :]

    def story(self, live: LiveRound, viewpoint: int | None) -> list[Told]:
        """The whole round so far in words, from a viewpoint."""
        following = self._following.get(viewpoint)
        if following is None or following.round != live.id or following.steps > len(live.steps):
            following = self._following[viewpoint] = NarratorPosition(live, self._narrator(live, viewpoint))
        return following.on(live, viewpoint)

    def timed(self, live: LiveRound, story: list[Told]) -> list[Told]:
        """The sentences of a story, each with the time at which it happened."""
        times = [at for step, at in zip(live.steps, live.times, strict=True) for _ in step.events]
        return [replace(told, at=at) for told, at in zip(story, times, strict=True) if told.say]

    def review(self, over: LiveRound, viewpoint: int | None) -> Review:
        """The summary of a finished round from a viewpoint; the next round may have started."""
        following = self._follows(over, viewpoint)
        return review(following.narrator, over.id, over.number, verdicts(following.on(over, viewpoint)))

    def past(self, over: LiveRound, viewpoint: int | None) -> list[Told]:
        """The whole of a finished round in words; the next round may have started."""
        return self._follows(over, viewpoint).on(over, viewpoint)

    def _follows(self, over: LiveRound, viewpoint: int | None) -> NarratorPosition:
        following = self._following.get(viewpoint)
        if following is None or following.round != over.id:
            return NarratorPosition(over, self._narrator(over, viewpoint))
        return following

    def _narrator(self, live: LiveRound, viewpoint: int | None) -> Narrator:
        names = {seat: self.name(live, seat) for seat in live.seats}
        chips = {seat: seated.chips for seat, seated in live.seats.items()}
        if self._phrases[0] != live.id:
            self._phrases = live.id, {}
        return Narrator(
            self.words(live.house),
            chips,
            names.__getitem__,
            viewpoint,
            minus="\u2212",
            phrases=self._phrases[1],
        )

    def name(self, live: LiveRound, seat: int) -> str:
        return self._names.get(live.seats[seat].person, f"Seat {seat}")

    def hands(self, live: LiveRound, public: Any) -> dict[str, HandWords]:
        """The hands that are fully visible to everybody."""
        return visible_hands(self.words(live.house), public)

    def own_hand(self, live: LiveRound, line: Any, common: str) -> HandWords | None:
        """The viewer's own hand, without discards."""
        return own_hand(self.words(live.house), line, common)

    def described(self, live: LiveRound, viewpoint: int | None) -> str:
        """A description of the table in sentences."""
        return described(self.words(live.house), live.hand, viewpoint, lambda seat: self.name(live, seat))

    def yours(self, live: LiveRound, viewpoint: int) -> YourTurn:
        """The options of a viewer who is to act."""
        words, hand = self.words(live.house), live.hand
        offers = words.offers(hand, viewpoint)
        prompt = words.prompt(hand, viewpoint, offers) if offers else ""
        where = words.standing(hand, viewpoint, lambda seat: self.name(live, seat)) if offers else ""
        return YourTurn(f"{where} {prompt}".strip(), tuple(offers), tuple(words.intentions(hand, viewpoint)))

    def intentions(self, live: LiveRound, viewpoint: int) -> YourTurn | None:
        """What a viewer can choose before their turn; None if nothing."""
        intentions = self.words(live.house).intentions(live.hand, viewpoint)
        return YourTurn("", (), tuple(intentions)) if intentions else None


def visible_hands(words: Words, view: Any) -> dict[str, HandWords]:
    """The hands that are fully visible in a view, by place; a void hand, which may have too many cards, has no name."""
    common = getattr(view, "common", "")
    places = {str(line.seat): line.cards + common for line in view.seats if line.cards and line.status not in _VOID}
    hands = {place: words.seen(cards) for place, cards in places.items() if HIDDEN not in cards}
    dealer = getattr(view, "dealer", "")
    if dealer and HIDDEN not in dealer and not view.void:
        hands["dealer"] = words.seen_at_dealer(dealer)
    return hands


def own_hand(words: Words, line: Any, common: str) -> HandWords | None:
    """A viewer's own hand, without discards."""
    cards, aside = line.cards, getattr(line, "discards", "")
    if not cards or HIDDEN in cards or line.status in _VOID:
        return None
    seen = words.seen(cards + common)
    if not aside:
        return seen
    kept = "".join(card for card in codes(cards) if card not in codes(aside))
    return HandWords(words.seen(kept).name, kept, seen.order)
