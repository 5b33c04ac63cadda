"""Decisions of the players, as they announce them: the buttons for them, and what can be typed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from seventh.cards import UNKNOWN, format_cards
from seventh.house.amounts import NotAnAmount, looks_like_amount, parse_amount
from seventh.rounds.actions import (
    DEALER,
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
from seventh.rounds.dealer.state import TURNING
from seventh.rounds.hand_dealing.typed_cards import check_unseen, named_hand, parse_typed
from seventh.rounds.hand_dealing.values import (
    Button,
    Entered,
    Instruction,
    Names,
    NotUnderstood,
    capital,
    counted,
    listed,
)
from seventh.rounds.legal import BetAmounts
from seventh.rounds.round import Round
from seventh.rounds.stud.choices import BetRange

_SET = "set"
_BEST = "best"
_BETS = ("bet", "raise", "complete", "play", "open")
_PLAIN: dict[str, tuple[type[Action], ...]] = {
    "fold": (Fold,),
    "check": (Check,),
    "call": (Call,),
    "bring in": (BringIn,),
    "muck": (Muck,),
    "stay in": (DeclareAllIn,),
}


def decisions(hand: Any, words: Any, names: Names) -> Instruction:
    """Whose decision is next, and what can be announced."""
    waiting = _in_order(hand)
    seat = waiting[0]
    if hand.phase == TURNING:
        held = hand.hands[seat].cards
        text = f"{names(seat)} set the hand: which two cards were set aside?"
        clause = hand.legal(seat).of(SetHand).clause
        return Instruction(text, "cards", 2, seat, clause, choose_from=format_cards(held))
    buttons = tuple(_buttons(hand, words, names, seat))
    others = waiting[1:] if not hand.legal(seat).of(Show) else []
    if hand.legal(seat).of(SetHand) is not None:
        buttons += tuple(_for_all(hand, waiting))
    prompt = listed([_lowered(button.label) for button in buttons if button.seat == seat and button.label], "or")
    hint = f"Then {listed([names(other) for other in others])}." if others and not hand.AGAINST_HOUSE else ""
    if others and hand.AGAINST_HOUSE:
        hint = f"Also to act, in any order: {listed([names(other) for other in others])}; type the seat first."
    clause = hand.legal(seat).choices[0].clause
    show = hand.legal(seat).of(Show) is not None
    number = list(hand.hands[seat].cards).count(UNKNOWN) if show else 0
    return Instruction(
        f"{names(seat)}: {prompt}?",
        "cards" if number else "decision",
        number,
        seat,
        clause,
        f"Name the {counted(number)} not seen yet to show the hand." if number else hint,
        (*buttons, *claims(hand, words, names)),
    )


def claims(hand: Any, words: Any, names: Names) -> Iterator[Button]:  # noqa: ARG001
    """The bonuses that can be claimed now, by anybody."""
    for seat in hand.seats:
        if hand.legal(seat).of(Claim) is not None:
            number = hand.hands[seat].cards.count(UNKNOWN) if _names_cards(hand, seat) else 0
            yield Button(f"{names(seat)} claims the bonus", f"{seat} claim", cards=number, seat=seat)


def _names_cards(hand: Any, seat: int) -> bool:
    """Whether a claim shows cards that are not known yet."""
    return Claim() not in hand.legal(seat)


def _in_order(hand: Round) -> list[int]:
    order = getattr(hand, "queue", ()) if not hand.AGAINST_HOUSE else ()
    waiting = [seat for seat in hand.seats if seat in hand.to_act]
    return waiting if hand.AGAINST_HOUSE else [*order]


def _lowered(label: str) -> str:
    return label[0].lower() + label[1:]


def _buttons(hand: Any, words: Any, names: Names, seat: int) -> Iterator[Button]:
    if not hand.AGAINST_HOUSE:
        yield from _stud_buttons(hand, words, seat)
        return
    legal = hand.legal(seat)
    for fold in legal.of(Fold) or ():
        label = "Fold and claim the bonus" if fold.claim else "Fold"
        yield Button(label, f"{seat} fold claim" if fold.claim else f"{seat} fold", seat=seat)
    bet = legal.of(Bet)
    if isinstance(bet, BetAmounts):
        yield from _bet_buttons(words, seat, bet)
    setting = legal.of(SetHand)
    if setting is not None:
        yield Button(f"{names(seat)} has set the hand", f"{seat} {_SET}", seat=seat)
        if setting.refusal(SetHand()) is None:
            yield Button("The house sets the best five", f"{seat} {_BEST}", seat=seat)


def _bet_buttons(words: Any, seat: int, bet: BetAmounts) -> Iterator[Button]:
    title, money = capital(words.title(bet.wager)), words.house.money
    amounts = range(bet.minimum, bet.maximum + 1, bet.minimum)
    for amount in amounts:
        if bet.refusal(Bet(bet.wager, amount)) is None:
            yield Button(f"{title} {money(amount)}", f"{seat} bet {_typed(amount, words)}", seat=seat)
    if bet.count > len(amounts):
        yield Button(f"{title} another amount", f"{seat} bet", amount=bet.minimum, seat=seat)


def _typed(amount: int, words: Any) -> str:
    """An amount as it can be typed."""
    return str(words.house.money(amount)).removeprefix(words.house.currency).replace(",", "")


def _for_all(hand: Any, waiting: list[int]) -> Iterator[Button]:
    may_leave = all(hand.legal(seat).of(SetHand).refusal(SetHand()) is None for seat in waiting)
    counts = hand.set_hand_counts
    if may_leave and not counts:
        yield Button("All players have set two cards aside", f"all {_BEST}", primary=True)
        return
    if len(waiting) > 1:
        yield Button("All players have set their hands", f"all {_SET}", primary=True)
        if may_leave:
            yield Button("The house sets the best five of all", f"all {_BEST}")


def _stud_buttons(hand: Any, words: Any, seat: int) -> Iterator[Button]:
    for offer in words.offers(hand, seat):
        typed = offer.typed[0] if offer.typed else "bet"
        if offer.name == "show":
            number = list(hand.hands[seat].cards).count(UNKNOWN)
            yield Button("Show", "show", cards=number, seat=seat, primary=True)
        elif offer.name == "amount":
            yield Button(f"{offer.label} another amount", "bet", amount=offer.amounts[0], seat=seat)
        elif offer.name == "bet":
            yield Button(offer.label, f"bet {_typed(offer.action['amount'], words)}", seat=seat)
        else:
            yield Button(offer.label, typed, seat=seat)


# What was typed.


def read_decision(hand: Any, words: Any, names: Names, text: str) -> list[Entered]:
    """A decision as announced, with the seat before it if it is not the next one's."""
    first, _, rest = text.partition(" ")
    waiting = _in_order(hand) if DEALER not in hand.to_act else []
    if first == "all":
        return [one for seat in waiting for one in _read(hand, words, names, seat, rest.strip())]
    if first.isascii() and first.isdecimal() and not _is_amount_only(text):
        seat = int(first)
        if seat not in hand.seats:
            raise NotUnderstood(f"There is no seat {seat} in this round; seats: {', '.join(map(str, hand.seats))}")
        return _read(hand, words, names, seat, rest.strip())
    if not waiting:
        raise NotUnderstood(f"{text!r} is not possible now; to claim a bonus, type the seat number first")
    return _read(hand, words, names, waiting[0], text)


def _is_amount_only(text: str) -> bool:
    return " " not in text.strip()


def _read(hand: Any, words: Any, names: Names, seat: int, text: str) -> list[Entered]:
    legal, cards_held = hand.legal(seat), hand.hands[seat].cards
    verb, _, rest = text.partition(" ")
    rest = rest.strip()
    if hand.phase == TURNING and seat in hand.to_act:
        return [(seat, _discards(hand, names, seat, text))]
    if not legal.choices:
        next_up = listed([names(who) for who in _in_order(hand)]) if DEALER not in hand.to_act else "the dealer"
        raise NotUnderstood(f"{names(seat)} has no decision to make now; next is {next_up}")
    if verb == "claim" and legal.of(Claim) is not None:
        if not _names_cards(hand, seat):
            return [(seat, Claim())]
        return [(seat, Claim(named_hand(hand, cards_held, rest, names(seat), names)))]
    if verb == "show" and legal.of(Show) is not None:
        known = UNKNOWN not in cards_held
        return [(seat, Show() if known else Show(named_hand(hand, cards_held, rest, names(seat), names)))]
    if verb in (_SET, _BEST) and legal.of(SetHand) is not None:
        return [(seat, _set(hand, names, seat, verb, rest))]
    if verb == "fold" and rest.removeprefix("and ").startswith("claim"):
        return [(seat, Fold(claim=True))]
    for typed, kinds in _PLAIN.items():
        if text == typed:
            for kind in kinds:
                for action in legal.of(kind) or ():
                    return [(seat, action)]
    bets = legal.of(Bet) or legal.of(BetTo)
    if bets is not None and (verb in _bet_words(words, bets) or looks_like_amount(verb, words.house)):
        amount = rest.removeprefix("to ") if verb in _bet_words(words, bets) else text
        return [(seat, _bet(words, bets, amount))]
    raise NotUnderstood(
        f"{names(seat)} cannot {text or 'do nothing'} now; allowed: {_possible(hand, words, names, seat)}"
    )


def _bet_words(words: Any, bets: Any) -> tuple[str, ...]:
    return (*_BETS, *words.aliases[bets.wager]) if isinstance(bets, BetAmounts) else _BETS


def _bet(words: Any, bets: BetAmounts | BetRange, text: str) -> Action:
    money = words.house.money
    most = isinstance(bets, BetRange) and text in ("all in", "all", "max")
    least = bets.minimum if bets.minimum <= bets.maximum else 0
    amounts = bets.amounts if isinstance(bets, BetRange) else ()
    try:
        if most:
            amount = max((*amounts, bets.maximum if least else 0))
        else:
            amount = parse_amount(text, words.house) if text else min(amount for amount in (least, *amounts) if amount)
    except NotAnAmount as problem:
        raise NotUnderstood(str(problem)) from None
    action: Action = Bet(bets.wager, amount) if isinstance(bets, BetAmounts) else BetTo(amount)
    refusal = bets.refusal(action)  # type: ignore[arg-type]
    if refusal is not None:
        allowed = [money(one) for one in amounts]
        if least and least < bets.maximum:
            allowed.insert(0, f"{money(least)} to {money(bets.maximum)} in steps of {money(bets.step)}")
        elif least:
            allowed.insert(0, money(least))
        raise NotUnderstood(f"{money(amount)} is not allowed ({bets.clause}); allowed: {' or '.join(allowed)}")
    return action


def _set(hand: Any, names: Names, seat: int, verb: str, rest: str) -> Action:
    if verb == _BEST:
        return SetHand()
    if UNKNOWN in hand.hands[seat].cards:
        return SetHand(UNKNOWN.text * 2)
    return _discards(hand, names, seat, rest)


def _discards(hand: Any, names: Names, seat: int, text: str) -> Action:
    held = hand.hands[seat].cards
    cards = parse_typed(text)
    check_unseen(hand, cards, names, held)
    strangers = [card for card in cards if card not in held]
    if strangers:
        raise NotUnderstood(f"{names(seat)} does not have {' '.join(map(str, strangers))}")
    if len(cards) != 2:
        raise NotUnderstood(f"{capital(counted(len(cards)))} named; a player sets two cards aside")
    return SetHand(format_cards(cards))


def _possible(hand: Any, words: Any, names: Names, seat: int) -> str:
    return listed([_lowered(button.label) for button in _buttons(hand, words, names, seat)], "or") or "nothing"
