"""Decisions after the cards: what may be chosen, asked in a line and read from one."""

from __future__ import annotations

import re
from itertools import combinations

from seventh.cards import Card, MalformedCard, parse_cards
from seventh.rounds.actions import Action, Bet, Claim, Fold, SetHand
from seventh.rounds.legal import BetAmounts, Choice, Legal
from seventh.rounds.round import Round
from seventh.terminal.amounts import NotAnAmount, looks_like_amount, parse_amount
from seventh.terminal.table import Table

BET_WORDS = ("play", "p", "bet", "b", "raise", "r", "call")
FOLD_WORDS = ("fold", "f")
CLAIM_WORDS = ("claim", "c", "show")


class Unclear(ValueError):
    """An answer that is none of the choices; the message is the line to show."""


class Deciding:
    """One seat's decisions in a round."""

    def __init__(self, table: Table, hand: Round, seat: int) -> None:
        self._table, self._hand, self._seat = table, hand, seat
        self._words = table.words

    def actions(self) -> list[Action]:
        """Ask until an answer is one that the rules allow; some answers are two actions, a claim and what follows."""
        legal = self._hand.legal(self._seat)
        if legal.of(Fold) and not legal.of(Bet):
            self._table.say("What you have left does not cover a further wager; all you can do is fold.")
        if self._claim_wins(legal):
            self._table.say("Your cards win the bonus wager: claim shows them and has it paid.")
        while True:
            answer = self._table.ask(self._question(legal), self._possible(legal))
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
        """`fold, 2nd $5 or claim`."""
        choices = [choice for choice in legal.choices if choice.action is not Claim or self._claim_wins(legal)]
        *others, last = [part for choice in choices for part in self._brief(choice)]
        return f"{', '.join(others)} or {last}" if others else last

    def _claim_wins(self, legal: Legal) -> bool:
        """Whether a claim is open that the clock would make: one that is paid."""
        return legal.of(Claim) is not None and isinstance(self._hand.default(self._seat), Claim)

    def _brief(self, choice: Choice) -> list[str]:
        if isinstance(choice, BetAmounts):
            return [f"{self._words.short(choice.wager)} {self._range(choice)}"]
        if choice.action is Fold:
            return ["fold", "fold claim"] if Fold(claim=True) in list(choice) else ["fold"]
        return [str(choice.action.__struct_config__.tag)]

    def _range(self, choice: BetAmounts) -> str:
        money = self._table.money
        return money(choice.minimum) + (f" to {money(choice.maximum)}" if choice.minimum < choice.maximum else "")

    def _possible(self, legal: Legal) -> list[tuple[str, str]]:
        listed = []
        for choice in legal.choices:
            clause = choice.describe()["clause"]
            if isinstance(choice, BetAmounts):
                listed += self._bet_help(choice)
            elif choice.action is Fold:
                listed.append(("fold", f"gives the hand up ({clause})"))
                if Fold(claim=True) in list(choice):
                    listed.append(("fold claim", f"gives the hand up and has the bonus wagers settled ({clause})"))
            elif choice.action is Claim:
                listed.append(("claim", f"shows your cards for the bonus; then you decide as before ({clause})"))
            elif choice.action is SetHand:
                if SetHand() in legal:
                    listed.append(("Enter", f"leaves it to the house, which keeps the best five ({clause})"))
                listed.append(("two cards", f"puts these aside, as in {self._two_cards()} ({clause})"))
                listed.append(("five cards", f"keeps these ({clause})"))
        return listed

    def _bet_help(self, choice: BetAmounts) -> list[tuple[str, str]]:
        word, the = self._words.short(choice.wager), self._words.the(choice.wager)
        if choice.minimum == choice.maximum:
            return [(f"{word}, play", f"makes {the} of {self._range(choice)} and goes on ({choice.clause})")]
        step = self._table.money(choice.step)
        text = f"makes {the}: {self._range(choice)} in steps of {step} ({choice.clause})"
        return [(f"{word} N", text), (f"{word} 2x", "twice the least; min and max work, too")]

    def _two_cards(self) -> str:
        """The two that the best five can do without."""
        own, strength = self._cards(), self._words.strength
        pairs = combinations(own, 2)
        best = max(pairs, key=lambda pair: strength(tuple(card for card in own if card not in pair)))
        return " ".join(card.text for card in best)

    def _cards(self) -> tuple[Card, ...]:
        seats = self._hand.view(self._seat).seats
        return parse_cards(next(view.cards for view in seats if view.seat == self._seat))

    # The answer.

    def _read(self, answer: str, legal: Legal, claimed: bool = False) -> list[Action]:
        if answer in ("undo", "u"):
            raise Unclear(f"The cards are out and the wagers stand; possible: {self._summary(legal)}.")
        words = answer.split()
        claims = legal.of(Claim) is not None and not claimed
        folds_with_claim = Fold(claim=True) in legal
        if words and words[0] in CLAIM_WORDS and claims:
            return [Claim(), *(self._read(" ".join(words[1:]), legal, claimed=True) if words[1:] else [])]
        if set(words) and set(words) <= {*FOLD_WORDS, *CLAIM_WORDS} and set(words) & set(FOLD_WORDS) and legal.of(Fold):
            if not set(words) & set(CLAIM_WORDS):
                return [Fold()] if claimed else self._unclaimed(Fold(), legal)
            if folds_with_claim:
                return [Fold(claim=True)]
            if claims:
                return [Claim(), Fold()]
            raise Unclear(f"There is nothing to claim; possible: {self._summary(legal)}.")
        choice = legal.of(Bet)
        if isinstance(choice, BetAmounts):
            amount = self._amount(words, choice)
            if amount is not None:
                bet = Bet(choice.wager, amount)
                return [bet] if claimed else self._unclaimed(bet, legal)
        said = f"{answer!r} is not possible here" if answer else "Please choose"
        raise Unclear(f"{said}; possible: {self._summary(legal)}. Type ? for help.")

    def _amount(self, words: list[str], choice: BetAmounts) -> int | None:
        """The amount that an answer bets; None if it is no bet at all."""
        names = {*BET_WORDS, *self._words.aliases[choice.wager], self._words.title(choice.wager).lower()}
        text = " ".join(words)
        name = max((name for name in names if text == name or text.startswith(f"{name} ")), key=len, default="")
        rest = text[len(name) :].strip()
        if not name and not looks_like_amount(rest, self._table.house) and rest not in ("min", "max"):
            return None
        the = self._words.the(choice.wager)
        if not rest:
            if choice.minimum < choice.maximum:
                raise Unclear(f"How much is {the}? {self._range(choice)} ({choice.clause}).")
            return choice.minimum
        amount = self._stated(rest, choice)
        if choice.refusal(Bet(choice.wager, amount)):
            steps = f" in steps of {self._table.money(choice.step)}" if choice.minimum < choice.maximum else ""
            allowed = f"{self._range(choice)}{steps}"
            raise Unclear(
                f"{self._table.money(amount)} is not possible as {the} ({choice.clause}); allowed: {allowed}."
            )
        return amount

    def _stated(self, text: str, choice: BetAmounts) -> int:
        times = re.fullmatch(r"(\d{1,2})x", text)
        if times:
            return int(times[1]) * choice.minimum
        if text in ("min", "max"):
            return choice.minimum if text == "min" else choice.maximum
        return parse_amount(text, self._table.house)

    def _unclaimed(self, action: Action, legal: Legal) -> list[Action]:
        """Ask before a claim is passed over that the clock would have made."""
        if self._claim_wins(legal):
            if self._table.yes("Claim your bonus first?", "shows your cards, and the bonus wager is paid."):
                return [Claim(), action]
        elif (
            isinstance(action, Fold)
            and Fold(claim=True) in legal
            and self._table.yes("Claim your bonus wagers as you fold?", "has them settled, which costs nothing.")
        ):
            return [Fold(claim=True)]
        return [action]

    def _read_discards(self, answer: str) -> list[Action]:
        if not answer:
            if SetHand() in self._hand.legal(self._seat):
                return [SetHand()]
            raise Unclear("This house leaves the choice to you: name two cards to put aside.")
        own = self._cards()
        named = _parse_hand(answer)
        strangers = [card.text for card in named if card not in own]
        if strangers:
            raise Unclear(f"You do not hold {' '.join(strangers)}; your cards are {self._words.arrange(own)}.")
        if len(named) not in (2, 5) or len(set(named)) != len(named):
            raise Unclear("Name two different cards to put aside, or the five to keep.")
        discards = named if len(named) == 2 else tuple(card for card in own if card not in named)
        kept = tuple(card for card in own if card not in discards)
        if self._words.matters() and self._words.strength(kept) < self._words.strength(own):
            self._table.say(f"That keeps {self._words.hand(kept)}; your best five are {self._words.hand(own)}.")
            if not self._table.yes("Keep them all the same?", "plays these five."):
                return []
        return [SetHand("".join(card.text for card in discards))]


def _parse_hand(text: str) -> tuple[Card, ...]:
    """Cards as people type them: any case, `10h` for `Th`, `joker` for `Jk`."""
    joined = re.sub(r"[,;]| and ", " ", text.replace("joker", "jk").replace("10", "t"))
    return tuple(
        Card(pair[0].upper() + pair[1:])
        for word in joined.split()
        for pair in (word[i : i + 2] for i in range(0, len(word), 2))
    )
