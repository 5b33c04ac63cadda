"""The events of a game against the dealer in words: wagers, decisions, the dealer's hand, and every settlement."""

from __future__ import annotations

from seventh.cards import parse_cards
from seventh.rounds import events as ev
from seventh.rounds.actions import DEALER
from seventh.rounds.events import HIDDEN, Event, Settled
from seventh.rounds.narration import NOTHING, Narrator, Teller, Told, bracketed, cards_text, codes
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
        f"{n.does(event.seat, *(('take', 'all wagers back') if before else ('sit', 'this round out')))}.", event.seat
    )


def _bets_closed(_: Narrator, __: ev.BetsClosed) -> Told:
    return Told("No more bets.", call="No more bets")


def _claimed(n: Narrator, event: ev.Claimed) -> Told:
    if event.cards:
        return Told(f"{n.does(event.seat, 'show', cards_text(event.cards))} for the bonus.", event.seat)
    return Told(f"{n.does(event.seat, 'claim', 'the bonus wagers')}.", event.seat)


def _bet_placed(n: Narrator, event: ev.BetPlaced) -> Told:
    place = n.at[event.seat]
    place.stack -= event.amount
    place.total += event.amount
    return Told(f"{n.does(event.seat, 'make', n.words.the(event.wager))} of {n.money(event.amount)}.", event.seat)


def _hand_set(n: Narrator, event: ev.HandSet) -> Told:
    n.at[event.seat].discards = event.discards
    if event.seat != n.viewer:
        return Told(f"{n.does(event.seat, 'set', 'the hand')}.", event.seat)
    if not event.discards:
        return Told("You leave your hand to the house.", event.seat)
    return Told(f"You put {cards_text(event.discards)} aside.", event.seat, hands=_kept(n, event.seat))


def _kept(n: Narrator, seat: int) -> dict[str, HandWords]:
    """The hand that a seat plays, where the house does not choose the best of all cards."""
    place = n.at[seat]
    if not n.words.matters():
        return {}
    kept = "".join(card for card in place.cards if card not in codes(place.discards))
    name = n.words.seen(kept).name
    return {str(seat): HandWords(name, kept, n.hand(seat).order)} if name else {}


def _revealed(n: Narrator, event: ev.Revealed) -> Told:
    n.dealer = codes(event.cards)
    hand, note = n.words.seen(event.cards), n.words.dealer_note(parse_cards(event.cards))
    say = f"The dealer has {cards_text(hand.order or event.cards)}: {hand.name}.{f' {note}' if note else ''}"
    return Told(say, call=f"Dealer: {hand.name}", hands={DEALER: hand})


def _settled(n: Narrator, line: Settled) -> Told:
    place, net = n.at[line.seat], line.returned + line.payoff - line.amount
    place.stack += line.returned + line.payoff
    place.total -= line.amount
    place.played = True
    wager = n.words.the(line.wager).removeprefix("the ")
    say = f"{n.whose(line.seat)} {wager} of {n.money(line.amount)} {_result(n, line)}{decided(n, line, ': ')}."
    call = ""
    if line.seat == n.viewer and line.payoff and line.row:
        call = f"{n.words.label(line.wager)}: {n.words.row(line.wager, line.row)}, {n.signed(net)}"
    return Told(say, line.seat, "money", call)


def _result(n: Narrator, line: Settled) -> str:
    if line.result == "push":
        return "pushes"
    if line.result == "void":
        return "comes back"
    if not line.payoff:
        return "loses"
    return f"wins {n.money(line.payoff)}" if line.returned else f"is lost, but paid {n.money(line.payoff)}"


def because(n: Narrator, line: Settled) -> str:
    """Why a wager was settled as it was, as far as the viewer has seen the cards that decided it."""
    if line.result == "void":
        return "the wager is void"
    place = n.at[line.seat]
    cards = "" if place.void else "".join(place.cards)
    whose = "your" if line.seat == n.viewer else "their"
    why: str = n.words.because(line, cards, place.discards, "".join(n.dealer), whose)
    return why or (n.words.row(line.wager, line.row) if line.row else "")


def decided(n: Narrator, line: Settled, lead: str = "") -> str:
    """The reason with the clause that has it, and the cap if one cut the payoff."""
    why = because(n, line)
    text = f"{lead if why else ''}{why}{bracketed(line.clause)}"
    if line.uncapped:
        cut = f"{n.money(line.uncapped)} cut to {n.money(line.payoff)}"
        text += f"; {cut} by the cap on what is paid{bracketed(n.words.cap_clause)}"
    return text


def _card_exposed(n: Narrator, event: ev.CardExposed) -> Told:
    if event.card not in n.dealer and HIDDEN in n.dealer:
        n.dealer[n.dealer.index(HIDDEN)] = event.card
    return Told(f"A card of the dealer is exposed: {cards_text(event.card)}.")


def _reshuffled(n: Narrator, event: ev.Reshuffled) -> Told:
    named = dict.fromkeys(n.named(*n.at), NO_HAND)
    n.dealer = []
    for place in n.at.values():
        place.cards, place.up = [], []
    return Told(f"The cards are shuffled again; wagers stand{bracketed(event.clause)}.", hands=named)


def _stub_racked(_: Narrator, __: ev.StubRacked) -> Told:
    return NOTHING


TELLERS: dict[type[Event], Teller] = {
    ev.WagersPlaced: _wagers_placed,
    ev.BetsClosed: _bets_closed,
    ev.Claimed: _claimed,
    ev.BetPlaced: _bet_placed,
    ev.HandSet: _hand_set,
    ev.Revealed: _revealed,
    ev.Settled: _settled,
    ev.CardExposed: _card_exposed,
    ev.Reshuffled: _reshuffled,
    ev.StubRacked: _stub_racked,
}
