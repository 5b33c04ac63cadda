"""What all parts of a session at the prompt share: the house, its words, the seat, and the questions."""

from __future__ import annotations

from functools import cached_property
from textwrap import wrap
from typing import Any

from seventh.games import wording_of
from seventh.house import House
from seventh.terminal.prompt import Leave, Prompt
from seventh.terminal.rules import WIDTH, clause_text, rules_text

HELP = ("?", "h", "help")
QUIT = ("quit", "q", "exit", "leave")
YES, NO = ("yes", "y", ""), ("no", "n")
EVERYWHERE = (
    ("rules", "all rules of this house; rules and a clause id shows that clause alone"),
    ("quit", "leaves the table, and so does Ctrl-D"),
)


class Table:
    """A person at a table: asks questions, and answers what may be asked at every prompt."""

    def __init__(self, house: House, prompt: Prompt) -> None:
        self.house = house
        self._prompt = prompt
        self.at_stake = 0
        """What lies on the layout, or in the pot, while a hand is being played."""
        self.lies = "on the layout"

    @cached_property
    def words(self) -> Any:
        """The game's own words."""
        return wording_of(self.house)

    def say(self, text: str = "") -> None:
        """Say it in lines of 80 columns; a long line goes on under its beginning."""
        for line in text.splitlines() or [""]:
            indent = " " * (len(line) - len(line.lstrip()))
            for part in wrap(line, WIDTH, subsequent_indent=indent) if len(line) > WIDTH else [line]:
                self._prompt.say(part)

    def money(self, amount: int) -> str:
        return self.house.money(amount)

    def ask(self, question: str, possible: list[tuple[str, str]]) -> str:
        """An answer in lower case; help, rules and leaving are dealt with here."""
        warned = False
        while True:
            answer = " ".join(self._prompt.ask(question).lower().split())
            if answer in QUIT:
                if warned or not self.at_stake:
                    raise Leave
                warned = True
                self.say(
                    f"You have {self.money(self.at_stake)} {self.lies}. If you leave, the house finishes the hand "
                    "without adding chips. Type quit once more to leave, or play on."
                )
            elif answer in HELP:
                self.explain(possible)
            elif answer == "rules":
                self.say(rules_text(self.house).rstrip())
            elif answer.startswith("rules "):
                clause = answer.removeprefix("rules ").upper()
                self.say(clause_text(self.house, clause) or f"There is no clause {clause} in these rules.")
            else:
                return answer

    def explain(self, possible: list[tuple[str, str]]) -> None:
        """What can be typed now, in two columns."""
        lines = [*possible, *EVERYWHERE]
        width = max(len(word) for word, _ in lines)
        for word, text in lines:
            first, *more = wrap(text, max(WIDTH - width - 4, 20))
            self.say(f"  {word:<{width}}  {first}")
            for line in more:
                self.say(f"  {'':<{width}}  {line}")

    def yes(self, question: str, why: str) -> bool:
        """Yes or no; nothing but Enter is yes."""
        while True:
            answer = self.ask(f"{question} (yes or no)", [("yes", f"{why} Enter is yes."), ("no", "does not.")])
            if answer in YES:
                return True
            if answer in NO:
                return False
            self.say(f"{answer!r} is neither yes nor no.")
