"""A hand of stud in words, street by street, from its events: for whoever plays it, watches it or replays it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from seventh.cards import UNKNOWN, Card, parse_cards
from seventh.rounds import events as ev
from seventh.rounds.events import HIDDEN, Event
from seventh.rounds.stud.house import StudHouse

STREETS = {3: "Third", 4: "Fourth", 5: "Fifth", 6: "Sixth", 7: "Seventh"}


class StudStory:
    """Tells events in lines. What it knows, it knows from the events it has told: give it those one may see."""

    def __init__(
        self,
        house: StudHouse,
        seats: dict[int, int],
        order: Sequence[int],
        name: Callable[[int], str],
        money: Callable[[int], str],
        you: int | None = None,
    ) -> None:
        self._house, self._order, self._you = house, tuple(order), you
        self._ids = house.family.clauses
        self._name, self._money = name, money
        self._stacks = dict(seats)
        self._bets = dict.fromkeys(seats, 0)
        self._down: dict[int, list[str]] = {seat: [] for seat in seats}
        self._up: dict[int, list[str]] = {seat: [] for seat in seats}
        self._shown: dict[int, str] = {}
        self._in = set(seats)
        self._pot = 0
        self._bet_to = 0
        self._street = 3
        self._common = ""
        self._fresh = False
        """Whether cards of this street have come that are not told yet."""
        self._wins: list[ev.PotWon] = []
        self._rake = 0

    def tell(self, events: Sequence[Event]) -> Iterator[str]:
        """The lines for what happened since the last time."""
        for event in events:
            if self._fresh and not isinstance(event, ev.Dealt | ev.DownCardExposed | ev.CardSetAside):
                yield from self._boards()
            yield from self._tell(event)
        if self._fresh:
            yield from self._boards()

    def boards(self) -> Iterator[str]:
        """What lies on the table."""
        width = max(len(self._subject(seat)) for seat in self._order)
        for seat in self._order:
            if seat in self._in:
                note = self._note(seat)
                yield f"  {self._subject(seat):<{width}}  {self._cards(seat):<25}  {note}".rstrip()
        if self._common:
            yield f"  {'common card':<{width}}  {self._common}"

    @property
    def pot(self) -> int:
        return self._pot

    def _subject(self, seat: int) -> str:
        return "You" if seat == self._you else self._name(seat)

    def _does(self, seat: int, verb: str, rest: str = "") -> str:
        """`You fold`, `Ada folds`."""
        if seat != self._you:
            verb += "es" if verb.endswith(("ss", "ch", "sh")) else "s"
        all_in = ", all-in" if rest and not self._stacks[seat] else ""
        return f"{self._subject(seat)} {verb}{f' {rest}' if rest else ''}{all_in}."

    def _cards(self, seat: int) -> str:
        """`(As Kd) 7h`: down cards in brackets, the last of seven too."""
        first, later = self._down[seat][:2], self._down[seat][2:]
        parts = [f"({' '.join(first)})"] if first else []
        parts += self._up[seat]
        parts += [f"({' '.join(later)})"] if later else []
        return " ".join(parts)

    def _note(self, seat: int) -> str:
        cards = parse_cards("".join(self._down[seat] + self._up[seat]) + self._common)
        if seat == self._you and UNKNOWN not in cards:
            return self._called(cards)
        if not self._stacks[seat]:
            return "all-in"
        up = parse_cards("".join(self._up[seat][:4]))
        return f"shows {self._house.family.hand_name(up)}" if len(up) > 1 and UNKNOWN not in up else ""

    def _boards(self) -> Iterator[str]:
        self._fresh = False
        pot = f", {self._money(self._pot)} in the pot" if self._pot else ""
        yield f"{STREETS[self._street]} street{pot}:"
        yield from self.boards()

    def _tell(self, event: Event) -> Iterator[str]:
        match event:
            case ev.AntePosted(seat=seat, amount=amount):
                self._pay(seat, amount)
                self._bets[seat] = 0
                if amount < self._house.stakes.ante:
                    yield f"{self._subject(seat)}: only {self._money(amount)} to ante, all-in."
            case ev.Dealt():
                yield from self._dealt(event)
            case ev.BroughtIn(seat=seat, amount=amount):
                self._pay(seat, amount)
                self._bet_to = self._house.stakes.bring_in
                yield self._does(seat, "bring", f"it in for {self._money(amount)}")
            case ev.Checked(seat=seat):
                yield self._does(seat, "check")
            case ev.Folded(seat=seat):
                self._in.discard(seat)
                yield self._does(seat, "fold")
            case ev.Called(seat=seat, amount=amount):
                self._pay(seat, amount)
                yield self._does(seat, "call", self._money(amount))
            case ev.BetMade(seat=seat, to=to):
                verb, rest = self._bet(to)
                self._pay(seat, to - self._bets[seat])
                self._bet_to = to
                yield self._does(seat, verb, rest)
            case ev.BetReturned(seat=seat, amount=amount):
                self._pay(seat, -amount)
                yield f"{self._money(amount)} that nobody called goes back to {self._object(seat)} ({self._ids.pots})."
            case ev.BetsCollected():
                self._bets = dict.fromkeys(self._bets, 0)
                self._bet_to = 0
                self._street = min(self._street + 1, 7) if len(self._in) > 1 else self._street
            case ev.BurnsShuffled(order=order):
                cards = "1 card" if len(order) == 2 else f"{len(order) // 2} cards"
                yield f"The stub is short: the dealer shuffles {cards} ({self._ids.short_stub})."
            case ev.Shown() | ev.Mucked() | ev.PotWon() | ev.RakeTaken() | ev.RoundClosed():
                yield from self._end(event)
            case _:
                yield from self._trouble(event)

    def _object(self, seat: int) -> str:
        return "you" if seat == self._you else self._name(seat)

    def _pay(self, seat: int, amount: int) -> None:
        self._stacks[seat] -= amount
        self._bets[seat] += amount
        self._pot += amount

    def _dealt(self, event: ev.Dealt) -> Iterator[str]:
        if event.place == "common":
            self._common = event.cards
            yield f"One card for all, for there are not enough ({self._ids.common_card}): {event.cards}."
        elif isinstance(event.place, int):
            (self._up if event.up else self._down)[event.place].append(event.cards)
        self._fresh = True

    def _bet(self, to: int) -> tuple[str, str]:
        full, amount = self._house.least_bet(3), self._money(to)
        if self._bet_to == 0:
            return ("open", f"for {amount}") if self._street == 3 else ("bet", amount)
        # At fixed limit a completion goes no further; above it is a raise over an all-in that counted as one.
        if self._street == 3 and self._bet_to < full and (to <= full or self._house.structure != "fixed_limit"):
            return "complete", f"to {amount}"
        return "raise", f"to {amount}"

    # The end.

    def _end(self, event: Event) -> Iterator[str]:
        match event:
            case ev.Shown(seat=seat, cards=cards):
                self._shown[seat] = cards
                self._reveal(seat, cards)
                spaced, name = " ".join(map(str, parse_cards(cards))), self._called(parse_cards(cards + self._common))
                yield f"{self._does(seat, 'show')[:-1]} {spaced}: {name}."
            case ev.Mucked(seat=seat):
                self._in.discard(seat)
                yield f"{self._does(seat, 'muck')[:-1]} a beaten hand unseen ({self._ids.showdown})."
            case ev.PotWon():
                self._stacks[event.seat] += event.amount
                self._wins.append(event)
            case ev.RakeTaken(amount=amount):
                self._rake = amount
                yield f"The house takes {self._money(amount)} ({self._ids.rake})."
            case ev.RoundClosed():
                yield from self._pots()

    def _reveal(self, seat: int, cards: str) -> None:
        """Cards that were hidden until now."""
        left = [card.text for card in parse_cards(cards) if card.text not in self._up[seat] + self._down[seat]]
        self._down[seat] = [left.pop(0) if card == HIDDEN and left else card for card in self._down[seat]]

    def _pots(self) -> Iterator[str]:
        for number in sorted({win.pot for win in self._wins}):
            wins = [win for win in self._wins if win.pot == number]
            several = any(win.pot for win in self._wins)
            title = (f"Side pot {number}" if number else "Main pot") if several else "The pot"
            amount = self._money(sum(win.amount for win in wins))
            if len(wins) == 1:
                seat = wins[0].seat
                yield f"{title}, {amount}: {self._object(seat)} win{'s' * (seat != self._you)} {self._why(seat)}"
                continue
            shares = ", ".join(f"{self._object(win.seat)} {self._money(win.amount)}" for win in wins)
            yield f"{title}, {amount}: equal hands, {self._hand_of(wins[0].seat)}: {shares} ({self._ids.pots})."

    def _why(self, seat: int) -> str:
        if seat in self._shown:
            return f"with {self._hand_of(seat)} ({self._ids.winner})."
        if len(self._in) == 1:
            return f"it without showing: nobody else is left ({self._ids.winner})."
        return f"it ({self._ids.pots})."

    def _hand_of(self, seat: int) -> str:
        cards = parse_cards("".join(self._down[seat] + self._up[seat]) + self._common)
        return self._called(cards) if UNKNOWN not in cards else "a better hand"

    def _called(self, cards: Sequence[Card]) -> str:
        """What a player would call these cards; of more than seven, dealt by mistake, the first seven count."""
        return self._house.family.hand_name(cards[:7]) if cards and UNKNOWN not in cards else "not all known"

    # When something goes wrong.

    def _trouble(self, event: Event) -> Iterator[str]:
        match event:
            case ev.DownCardExposed(seat=seat, card=card):
                if card in self._down[seat]:
                    self._down[seat].remove(card)
                elif HIDDEN in self._down[seat]:
                    self._down[seat].remove(HIDDEN)
                self._up[seat].append(card)
                yield f"The dealer exposes {card} of {self._object(seat)} ({self._ids.irregularities})."
            case ev.CardSetAside(card=card):
                yield f"{card} lies face up in the deck and is set aside ({self._ids.irregularities})."
            case ev.Miscounted(place=place) if isinstance(place, int):
                yield f"{self._subject(place)}: a wrong number of cards ({self._ids.irregularities})."
            case ev.HandVoided(seat=seat):
                self._in.discard(seat)
                yield f"{self._subject(seat)}: the hand is dead ({self._ids.irregularities})."
            case ev.AllInDeclared(seat=seat):
                yield self._does(seat, "stay", f"in for what is in the pot ({self._ids.irregularities})")
            case ev.RoundVoided(reason=reason, clause=clause):
                yield f"The hand is called off: {reason}{f' ({clause})' if clause else ''}."
            case ev.ChipsReturned(seat=seat, amount=amount):
                self._stacks[seat] += amount
                self._pot -= amount
                yield f"{self._money(amount)} goes back to {self._object(seat)}."
