"""Decisions after the deal: prompts with the legal choices and parses the answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

from seventh.cards import Card, MalformedCard, parse_cards
from seventh.house.amounts import NotAnAmount, looks_like_amount, parse_amount
from seventh.rounds.actions import (
    Action,
    Bet,
    BetTo,
    BringIn,
    Call,
    Check,
    Claim,
    DeclareAllIn,
    Fold,
    Muck,
    SetHand,
    Show,
)
from seventh.rounds.legal import BetAmounts, Choice, Legal
from seventh.rounds.round import Round
from seventh.rounds.stud.choices import BetRange
from seventh.rounds.stud.offers import bet_word
from seventh.terminal.table import Table

BET_WORDS = ("play", "p", "bet", "b", "raise", "r", "call", "complete", "open", "o")
MOST = ("max", "all", "all in", "all-in", "allin")
FORFEITS = ("fold without claim", "fold without a claim", "fold without claiming")
"""What to type for a fold that gives up the bonus wagers too."""
TABLE = ("table", "t", "board", "boards")
WORDS: dict[type[Action], tuple[str, ...]] = {
    Fold: ("fold", "f"),
    Claim: ("claim", "c", "show"),
    Check: ("check", "k", "x", "c"),
    Call: ("call", "c"),
    BringIn: ("bring in", "bring", "in", "i"),
    Show: ("show", "s"),
    Muck: ("muck", "m"),
    DeclareAllIn: ("stay", "all-in", "declare"),
}
"""What to type for an action without an amount; the prompt shows the first."""
HELP: dict[type[Action], str] = {
    Fold: "give up the hand",
    Claim: "show your cards to claim the bonus; then decide as before",
    Check: "pass; there is nothing to call",
    Call: "match the bet",
    BringIn: "make the forced bet",
    Show: "show your hand",
    Muck: "discard the losing hand without showing it",
    DeclareAllIn: "stay in for the current pot without betting further",
}


class Unclear(ValueError):
    """An answer that is not one of the choices; the message is the line to show."""


class Deciding:
    """One seat's decisions in a round."""

    def __init__(self, table: Table, hand: Round, seat: int, show_table: Callable[[], Iterable[str]]) -> None:
        self._table, self._hand, self._seat, self._show_table = table, hand, seat, show_table
        self._words, self._money = table.words, table.money

    def actions(self) -> list[Action]:
        """Prompt until the answer is legal. Some answers are two actions: a claim and what follows it.

        If there is only one legal action it is taken without asking, unless it is a fold; so is a claim that pays.
        """
        legal = self._hand.legal(self._seat)
        if self._claim_wins(legal):
            self._table.say("Your bonus is claimed for you.")
            return [Claim()]
        kinds = {choice.action for choice in legal.choices}
        if Fold not in kinds and legal.count == 1:
            return list(legal)
        if kinds <= {Fold, Claim}:
            self._table.say("You don't have enough chips for another wager; you can only fold.")
        while True:
            answer = self._table.ask(self._question(legal), self._possible(legal))
            if answer in TABLE:
                for line in self._show_table():
                    self._table.say(line)
                continue
            try:
                actions = self._read_discards(answer) if legal.of(SetHand) else self._read(answer, legal)
            except (Unclear, NotAnAmount, MalformedCard) as problem:
                self._table.say(str(problem))
                continue
            if actions:
                return actions

    # The question.

    def _question(self, legal: Legal) -> str:
        if legal.of(SetHand):
            return "Two discards, or Enter for the best five>" if SetHand() in legal else "Two discards>"
        return f"{self._summary(legal)}>".capitalize()

    def _summary(self, legal: Legal) -> str:
        """`fold, 2nd $5 or claim`; `fold, call $4 or raise to $8`."""
        choices = [choice for choice in legal.choices if choice.action is not Claim or self._claim_wins(legal)]
        *others, last = [part for choice in choices for part in self._brief(choice)]
        return f"{', '.join(others)} or {last}" if others else last

    def _claim_wins(self, legal: Legal) -> bool:
        """Whether there is an open claim that pays, which is the default when time runs out."""
        return legal.of(Claim) is not None and isinstance(self._hand.default(self._seat), Claim)

    def _brief(self, choice: Choice) -> list[str]:
        if isinstance(choice, BetAmounts):
            return [f"{self._words.short(choice.wager)} {self._range(choice)}"]
        if isinstance(choice, BetRange):
            hand: Any = self._hand
            verb = bet_word(hand.house, hand.street, hand.bet_to, next(iter(choice)).amount)  # type: ignore[attr-defined]
            return [f"{verb.lower()} {self._range(choice)}"]
        price = self._hand.price(self._seat, next(iter(choice)))
        return [f"{_typed(choice)[0]}{f' {self._money(price)}' if price else ''}"]

    def _range(self, choice: BetAmounts | BetRange) -> str:
        """The allowed amounts: `$5 to $10`, or each one listed."""
        if choice.minimum < choice.maximum:
            return f"{self._money(choice.minimum)} to {self._money(choice.maximum)}"
        singles = choice.amounts if isinstance(choice, BetRange) else ()
        return " or ".join(self._money(amount) for amount in singles or (choice.minimum,))

    def _possible(self, legal: Legal) -> list[tuple[str, str]]:
        listed = []
        for choice in legal.choices:
            if isinstance(choice, BetAmounts | BetRange):
                found = self._bet_help(choice)
            elif choice.action is SetHand:
                found = [("two cards", f"discard these, for example {self._two_cards()}"), ("five cards", "keep these")]
                if SetHand() in legal:
                    found.insert(0, ("Enter", "let the house set your best five"))
            else:
                found = [(_typed(choice)[0], HELP.get(choice.action, "legal now"))]
                if choice.action is Fold and Fold(claim=True) in list(choice):
                    found = [
                        ("fold", "give up the hand; your bonus wagers are still settled"),
                        ("fold without claim", "give up the bonus wagers too"),
                    ]
            listed += [(word, f"{text} ({choice.clause})" if choice.clause else text) for word, text in found]
        return [*listed, ("table", "show the cards on the table again")]

    def _bet_help(self, choice: BetAmounts | BetRange) -> list[tuple[str, str]]:
        if isinstance(choice, BetRange):
            brief = self._brief(choice)[0]
            return [(f"{brief.split()[0]} N", brief)]
        word, the = self._words.short(choice.wager), self._words.the(choice.wager)
        if choice.minimum == choice.maximum:
            words = word if word in BET_WORDS else f"{word}, play"
            return [(words, f"make {the} of {self._range(choice)}")]
        text = f"make {the}: {self._range(choice)} in steps of {self._money(choice.step)}"
        return [(f"{word} N", text), (f"{word} 2x", "twice the minimum; min and max work too")]

    def _two_cards(self) -> str:
        """The two cards that are not in the best five."""
        own, strength = self._cards(), self._words.strength
        pairs = combinations(own, 2)
        best = max(pairs, key=lambda pair: strength(tuple(card for card in own if card not in pair)))
        return " ".join(card.text for card in best)

    def _cards(self) -> tuple[Card, ...]:
        return parse_cards(self._hand.own_line(self._seat).cards)

    # The answer.

    def _read(self, answer: str, legal: Legal, claimed: bool = False) -> list[Action]:
        if answer in ("undo", "u"):
            raise Unclear(f"Wagers are final once the cards are dealt; choose {self._summary(legal)}.")
        words = answer.split()
        claims = legal.of(Claim) is not None and not claimed
        if words and words[0] in WORDS[Claim] and claims:
            return [Claim(), *(self._read(" ".join(words[1:]), legal, claimed=True) if words[1:] else [])]
        if legal.of(Fold) and set(words) & {*WORDS[Fold]} and set(words) <= {*WORDS[Fold], *WORDS[Claim]}:
            return self._fold(bool(set(words) & {*WORDS[Claim]}), legal, claimed)
        if answer in FORFEITS and Fold(claim=True) in legal:
            return [Fold()]
        bets = [choice for choice in legal.choices if isinstance(choice, BetAmounts | BetRange)]
        for choice in legal.choices:
            if choice not in bets and answer in (*_typed(choice), *self._brief(choice)):
                return [next(iter(choice))]
        for choice in bets:
            amount = self._amount(answer, choice)
            if amount is not None:
                return [_bet(choice, amount)]
        choose = f"{answer!r} is not a choice here; choose" if answer else "Choose"
        raise Unclear(f"{choose} {self._summary(legal)}. Type ? for help.")

    def _fold(self, with_claim: bool, legal: Legal, claimed: bool) -> list[Action]:
        if with_claim:
            if Fold(claim=True) in legal:
                return [Fold(claim=True)]
            if legal.of(Claim) and not claimed:
                return [Claim(), Fold()]
            raise Unclear(f"There is nothing to claim; choose {self._summary(legal)}.")
        if legal.of(Check) and self._table.yes("Checking is free. Check instead?", "check; no folds."):
            return [Check()]
        return [Fold(claim=Fold(claim=True) in legal)]

    def _amount(self, answer: str, choice: BetAmounts | BetRange) -> int | None:
        """The amount that an answer bets; None if it is not a bet."""
        names, the = set(BET_WORDS), "the bet"
        if isinstance(choice, BetAmounts):
            names |= {*self._words.aliases[choice.wager], self._words.title(choice.wager).lower()}
            the = self._words.the(choice.wager)
        else:
            names.remove(WORDS[Call][0])  # between players it never bets: if there is nothing to call, it is refused
        name = max((name for name in names if answer == name or answer.startswith(f"{name} ")), key=len, default="")
        rest = answer[len(name) :].strip().removeprefix("to ").removeprefix("for ").strip()
        if not name and not looks_like_amount(rest, self._table.house) and rest not in ("min", *MOST):
            return None
        if not rest and choice.count > 1:
            raise Unclear(f"How much is {the}? {self._range(choice)} ({choice.clause}).")
        amount = self._stated(rest, choice)
        if choice.refusal(_bet(choice, amount)):
            steps = f" in steps of {self._money(choice.step)}" if choice.minimum < choice.maximum else ""
            allowed = f"allowed: {self._range(choice)}{steps}"
            raise Unclear(f"{self._money(amount)} is not allowed for {the} ({choice.clause}); {allowed}.")
        return amount

    def _stated(self, text: str, choice: BetAmounts | BetRange) -> int:
        spread = (choice.minimum, choice.maximum) if choice.minimum <= choice.maximum else ()
        amounts: tuple[int, ...] = (*spread, *(choice.amounts if isinstance(choice, BetRange) else ()))
        times = re.fullmatch(r"(\d{1,2})x", text)
        if times:
            return int(times[1]) * min(amounts)
        if text in ("", "min", *MOST):
            return max(amounts) if text in MOST else min(amounts)
        return parse_amount(text, self._table.house)

    def _read_discards(self, answer: str) -> list[Action]:
        if not answer:
            if SetHand() in self._hand.legal(self._seat):
                return [SetHand()]
            raise Unclear("At this house you set your own hand: name two cards to discard.")
        own = self._cards()
        named = _parse_hand(answer)
        strangers = [card.text for card in named if card not in own]
        if strangers:
            raise Unclear(f"You don't have {' '.join(strangers)}; your cards are {self._words.arrange(own)}.")
        if len(named) not in (2, 5) or len(set(named)) != len(named):
            raise Unclear("Name two different cards to discard, or the five to keep.")
        discards = named if len(named) == 2 else tuple(card for card in own if card not in named)
        kept = tuple(card for card in own if card not in discards)
        if self._words.matters() and self._words.strength(kept) < self._words.strength(own):
            self._table.say(f"That keeps {self._words.hand(kept)}; your best five are {self._words.hand(own)}.")
            if not self._table.yes("Keep them anyway?", "play these five."):
                return []
        return [SetHand("".join(card.text for card in discards))]


def _typed(choice: Choice) -> tuple[str, ...]:
    """What can be typed for an action; by default, its tag."""
    return WORDS.get(choice.action) or (str(choice.action.__struct_config__.tag).replace("_", " "),)


def _bet(choice: BetAmounts | BetRange, amount: int) -> Any:
    return Bet(choice.wager, amount) if isinstance(choice, BetAmounts) else BetTo(amount)


def _parse_hand(text: str) -> tuple[Card, ...]:
    """Cards as people type them: any case, `10h` for `Th`, `joker` for `Jk`."""
    joined = re.sub(r"[,;]| and ", " ", text.replace("joker", "jk").replace("10", "t"))
    return tuple(
        Card(pair[0].upper() + pair[1:])
        for word in joined.split()
        for pair in (word[i : i + 2] for i in range(0, len(word), 2))
    )
