"""The review of a finished round for one viewer: the hands, the result of each wager, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from seventh.cards import format_cards, parse_cards
from seventh.rounds.actions import DEALER
from seventh.rounds.events import HIDDEN
from seventh.rounds.offers import capital
from seventh.rounds.words import NO_HAND

if TYPE_CHECKING:
    from seventh.rounds.narration import Narrator


class ReviewHand(msgspec.Struct, frozen=True):
    """A hand that the viewer saw completely."""

    seat: int
    """0 is the dealer."""
    who: str
    cards: str
    """In display order."""
    name: str
    plays: str
    """The cards that play; empty if there is no choice."""


class ReviewLine(msgspec.Struct, frozen=True):
    """A settled wager of the viewer, or a pot and its winner."""

    seat: int
    title: str
    amount: int
    """The wager; for a pot, what the seat won of it."""
    result: str
    """lose, push, void or win."""
    net: int
    """The line's contribution to the viewer's result; 0 for a pot."""
    why: str
    """The reason."""
    clause: str
    wager: str = ""
    """Empty for a pot."""
    row: str = ""
    payoff: int = 0
    uncapped: int = 0
    note: str = ""
    """A sentence on why it only pushes although other wagers win for the same reason."""
    how: str = ""
    """The result of a wager as a verb: `loses`; if a lost wager pays a bonus, `loses, bonus pays $5`."""


class Review(msgspec.Struct, frozen=True):
    """A round that is over."""

    id: str
    number: int
    hands: tuple[ReviewHand, ...]
    """The dealer's first, or the winners'; the viewer's own last."""
    lines: tuple[ReviewLine, ...]
    says: tuple[str, ...]
    """The sentences on the felt about the result."""
    net: int | None
    """The viewer's result; null for a spectator."""
    short: str = ""
    """The main reason and the result, in one line."""


def review(n: Narrator, round_id: str, number: int, says: tuple[str, ...]) -> Review:
    """The review of a finished round, from its narrator."""
    own = n.at.get(n.viewer) if n.viewer is not None else None
    won = {line.seat for line in n.lines if not line.wager}
    seats = [seat for seat in sorted(n.at, key=lambda seat: seat not in won) if n.at[seat].shown and seat != n.viewer]
    # In a game against a dealer each player has only the dealer's hand to beat.
    hands = [_hand(n, DEALER)] if n.dealer else [_hand(n, seat) for seat in seats]
    if own is not None and n.viewer is not None:
        hands.append(_hand(n, n.viewer))
    lines = [replace(line, note=noted(n.lines, line)) for line in n.lines if not line.wager or line.seat == n.viewer]
    net = own.stack - own.start if own is not None and own.played else None
    seen = tuple(hand for hand in hands if hand is not None)
    return Review(round_id, number, seen, tuple(lines), says, net, _short(n, lines, net))


def noted(lines: Sequence[ReviewLine], line: ReviewLine) -> str:
    """The line's note, if another wager wins for the same reason; without one the reason says it all."""
    return line.note if any(o.net > 0 and (o.seat, o.why) == (line.seat, line.why) for o in lines) else ""


def _short(n: Narrator, lines: list[ReviewLine], net: int | None) -> str:
    """`The dealer's straight beats your pair. You lose $10.`"""
    if n.called_off:
        return "The round is void."
    if all(not line.wager for line in lines):
        return _of_pots(n, lines, net)
    main = _main(n, lines)
    others = [line for line in lines if line.why != main[0].why and line.net]
    why = main[0].why
    if why and others and n.words.judged_by(main[0].wager) != DEALER:
        why = f"{main[0].title}: {why}"
    reason = f"{capital(why)}." if why else ""
    return f"{reason} {_sum(n, sum(line.net for line in main), others, net or 0)}".strip()


def _of_pots(n: Narrator, lines: list[ReviewLine], net: int | None) -> str:
    """The reason for the biggest pot, and the viewer's result."""
    most = max(lines, key=lambda line: line.amount, default=None)
    why = f"{capital(most.why)}." if most is not None and most.why else ""
    if most is not None and most.seat == n.viewer:
        why = why.replace("You win", f"You win {n.money(most.amount)}", 1)
    if net is None:
        return why
    # A pot is won with the winner's own chips in it.
    return f"{why} {_result(n, net)}{' on the round' if net > 0 else ''}.".strip()


def _main(n: Narrator, lines: list[ReviewLine]) -> list[ReviewLine]:
    """The wagers settled for the main reason: that of the first one against the dealer, or of the first one."""
    wagers = [line for line in lines if line.wager]
    first = next((line for line in wagers if n.words.judged_by(line.wager) == DEALER), wagers[0])
    return [line for line in wagers if line.why == first.why]


def _sum(n: Narrator, main: int, others: list[ReviewLine], net: int) -> str:
    """The viewer's result; if it differs from that of the main wagers, the wagers that made the difference."""
    if not others:
        return f"{_result(n, net)}."
    if main * net > 0:
        most = max((line for line in others if line.net * net > 0), key=lambda line: abs(line.net), default=None)
        if most is None or abs(most.net) <= abs(main):
            return f"{_result(n, net)} in all."
        if net > 0:
            why = f": {most.why}" if most.why else ""
            return f"{_result(n, net)} in all; {n.words.the(most.wager)} paid {n.money(most.payoff)}{why}."
        lost = [line for line in others if line.net < 0]
        return f"{_result(n, net)} in all; {_named(n, lost, others)} lost {n.money(sum(line.amount for line in lost))}."
    result = _result(n, net).replace("You", "you", 1)
    won = net > 0 or (not net and main < 0)
    made = [line for line in others if (line.net > 0) == won]
    if not made:
        return f"In all, {result}."
    does = f"paid {n.money(sum(line.payoff for line in made))}" if won else "lost"
    return f"In all, {result}: {_named(n, made, others)} {does}."


def _named(n: Narrator, lines: list[ReviewLine], others: list[ReviewLine]) -> str:
    """These of the other wagers, by name if they are few."""
    if len(lines) > 2:
        return f"the other {len(lines)} bets" if len(lines) == len(others) else f"{len(lines)} other bets"
    return listed([n.words.the(line.wager) for line in lines])


def _result(n: Narrator, net: int) -> str:
    return f"You {'win' if net > 0 else 'lose'} {n.money(abs(net))}" if net else "You break even"


_PLURALS = {" bet": "bets", " bonus": "bonuses"}


def listed(wagers: list[str]) -> str:
    """`the Full House and Special bets`, `the ante and the Special bet`."""
    kind = next((kind for kind in _PLURALS if all(wager.endswith(kind) for wager in wagers)), "")
    if len(wagers) == 1 or not kind:
        return _and(wagers)
    return f"the {_and([wager.removesuffix(kind).removeprefix('the ') for wager in wagers])} {_PLURALS[kind]}"


def _and(parts: list[str]) -> str:
    """`a, b and c`."""
    return " and ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)


def _hand(n: Narrator, place: int | str) -> ReviewHand | None:
    """The hand at a place, if the viewer has seen all of it."""
    cards = "".join(n.dealer) if isinstance(place, str) else "" if n.at[place].void else n.cards(place)
    if not cards or HIDDEN in cards:
        return None
    known = n.hands.get(str(place), NO_HAND)
    named = n.words.seen_at_dealer if isinstance(place, str) else n.words.seen
    seen = known if known.name else named(cards)
    seat = 0 if isinstance(place, str) else place
    plays = parse_cards(seen.plays)
    others = [card for card in parse_cards(seen.order or cards) if card not in plays]
    order = format_cards((*plays, *others))
    return ReviewHand(seat, n.name(seat) if seat else "Dealer", order, seen.name, seen.plays)
