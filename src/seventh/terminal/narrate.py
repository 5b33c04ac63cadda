"""A round as lines of text: the narrator's sentences, and what a table would show around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from seventh.cards import parse_cards
from seventh.house.rules.text import WIDTH
from seventh.rounds import events as ev
from seventh.rounds.dealer.narration import decided
from seventh.rounds.events import HIDDEN, Event, Settled
from seventh.rounds.narration import Narrator, codes

LABEL = 12
CARDS = 23


class BoardStory:
    """A round among players: shows everyone's cards whenever new ones are dealt."""

    def __init__(self, narrator: Narrator) -> None:
        self._narrator = narrator
        self._street = ""
        self._fresh = False
        """Whether cards have been dealt that are not shown yet."""

    def tell(self, events: Sequence[Event]) -> Iterator[str]:
        """Lines for the new events."""
        n = self._narrator
        for event in events:
            if self._fresh and not isinstance(event, ev.Dealt | ev.DownCardExposed | ev.CardSetAside):
                yield from self._boards()
            told = n.tell(event)
            if isinstance(event, ev.Dealt):
                self._street = told.call or self._street
                self._fresh = True
            if told.say and (not isinstance(event, ev.Dealt) or event.place == "common"):
                yield told.say
        if self._fresh:
            yield from self._boards()

    def _boards(self) -> Iterator[str]:
        self._fresh = False
        n = self._narrator
        pot = f", {n.money(n.pot)} in the pot" if n.pot else ""
        yield f"{self._street or 'The cards'}{pot}:"
        yield from self.table()

    def table(self) -> Iterator[str]:
        """The cards on the table."""
        n = self._narrator
        width = max(len(n.name(seat)) for seat in n.order)
        for seat in n.order:
            if n.at[seat].live:
                yield f"  {n.name(seat):<{width}}  {self._cards(seat):<25}  {self._note(seat)}".rstrip()
        if n.common:
            yield f"  {'common card':<{width}}  {' '.join(n.common)}"

    def _cards(self, seat: int) -> str:
        """`(As Kd) 7h`: down cards, including the seventh, in brackets."""
        place = self._narrator.at[seat]
        parts = [f"({' '.join(some)})" if some else "" for some in (place.down[:2], place.down[2:])]
        return " ".join(part for part in (parts[0], *place.up, parts[1]) if part)

    def _note(self, seat: int) -> str:
        n, place = self._narrator, self._narrator.at[seat]
        if seat == n.viewer and n.hand(seat).name:
            return n.hand(seat).name
        if not place.stack:
            return "all-in"
        name = n.words.seen("".join(place.up[:4])).name if len(place.up) > 1 else ""
        return f"shows {name}" if name else ""


class LayoutStory:
    """A round against the house: the player's and the dealer's cards with their names, and each wager's settlement."""

    def __init__(self, narrator: Narrator) -> None:
        assert narrator.viewer is not None
        self._narrator, self._seat = narrator, narrator.viewer
        self._mine = narrator.at[self._seat]
        self._known: tuple[str, ...] = ()
        """The cards as last shown."""
        self._settled: list[Settled] = []

    def tell(self, events: Sequence[Event]) -> Iterator[str]:
        """Lines for the new events."""
        n = self._narrator
        over = any(isinstance(event, ev.RoundClosed) for event in events)
        for event in events:
            if not isinstance(event, ev.Dealt):
                yield from self._new_cards()
            told = n.tell(event)
            match event:
                case ev.Dealt() | ev.BetsClosed():
                    continue
                case ev.Revealed(cards=cards):
                    self._known = self._shown()
                    yield from self._line("Dealer", cards, n.words.seen_at_dealer(cards).name)
                    if note := n.words.dealer_note(parse_cards(cards)):
                        yield note
                case ev.HandSet(seat=seat, discards=discards) if seat == self._seat and discards:
                    yield from self._line("You keep", "".join(c for c in self._mine.cards if c not in codes(discards)))
                case ev.Settled(seat=seat) if seat == self._seat:
                    self._settled.append(event)
                    if not over:
                        yield told.say
                case ev.RoundClosed():
                    yield from self._settlement()
                case ev.WagersPlaced(seat=seat) | ev.Shown(seat=seat) if seat == self._seat:
                    continue
                case _ if told.say:
                    yield told.say
        yield from self._new_cards()

    def _shown(self) -> tuple[str, ...]:
        return "".join(self._mine.cards), "".join(card for card in self._narrator.dealer if card != HIDDEN)

    def _new_cards(self) -> Iterator[str]:
        before, now = self._known or ("", ""), self._shown()
        self._known = now
        if now[0] and now[0] != before[0]:
            yield from self._line("Your cards", now[0])
        if now[1] and now[1] != before[1]:
            yield f"{'Dealer shows':<{LABEL}}  {self._narrator.words.arrange(parse_cards(now[1]))}"

    def table(self) -> Iterator[str]:
        """The cards on the table."""
        self._known = ()
        yield from self._new_cards()

    def _line(self, label: str, cards: str, name: str = "") -> Iterator[str]:
        words = self._narrator.words
        first, *more = (name or words.seen(cards).name).split("; ")
        yield f"{label:<{LABEL}}  {words.arrange(parse_cards(cards)):<{CARDS}}  {first}".rstrip()
        for part in more:
            yield f"{'':<{LABEL}}  {'':<{CARDS}}  {part}"

    def _settlement(self) -> Iterator[str]:
        """Each wager with its result and reason, the total, and the stack."""
        n = self._narrator
        nets = [line.returned + line.payoff - line.amount for line in self._settled]
        rows = [
            (
                n.words.title(line.wager),
                n.money(line.amount),
                line.result if line.result in ("push", "void") else n.signed(net),
                decided(n, line),
            )
            for line, net in zip(self._settled, nets, strict=True)
        ]
        if not rows:
            return
        staked = n.money(sum(line.amount for line in self._settled))
        rows.append(("net", staked, n.signed(sum(nets)), f"stack {n.money(self._mine.stack)}"))
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        start = 2 + sum(widths) + 6
        yield ""
        for title, amount, result, why in rows:
            first, *more = wrap(why, max(WIDTH - start, 20)) or [""]
            yield f"  {title:<{widths[0]}}  {amount:>{widths[1]}}  {result:>{widths[2]}}  {first}"
            yield from (" " * start + text for text in more)
