"""What a player may do against the dealer, as buttons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from seventh.rounds.actions import Bet, Claim, Fold, SetHand
from seventh.rounds.legal import AnyOf, BetAmounts
from seventh.rounds.offers import PRIMARY, QUIET, Offer, capital, offer
from seventh.rounds.round import Round

if TYPE_CHECKING:
    from seventh.rounds.dealer.words import Wording


def dealer_offers(words: Wording, hand: Round, seat: int) -> list[Offer]:
    """The seat's offers, what gives the hand up first."""
    found: list[Offer] = []
    for choice in hand.legal(seat).choices:
        if choice.action is Claim:
            found += _claim(words, hand, seat)
        elif choice.action is Fold and isinstance(choice, AnyOf):
            found[:0] = _folds(hand, seat, choice)
        elif isinstance(choice, BetAmounts):
            found += _bets(words, hand, seat, choice)
        elif choice.action is SetHand:
            found += _set(hand, seat, choice.refusal(SetHand()) is None)
    return found


def _claim(words: Wording, hand: Round, seat: int) -> Iterator[Offer]:
    label = words.claim(hand, seat)
    if label:
        kind = PRIMARY if words.claim_first else ""
        yield offer(hand, seat, "claim", label, Claim(), key="C", kind=kind, typed=("claim",), first=words.claim_first)


def _folds(hand: Round, seat: int, choice: AnyOf) -> list[Offer]:
    if choice.count == 1:
        return [offer(hand, seat, "fold", "Fold", Fold(), key="F", kind=QUIET, typed=("fold",))]
    return [
        offer(hand, seat, "fold", "Fold all", Fold(), kind=QUIET, typed=("fold",)),
        offer(
            hand,
            seat,
            "fold-claim",
            "Fold, claim bonuses",
            Fold(claim=True),
            key="F",
            kind=QUIET,
            typed=("fold claim",),
        ),
    ]


def _bets(words: Wording, hand: Round, seat: int, choice: BetAmounts) -> Iterator[Offer]:
    """A button for each whole multiple of the least, and any amount between."""
    wager, least, most = choice.wager, choice.minimum, choice.maximum
    amounts = [amount for amount in range(least, most + 1, least) if choice.refusal(Bet(wager, amount)) is None]
    typed = words.aliases[wager]
    for amount in amounts:
        times, first = amount // least, amount == least
        label = f"{capital(words.title(wager))} {words.house.money(amount)}" + (f" ({times}×)" * (len(amounts) > 1))  # noqa: RUF001
        yield offer(
            hand,
            seat,
            f"bet-{wager}",
            label,
            Bet(wager, amount),
            key="B" if first else str(times),
            kind=PRIMARY if first else "",
            typed=typed if first else (),
        )
    if least < most:
        yield offer(
            hand,
            seat,
            f"amount-{wager}",
            capital(words.title(wager)),
            Bet(wager, least),
            typed=(*typed, "bet"),
            amounts=(least, most, choice.step),
        )


def _set(hand: Round, seat: int, may_leave: bool) -> Iterator[Offer]:
    if may_leave:
        yield offer(
            hand,
            seat,
            "best",
            "Play the best five",
            SetHand(),
            key="B",
            kind=PRIMARY,
            typed=("best", "set"),
            always="Always play the best five",
        )
    yield offer(
        hand,
        seat,
        "set",
        "Put these two aside",
        SetHand(),
        key="S",
        kind=PRIMARY,
        typed=("discard", "set", "aside"),
        pick=2,
    )
