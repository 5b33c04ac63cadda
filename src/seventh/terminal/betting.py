"""Wagers before the deal: shows the layout, takes `ante 5 first 5 bonus 1`, and handles undo."""

from __future__ import annotations

from seventh.house.amounts import NotAnAmount
from seventh.rounds.actions import PlaceWagers
from seventh.rounds.dealer.typed_wagers import NotWagers, Wagers, parse_wagers, why_not
from seventh.rounds.round import Round
from seventh.rounds.spots import WagerSpots
from seventh.terminal.table import Table

DEAL = ("deal", "d", "go")
REPEAT = ("rebet", "repeat", "again", "same")


class Betting:
    """Placing wagers before a round is dealt."""

    def __init__(self, table: Table, hand: Round, seat: int, last: Wagers) -> None:
        choice = hand.legal(seat).of(PlaceWagers)
        assert isinstance(choice, WagerSpots)
        self._table, self._hand, self._seat, self._choice = table, hand, seat, choice
        self._words, self._last = table.words, last
        self._wagers: Wagers = {}
        self._before: list[Wagers] = []

    def run(self) -> Wagers:
        """Prompt until wagers are placed and the player asks for the deal."""
        while True:
            question = "Enter to deal, or undo>" if self._wagers else "Your wagers>"
            answer = self._table.ask(question, self._possible())
            if self._take(answer) and self._wagers:
                return self._wagers

    def _take(self, answer: str) -> bool:
        """Carry out the answer; true if the round may be dealt now."""
        say = self._table.say
        deal = answer.split()[-1:] in [[word] for word in DEAL]
        rest = " ".join(answer.split()[:-1]) if deal else answer
        if rest in ("undo", "u"):
            if self._before:
                self._put(self._before.pop())
            else:
                say("Nothing to undo.")
        elif rest in ("clear", "c", "none"):
            self._place({})
        elif rest == "layout":
            self.show()
        elif rest in REPEAT or (not answer and not self._wagers and self._last):
            if not self._last:
                say(f"No previous wagers to repeat. For example: {self._words.example}")
                return False
            return self._place(self._last) and deal
        elif not rest:
            if not self._wagers:
                say(f"Place a wager first. For example: {self._words.example}")
            return True
        else:
            try:
                named = parse_wagers(rest, self._choice.names, self._words)
            except NotWagers as problem:
                said = str(problem)
                say(f"{said}. Type ? for help." if said.startswith("Unknown") else said)
                return False
            except NotAnAmount as problem:
                say(str(problem))
                return False
            return self._place({**self._wagers, **named}) and deal
        return False

    def _place(self, wagers: Wagers) -> bool:
        wagers = {name: wagers[name] for name in self._choice.names if wagers.get(name)}
        problem = why_not(self._choice, wagers, self._words)
        if problem:
            self._table.say(problem)
            return False
        self._before.append(self._wagers)
        self._put(wagers)
        return True

    def _put(self, wagers: Wagers) -> None:
        self._hand.act(self._seat, PlaceWagers(wagers))
        self._wagers = wagers
        money = self._table.money
        if not wagers:
            self._table.say(f"  The layout is empty; you have {money(self._choice.budget)}.")
            return
        total = sum(wagers.values())
        listed = " + ".join(f"{self._words.short(name)} {money(amount)}" for name, amount in wagers.items())
        equals = f" = {money(total)}" if len(wagers) > 1 else ""
        self._table.say(f"  {listed}{equals}; {money(self._choice.budget - total)} left")
        due = self._hand.next_bet(self._hand.house, wagers)
        for note in (self._words.note(wagers), self._words.only_fold(due, self._choice.budget - total)):
            if note:
                self._table.say(f"  {note}")

    def show(self) -> None:
        """Show the spots of the layout with their limits and terms."""
        rows = [
            (wager.title, self._words.short(wager.key), wager.limits, wager.terms)
            for wager in (self._words.rules.wager(name) for name in self._choice.names)
        ]
        head = ("wager", "type", "amount", "")
        widths = [max(len(row[column]) for row in [head, *rows]) for column in range(3)]
        for row in [head, *rows]:
            cells = "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False))
            self._table.say(f"  {cells}  {row[3]}".rstrip())

    def _possible(self) -> list[tuple[str, str]]:
        words, choice = self._words, self._choice
        listed = []
        for name in choice.names:
            wager, spot = words.rules.wager(name), choice.spot(name, self._wagers)
            listed.append((f"{words.short(name)} N", f"{wager.title}: {wager.limits}; {wager.terms} ({spot.clause})"))
        unit = self._table.money(words.house.table_unit)
        listed.append(("", f"several at once, in steps of {unit}: {words.example}; 0 removes a wager"))
        if self._last:
            listed.append(("rebet", "repeat the last round's wagers; so does Enter on an empty layout"))
        if self._before:
            listed.append(("undo", "undo the last change; clear removes all wagers"))
        if self._wagers:
            listed.append(("Enter", "deal; wagers are then final"))
        listed.append(("layout", "show the spots and their limits"))
        return listed
