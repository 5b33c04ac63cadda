"""A person's decisions at stud: what may be chosen, asked in a line and read from one."""

from __future__ import annotations

from seventh.rounds.actions import Action, BetTo, BringIn, Call, Check, DeclareAllIn, Fold, Muck, Show
from seventh.rounds.legal import Legal
from seventh.rounds.stud import StudRound
from seventh.rounds.stud.choices import BetRange
from seventh.terminal.amounts import NotAnAmount, looks_like_amount, parse_amount
from seventh.terminal.table import Table

BETS = ("bet", "b", "raise", "r", "complete", "open", "o")
ALL_IN = ("all", "all in", "all-in", "allin", "max")
WORDS: dict[type[Action], tuple[str, ...]] = {
    Fold: ("fold", "f"),
    Check: ("check", "k", "x", "c"),
    Call: ("call", "c"),
    BringIn: ("bring in", "bring", "in", "i"),
    Show: ("show", "s"),
    Muck: ("muck", "m"),
    DeclareAllIn: ("stay", "all-in", "declare"),
}
"""What one types for an action without an amount; the first is what the prompt says."""
HELP: dict[type[Action], str] = {
    Fold: "gives the hand up",
    Check: "passes; there is nothing to call",
    BringIn: "makes the forced bet",
    Show: "turns the hand over",
    Muck: "gives up the beaten hand without showing it",
    DeclareAllIn: "stays in for what is in the pot, without betting",
}


class Unclear(ValueError):
    """An answer that is none of the choices; the message is the line to show."""


class StudDeciding:
    """One seat's decisions in a hand."""

    def __init__(self, table: Table, hand: StudRound, seat: int) -> None:
        self._table, self._hand, self._seat = table, hand, seat

    def action(self, show_table: object = None) -> Action:
        """Ask until an answer is one that the rules allow; where there is no choice, nothing is asked."""
        legal = self._hand.legal(self._seat)
        if legal.count == 1:
            return next(iter(legal))
        while True:
            answer = self._table.ask(f"{self.summary(legal)}>".capitalize(), self._possible(legal))
            if answer in ("table", "t", "board", "boards") and callable(show_table):
                show_table()
                continue
            try:
                action = self._read(answer, legal)
                return self._not_for_free(legal) if isinstance(action, Fold) else action
            except (Unclear, NotAnAmount) as problem:
                self._table.say(str(problem))

    def _not_for_free(self, legal: Legal) -> Action:
        """A fold, but where checking costs nothing that is asked once more (S9)."""
        if legal.of(Check) and self._table.yes("Checking is free. Check instead?", "checks; no gives the hand up."):
            return Check()
        return Fold()

    def summary(self, legal: Legal) -> str:
        """`fold, call $4 or raise to $8`."""
        *others, last = [self._brief(legal, choice.action) for choice in legal.choices]
        return f"{', '.join(others)} or {last}" if others else last

    def _brief(self, legal: Legal, kind: type[Action]) -> str:
        choice = legal.of(kind)
        assert choice is not None
        if isinstance(choice, BetRange):
            return f"{self._verb} {self._amounts(choice)}"
        if kind is Call:
            return f"call {self._money(next(iter(choice)).amount)}"  # type: ignore[attr-defined]
        if kind is BringIn:
            return f"bring in {self._money(self._hand.house.stakes.bring_in)}"
        return WORDS[kind][0]

    def _money(self, amount: int) -> str:
        return self._table.money(amount)

    @property
    def _verb(self) -> str:
        hand = self._hand
        if hand.bet_to == 0:
            return "open for" if hand.street == 3 else "bet"
        return "complete to" if hand.street == 3 and not hand.betting.last_full else "raise to"

    def _amounts(self, choice: BetRange) -> str:
        words = [self._money(amount) for amount in choice.amounts]
        if choice.minimum <= choice.maximum:
            words = [f"{self._money(choice.minimum)} to {self._money(choice.maximum)}"]
        return " or ".join(words)

    def _possible(self, legal: Legal) -> list[tuple[str, str]]:
        listed = []
        for choice in legal.choices:
            clause = choice.describe()["clause"]
            if isinstance(choice, BetRange):
                listed.append((f"{self._verb.split()[0]} N", f"{self._verb} {self._amounts(choice)} ({clause})"))
            elif choice.action is Call:
                listed.append(("call", f"{self._brief(legal, Call)} to stay in ({clause})"))
            else:
                listed.append((WORDS[choice.action][0], f"{HELP[choice.action]} ({clause})"))
        listed.append(("table", "shows the cards on the table once more"))
        return listed

    def _read(self, answer: str, legal: Legal) -> Action:
        for kind, words in WORDS.items():
            choice = legal.of(kind)
            if choice is not None and answer in (*words, self._brief(legal, kind)):
                return next(iter(choice))
        bet = legal.of(BetTo)
        if isinstance(bet, BetRange):
            amount = self._amount(answer, bet)
            if amount is not None:
                return BetTo(amount)
        said = f"{answer!r} is not possible here" if answer else "Please choose"
        raise Unclear(f"{said}; possible: {self.summary(legal)}. Type ? for help.")

    def _amount(self, answer: str, bet: BetRange) -> int | None:
        """The amount to which an answer bets; None if it is no bet at all."""
        first, _, rest = answer.partition(" ")
        if first not in BETS:
            if not (looks_like_amount(answer, self._table.house) or answer in ALL_IN or answer == "min"):
                return None
            rest = answer
        rest = rest.removeprefix("to ").removeprefix("for ").strip()
        amounts = [action.amount for action in bet if isinstance(action, BetTo)]
        if not rest and len(amounts) > 1:
            raise Unclear(f"How much? {self._verb.capitalize()} {self._amounts(bet)} ({bet.clause}).")
        if not rest or rest == "min":
            return amounts[0]
        if rest in ALL_IN:
            return amounts[-1]
        amount = parse_amount(rest, self._table.house)
        if bet.refusal(BetTo(amount)):
            raise Unclear(f"{self._money(amount)} is not possible ({bet.clause}): {self._verb} {self._amounts(bet)}.")
        return amount
