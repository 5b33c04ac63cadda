"""Narration of the events of dealer games: wagers, decisions, the dealer's hand, and settlements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile

from seventh.cards import parse_cards
from seventh.rounds import events as ev
from seventh.rounds.actions import DEALER
from seventh.rounds.events import HIDDEN, Event, Settled
from seventh.rounds.narration import NOTHING, Narrator, Teller, Told, bracketed, cards_text, codes
from seventh.rounds.offers import capital
from seventh.rounds.review import ReviewLine, listed, noted
from seventh.rounds.words import NO_HAND, HandWords


def _wagers_placed(n: Narrator, event: ev.WagersPlaced) -> Told:
    place, total = n.at[event.seat], sum(event.amounts.values())
    before, place.total, place.stack = place.total, total, place.start - total
    if total:
        bets = ", ".join(
            f"{n.money(amount)} on {n.words.the(name)}" for name, amount in event.amounts.items() if amount
        )
        return Told(f"{n.does(event.seat, 'bet', bets)}.", event.seat)
    return Told(
        f"{n.does(event.seat, *(('take', 'all bets back') if before else ('sit', 'this round out')))}.", event.seat
    )


def _bets_closed(_: Narrator, __: ev.BetsClosed) -> Told:
    return Told("No more bets.", call="No more bets")


def _claimed(n: Narrator, event: ev.Claimed) -> Told:
    if event.cards:
        return Told(f"{n.does(event.seat, 'show', cards_text(event.cards))} for the bonus.", event.seat)
    return Told(f"{n.does(event.seat, 'claim', 'the bonus bets')}.", event.seat)


_VERBS = ("raise", "call")
"""Wagers that are named by a verb: `You raise $5`."""


def _bet_placed(n: Narrator, event: ev.BetPlaced) -> Told:
    place = n.at[event.seat]
    place.stack -= event.amount
    place.total += event.amount
    title, amount = n.words.title(event.wager), n.money(event.amount)
    how = (title, amount) if title in _VERBS else ("make", f"{n.words.the(event.wager)}, {amount}")
    return Told(f"{n.does(event.seat, *how)}.", event.seat)


def _wager_reduced(n: Narrator, event: ev.WagerReduced) -> Told:
    place = n.at[event.seat]
    place.stack += event.returned
    place.total -= event.returned
    cut = f"{n.whose(event.seat)} {n.words.title(event.wager)} is cut to {n.money(event.amount)}"
    return Told(f"{cut}; {n.money(event.returned)} is returned{bracketed(event.clause)}.", event.seat)


def _hand_set(n: Narrator, event: ev.HandSet) -> Told:
    n.at[event.seat].discards = event.discards
    if event.seat != n.viewer:
        return Told(f"{n.does(event.seat, 'set', 'the hand')}.", event.seat)
    if not event.discards:
        return Told("Your best five cards are chosen for you.", event.seat)
    return Told(f"You set aside {cards_text(event.discards)}.", event.seat, hands=_kept(n, event.seat))


def _kept(n: Narrator, seat: int) -> dict[str, HandWords]:
    """The hand a seat plays, if the best five do not play automatically."""
    place = n.at[seat]
    if not n.words.matters():
        return {}
    kept = "".join(card for card in place.cards if card not in codes(place.discards))
    name = n.words.seen(kept).name
    return {str(seat): HandWords(name, kept, n.hand(seat).order)} if name else {}


def _revealed(n: Narrator, event: ev.Revealed) -> Told:
    n.dealer = codes(event.cards)
    hand, note = n.words.seen_at_dealer(event.cards), n.words.dealer_note(parse_cards(event.cards))
    say = f"The dealer has {cards_text(hand.order or event.cards)}: {hand.name}.{f' {note}' if note else ''}"
    return Told(say, call=f"Dealer: {hand.name}", hands={DEALER: hand})


def _settled(n: Narrator, line: Settled) -> Told:
    place, net = n.at[line.seat], line.returned + line.payoff - line.amount
    place.stack += line.returned + line.payoff
    place.total -= line.amount
    place.played = True
    title, why = n.words.label(line.wager), because(n, line)
    settled = ReviewLine(
        line.seat, title, line.amount, line.result, net, why, line.clause,
        line.wager, line.row, line.payoff, line.uncapped, n.words.push_note(line), result_words(line, n.money),
    )  # fmt: skip
    n.lines.append(settled)
    return _verdict(n, [settled])


def _verdict(n: Narrator, lines: Sequence[ReviewLine]) -> Told:
    """One sentence for a seat's wagers that were settled for the same reason."""
    if lines[0].seat == n.viewer:
        return _composed_verdict(n, lines)
    return n.phrase(tuple(lines), lambda: _composed_verdict(n, lines))


def _composed_verdict(n: Narrator, lines: Sequence[ReviewLine]) -> Told:
    first, own = lines[0], lines[0].seat == n.viewer
    why = first.why if len(lines) == 1 else _gist(n, first)
    wagers = [n.words.the(line.wager) for line in lines]
    if len({line.why for line in lines}) > 1:  # they lose alike
        lost = f"{listed(wagers)} lose {n.money(sum(line.amount for line in lines))}"
        results = lost if own and why else lost.removeprefix("the ")
    else:
        bets = zip(wagers, lines, strict=True)
        results = ", ".join(f"{wager.removeprefix('the ')} {_result(n, line)}" for wager, line in bets)
    if not own or not why:
        say = f"{n.whose(first.seat)} {results}{f': {why}' if why else ''}"
    else:
        say = f"{capital(why)}: {results}"
    cut = "".join(_cut(n, line) for line in lines)
    clauses = ", ".join(dict.fromkeys(line.clause for line in lines if line.clause))
    notes = "".join(f" {note}" for note in (noted(lines, line) for line in lines) if note)
    sentence = f"{say}{bracketed(clauses)}{cut}.{notes}"
    if not own:
        return Told(sentence, first.seat, "money")
    leads = any(n.words.judged_by(line.wager) == DEALER for line in lines)
    return Told(sentence, first.seat, "money", why=f"{say}{cut}.", leads=leads)


def joined(n: Narrator, events: Sequence[Event], told: list[Told], lines: Sequence[ReviewLine]) -> list[Told]:
    """Merge consecutive settlements of one seat with the same reason into the last of them; what each of several lost
    wagers on a hand would have needed is left to the review."""
    told, left = list(told), list(lines)
    places = [place for place, event in enumerate(events) if isinstance(event, Settled)]
    while left:
        group = list(takewhile(lambda line: (line.seat, _gist(n, line)) == (left[0].seat, _gist(n, left[0])), left))
        if len(group) > 1 and group[0].why:
            for place in places[: len(group) - 1]:
                told[place] = Told(who=group[0].seat, kind="money")
            told[places[len(group) - 1]] = _verdict(n, group)
        del left[: len(group)], places[: len(group)]
    return told


def _gist(n: Narrator, line: ReviewLine) -> str:
    """The reason; of a wager that the player's own hand loses, without what it would have needed."""
    short = line.result == "lose" and not line.payoff and n.words.judged_by(line.wager) != DEALER
    return line.why.partition(" (needs")[0] if short else line.why


def _result(n: Narrator, line: ReviewLine) -> str:
    if line.result in ("push", "void"):
        return line.how
    if not line.payoff and line.result != "win":  # a win may be cut to nothing
        return f"loses {n.money(line.amount)}"
    if line.net < line.payoff:
        return f"loses {n.money(line.amount)}, bonus pays {n.money(line.payoff)}"
    return f"wins {n.money(line.payoff)}"


_RESULTS = {"win": "wins", "lose": "loses", "push": "pushes", "void": "is returned"}


def result_words(line: Settled, money: Callable[[int], str]) -> str:
    """The result of a wager as a verb, without its net; a lost wager may still pay a bonus."""
    if line.payoff and not line.returned:
        return f"loses, bonus pays {money(line.payoff)}"
    return _RESULTS[line.result]


def _cut(n: Narrator, line: ReviewLine | Settled) -> str:
    if not line.uncapped:
        return ""
    cut = f"{n.money(line.uncapped)} reduced to {n.money(line.payoff)}"
    return f"; {cut} by the payout cap{bracketed(n.words.cap_clause)}"


def because(n: Narrator, line: Settled) -> str:
    """The reason for a settlement, as far as the viewer has seen the deciding cards."""
    if line.result == "void":
        return "the round is void" if n.called_off else "the hand is void"
    place = n.at[line.seat]
    cards = "" if place.void else "".join(place.cards)
    seen = (cards, place.discards, "".join(n.dealer), "your" if line.seat == n.viewer else "their")

    def compose() -> str:
        why: str = n.words.because(line, *seen)
        return why or (n.words.row(line.wager, line.row) if line.row else "")

    return n.phrase((line, seen), compose)


def decided(n: Narrator, line: Settled) -> str:
    """The reason with its clause, and the cap if one reduced the payoff."""
    return f"{because(n, line)}{bracketed(line.clause)}{_cut(n, line)}"


def _card_exposed(n: Narrator, event: ev.CardExposed) -> Told:
    if event.card not in n.dealer and HIDDEN in n.dealer:
        n.dealer[n.dealer.index(HIDDEN)] = event.card
    return Told(f"Floor: one of the dealer's cards is exposed: {cards_text(event.card)}{n.by('exposed')}.")


def _reshuffled(n: Narrator, event: ev.Reshuffled) -> Told:
    named = dict.fromkeys(n.named(*n.at), NO_HAND)
    n.dealer = []
    for place in n.at.values():
        place.cards, place.up = [], []
    return Told(f"Floor: the cards are reshuffled; all bets stand{bracketed(event.clause)}.", hands=named)


def _stub_racked(_: Narrator, __: ev.StubRacked) -> Told:
    return NOTHING


TELLERS: dict[type[Event], Teller] = {
    ev.WagersPlaced: _wagers_placed,
    ev.BetsClosed: _bets_closed,
    ev.Claimed: _claimed,
    ev.BetPlaced: _bet_placed,
    ev.WagerReduced: _wager_reduced,
    ev.TurnsDue: lambda _, __: NOTHING,
    ev.HandSet: _hand_set,
    ev.Revealed: _revealed,
    ev.Settled: _settled,
    ev.CardExposed: _card_exposed,
    ev.Reshuffled: _reshuffled,
    ev.StubRacked: _stub_racked,
}
