"""The steps of a finished round in words, for the staff."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from seventh.games import wording_of
from seventh.house import House
from seventh.records.record import Step
from seventh.rounds import events as ev
from seventh.rounds.actions import DEALER, Place
from seventh.rounds.calls import title_of
from seventh.rounds.narration import Narrator, cards_text
from seventh.rounds.round import Round


def labelled(name: str, bot: bool) -> str:
    """A player's name; a bot's says so (R36)."""
    return f"{name} (bot)" if bot else name


def step_words(house: House, hand: Round, steps: Sequence[Step], names: Mapping[int, str]) -> Iterator[str]:
    """Each step in sentences, with the cards that the record names."""
    narrator = Narrator(wording_of(house), hand.seats, names.__getitem__, None)
    for step in steps:
        told = [(event, narrator.tell(event).say) for event in step.events]
        dealt: dict[Place, str] = {}
        for event, _ in told:
            if isinstance(event, ev.Dealt):
                dealt[event.place] = dealt.get(event.place, "") + event.cards
        deals = [f"{_whose(place, names)} {cards_text(cards)}" for place, cards in dealt.items()]
        says = [say for event, say in told if say and not isinstance(event, ev.Dealt)]
        burned = any(isinstance(event, ev.Burned) for event, _ in told)
        parts = [f"Dealt: {'; '.join(deals)}."] if deals else ["Burned a card."] if burned else []
        yield " ".join([*parts, *says]) or f"{title_of(type(step.action))}."


def _whose(place: Place, names: Mapping[int, str]) -> str:
    if isinstance(place, int):
        return names[place]
    return "the dealer" if place == DEALER else f"the {place} card"
