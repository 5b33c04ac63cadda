"""A player's choices against the dealer, as buttons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from seventh.rounds.actions import Bet, Claim, Fold, SetHand
from seventh.rounds.legal import AnyOf, BetAmounts
from seventh.rounds.offers import PRIMARY, QUIET, Offer, capital, offer
from seventh.rounds.round import Round

if TYPE_CHECKING:
    from seventh.rounds.dealer.words import Wording


def dealer_offers(words: Wording, hand: Round, seat: int) -> list[Offer]:
    """The seat's offers, folding first."""
    found: list[Offer] = []
    for choice in hand.legal(seat).choices:
        if choice.action is Claim:
            found += _claim(words, hand, seat)
        elif choice.action is Fold and isinstance(choice, AnyOf):
            found[:0] = _folds(words, hand, seat, choice)
        elif isinstance(choice, BetAmounts):
            found += _bets(words, hand, seat, choice)
        elif choice.action is SetHand:
            found += _set(hand, seat, choice.refusal(SetHand()) is None)
    return _suggesting(words, hand, seat, found)


def _suggesting(words: Wording, hand: Round, seat: int, found: list[Offer]) -> list[Offer]:
    """The offers with the suggested one marked: one that would otherwise be forfeited, or else the best choice."""
    bet = hand.legal(seat).of(Bet)
    amount = words.best_bet(hand, seat, bet.minimum, bet.maximum) if isinstance(bet, BetAmounts) else 0
    sought = [
        [one for one in found if one.first],
        [one for one in found if amount and one.action.get("amount") == amount and not one.amounts],
        [one for one in found if one.action.get("claim")],
        found,  # the fold comes first, and the best five before other choices
    ]
    best = next((some[0] for some in sought if some), None)
    advice = isinstance(bet, BetAmounts) and best not in sought[0]
    return [replace(one, kind=PRIMARY, suggested=advice) if one is best else one for one in found]


def _claim(words: Wording, hand: Round, seat: int) -> Iterator[Offer]:
    won = words.listed(words.bonuses(hand, seat))
    if won:
        yield offer(hand, seat, "claim", f"Claim {won}", Claim(), key="C", typed=("claim",), first=words.claim_first)


def _folds(words: Wording, hand: Round, seat: int, choice: AnyOf) -> list[Offer]:
    """One button, which claims the bonuses if a fold has to; giving them up can only be typed."""
    claims = choice.refusal(Fold(claim=True)) is None
    won = words.bonuses(hand, seat) if claims else {}
    label, typed = "Fold", ("fold", "fold claim") if claims else ("fold",)
    if won:
        label = f"Fold ({'bonuses win' if len(won) > 1 else 'bonus wins'} {words.house.money(sum(won.values()))})"
    found = [offer(hand, seat, "fold", label, Fold(claim=claims), key="F", kind=QUIET, typed=typed)]
    if claims:
        words_for_it = ("fold without claim", "fold without a claim", "fold without claiming")
        found.append(offer(hand, seat, "forfeit", "Fold without a claim", Fold(), typed=words_for_it, typed_only=True))
    return found


def _bets(words: Wording, hand: Round, seat: int, choice: BetAmounts) -> Iterator[Offer]:
    """A button for each whole multiple of the minimum, and one for any amount."""
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
        yield offer(hand, seat, "best", "Play the best five", SetHand(), key="B", typed=("best", "set"))
    typed = ("discard", "set", "aside")
    yield offer(hand, seat, "set", "Set these two aside", SetHand(), key="S", typed=typed, pick=2)
