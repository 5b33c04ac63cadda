"""Shared by all parts of terminal play: the house, the game's words, and the prompt."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from textwrap import wrap
from typing import Any

from seventh.games import wording_of
from seventh.house import House
from seventh.house.rules.text import WIDTH, clause_text, rules_text
from seventh.terminal.prompt import Leave, Prompt

HELP = ("?", "h", "help")
QUIT = ("quit", "q", "exit", "leave")
YES, NO = ("yes", "y", ""), ("no", "n")
EVERYWHERE = (
    ("rules", "show the rules; add a clause id to see only that clause"),
    ("quit", "leave the table; so does Ctrl-D"),
)


class Table:
    """A player at a table: prompts, and handles the commands available at every prompt."""

    def __init__(self, house: House, prompt: Prompt) -> None:
        self.house = house
        self._prompt = prompt
        self.at_stake = 0
        """The player's chips on the layout or in the pot during a hand."""
        self.stake_is = "on the layout"

    @cached_property
    def words(self) -> Any:
        """The game's words."""
        return wording_of(self.house)

    def say(self, text: str = "") -> None:
        """Print text wrapped to 80 columns, with a hanging indent."""
        for line in text.splitlines() or [""]:
            indent = " " * (len(line) - len(line.lstrip()))
            for part in wrap(line, WIDTH, subsequent_indent=indent) if len(line) > WIDTH else [line]:
                self._prompt.say(part)

    def money(self, amount: int) -> str:
        return self.house.money(amount)

    def ask(self, question: str, possible: list[tuple[str, str]]) -> str:
        """The answer in lower case; handles help, rules and quit."""
        warned = False
        while True:
            answer = " ".join(self._prompt.ask(question).lower().split())
            if answer in QUIT:
                if warned or not self.at_stake:
                    raise Leave
                warned = True
                self.say(
                    f"You have {self.money(self.at_stake)} {self.stake_is}. If you leave, the house finishes the hand "
                    "without adding chips. Type quit again to leave, or keep playing."
                )
            elif answer in HELP:
                self.explain(possible)
            elif answer == "rules":
                self.say(rules_text(self.words.rules).rstrip())
            elif answer.startswith("rules "):
                clause = answer.removeprefix("rules ").upper()
                self.say(clause_text(self.words.rules, clause) or f"There is no clause {clause} in these rules.")
            else:
                return answer

    def ask_dealer(self, question: str) -> str:
        """The next entry of a person who deals by hand, in lower case."""
        return " ".join(self._prompt.ask(question).lower().split())

    def explain(self, possible: list[tuple[str, str]]) -> None:
        """Show what can be typed now, in two columns."""
        self.columns([*possible, *EVERYWHERE])

    def columns(self, lines: Sequence[tuple[str, str]]) -> None:
        """Show words and what they mean, in two columns."""
        width = max(len(word) for word, _ in lines)
        for word, text in lines:
            first, *more = wrap(text, max(WIDTH - width - 4, 20))
            self.say(f"  {word:<{width}}  {first}")
            for line in more:
                self.say(f"  {'':<{width}}  {line}")

    def yes(self, question: str, why: str) -> bool:
        """Yes or no; Enter alone means yes."""
        while True:
            answer = self.ask(f"{question} (yes or no)", [("yes", f"{why} Enter means yes."), ("no", "don't.")])
            if answer in YES:
                return True
            if answer in NO:
                return False
            self.say("Please answer yes or no.")
