"""Narration of the stud events: streets, bets, showdown and pots."""

from __future__ import annotations

from seventh.rounds import events as ev
from seventh.rounds.events import HIDDEN, Event
from seventh.rounds.narration import NOTHING, Narrator, Teller, Told, bracketed, cards_text, dealt
from seventh.rounds.review import ReviewLine
from seventh.rounds.stud.offers import bet_word
from seventh.rounds.stud.pots import pots_of
from seventh.rounds.words import HandWords, with_article

STREETS = {3: "Third street", 4: "Fourth street", 5: "Fifth street", 6: "Sixth street", 7: "Seventh street"}


def street_text(n: Narrator) -> str:
    """`Fourth street, $30 in the pot`."""
    return STREETS[n.street] + (f", {n.money(n.pot)} in the pot" if n.pot else "")


def _pay(n: Narrator, seat: int, amount: int) -> None:
    place = n.at[seat]
    place.stack -= amount
    place.bet += amount
    place.total += amount
    n.pot += amount


def _acts(n: Narrator, seat: int, verb: str, rest: str = "") -> Told:
    """A sentence about a seat, with ", all-in" if it is."""
    return Told(f"{n.does(seat, verb, rest)}{', all-in' if rest and not n.at[seat].stack else ''}.", seat)


def _ante_posted(n: Narrator, event: ev.AntePosted) -> Told:
    _pay(n, event.seat, event.amount)
    n.at[event.seat].bet = 0
    if event.amount >= n.words.house.stakes.ante:
        return NOTHING
    return _acts(n, event.seat, "ante", f"only {n.money(event.amount)}")


def _dealt(n: Narrator, event: ev.Dealt) -> Told:
    told = _common_card(n, event) if event.place == "common" else dealt(n, event)
    if not n.opens:
        return told
    n.opens = False
    say = f"{street_text(n)}.{f' {told.say}' if told.say else ''}"
    return Told(say, told.who, "street", STREETS[n.street], hands=told.hands)


def _common_card(n: Narrator, event: ev.Dealt) -> Told:
    n.common.append(event.cards)
    say = f"Too few cards are left, so everyone shares one{n.by('common_card')}: {cards_text(event.cards)}."
    return Told(say, hands=n.named(*(seat for seat, place in n.at.items() if place.live)))


def _brought_in(n: Narrator, event: ev.BroughtIn) -> Told:
    _pay(n, event.seat, event.amount)
    n.bet_to = n.words.house.stakes.bring_in
    return _acts(n, event.seat, "bring", f"it in for {n.money(event.amount)}")


def _checked(n: Narrator, event: ev.Checked) -> Told:
    return _acts(n, event.seat, "check")


def _called(n: Narrator, event: ev.Called) -> Told:
    _pay(n, event.seat, event.amount)
    return _acts(n, event.seat, "call", n.money(event.amount))


def _bet_made(n: Narrator, event: ev.BetMade) -> Told:
    verb, *to = bet_word(n.words.house, n.street, n.bet_to, event.to).lower().split()
    _pay(n, event.seat, event.to - n.at[event.seat].bet)
    n.bet_to = event.to
    return _acts(n, event.seat, verb, " ".join([*to, n.money(event.to)]))


def _bet_returned(n: Narrator, event: ev.BetReturned) -> Told:
    _pay(n, event.seat, -event.amount)
    say = f"The uncalled {n.money(event.amount)} is returned to {n.to(event.seat)}{n.by('pots')}."
    return Told(say, event.seat)


def _bets_collected(n: Narrator, _: ev.BetsCollected) -> Told:
    for place in n.at.values():
        place.bet = 0
    n.bet_to = 0
    if n.street < 7 and sum(place.live for place in n.at.values()) > 1:
        n.street += 1
        n.opens = True
    return NOTHING


def _burned(_: Narrator, __: ev.Burned) -> Told:
    return NOTHING


def _burns_shuffled(n: Narrator, event: ev.BurnsShuffled) -> Told:
    number = len(event.order) // 2
    return Told(f"The stub is short: the dealer shuffles {number} card{'s' * (number != 1)}{n.by('short_stub')}.")


def _burns_left(n: Narrator, _: ev.BurnsLeft) -> Told:
    return Told(f"The stub is short, and the dealer leaves the burns out{n.by('short_stub')}.")


def _down_card_exposed(n: Narrator, event: ev.DownCardExposed) -> Told:
    place = n.at[event.seat]
    if event.card not in place.cards and HIDDEN in place.cards:
        place.cards[place.cards.index(HIDDEN)] = event.card
    place.up.append(event.card)
    whose = "your" if event.seat == n.viewer else n.whose(event.seat)
    text = f"Floor: the dealer exposed one of {whose} down cards: {cards_text(event.card)}{n.by('exposed')}."
    return Told(text, event.seat)


def _all_in_declared(n: Narrator, event: ev.AllInDeclared) -> Told:
    rest = f"on for what is already in the pot{n.by('irregularities')}"
    return Told(f"{n.does(event.seat, 'play', rest)}.", event.seat)


# Showdown and pots.


def _mucked(n: Narrator, event: ev.Mucked) -> Told:
    place = n.at[event.seat]
    place.live, place.mucked = False, True
    return Told(f"{n.does(event.seat, 'muck', 'without showing')}{n.by('showdown')}.", event.seat)


def _rake_taken(n: Narrator, event: ev.RakeTaken) -> Told:
    return Told(f"The house takes a rake of {n.money(event.amount)}{n.by('rake')}.")


def _pot_won(n: Narrator, event: ev.PotWon) -> Told:
    place = n.at[event.seat]
    if not n.pots:
        n.pots = len(pots_of([(seat, one.total, one.live) for seat, one in n.at.items()]))
    place.stack += event.amount
    call = n.does(event.seat, "win", _what_was_won(n, event))
    pot = f"Side pot {event.pot}" if event.pot else "Main pot" if n.pots > 1 else "Pot"
    hand = whole = n.hand(event.seat)
    if len(event.parts) == 1:
        hand = n.words.won_with(n.cards(event.seat), event.parts[0])
    if not place.shown or not hand.name:
        how, lacks, lifted = _left_alone(n, event.seat), "", {}
    else:
        how = f"{',' * (len(event.parts) > 1)} with {with_article(hand.name)}"
        # The winner of an undivided pot fails to qualify only for parts for which nobody does.
        lacks = " and ".join(n.words.unqualified(n.cards(event.seat))) if not event.parts else ""
        lifted = {} if hand.plays == whole.plays else {str(event.seat): HandWords(whole.name, hand.plays, whole.order)}
    why = f"{n.does(event.seat, 'win')}{f' {event.parts[0]}' if len(event.parts) == 1 else ''}{how.removeprefix(',')}"
    n.lines.append(ReviewLine(event.seat, pot, event.amount, "win", 0, why, event.clause))
    say = f"{call}{how}{f'; no hand qualifies for {lacks}' if lacks else ''}{bracketed(event.clause)}."
    return Told(say, event.seat, "money", f"{call}{how}", f"{call}{how}.", lifted)


def _left_alone(n: Narrator, winner: int) -> str:
    """Why nobody else could win the pot; empty if somebody could. A void hand did not fold, nor did a mucked one."""
    others = {seat: place for seat, place in n.at.items() if seat != winner}
    if any(place.live for place in others.values()):
        return ""
    void = [seat for seat, place in others.items() if place.void]
    mucked = any(place.mucked for place in others.values())
    folded = any(not place.void and not place.mucked for place in others.values())
    reasons = []
    if void:
        whose = " and ".join("your" if seat == n.viewer else n.whose(seat) for seat in void)
        reasons.append(f"{whose} {'hand is' if len(void) == 1 else 'hands are'} void")
    if verbs := " or ".join(verb for verb, done in (("folded", folded), ("mucked", mucked)) if done):
        reasons.append(f"everyone else {verbs}")
    return f": {', and '.join(reasons)}"


def _what_was_won(n: Narrator, event: ev.PotWon) -> str:
    """`$30 from the main pot`; of a divided pot, `$15 for high` or `both halves, $30`."""
    amount, shared, several = n.money(event.amount), event.clause == n.words.clause("pots"), n.pots > 1
    where = f"side pot {event.pot}" if event.pot else "the main pot" if several else "the pot"
    if len(event.parts) > 1:
        halves = "both halves" if len(event.parts) == 2 else "every part"
        return f"{halves}{f' of {where}' if several else ''}, {amount}"
    if event.parts:
        part = f"{'as a share of' if shared else 'for'} {event.parts[0]}"
        return f"{amount} {part}{f' in {where}' if several else ''}"
    return amount + (f" as a share of {where}" if shared else f" from {where}" if several else "")


def _chips_returned(n: Narrator, event: ev.ChipsReturned) -> Told:
    place = n.at[event.seat]
    place.stack += event.amount
    place.total -= event.amount
    n.pot -= event.amount
    return Told(f"{n.money(event.amount)} is returned to {n.to(event.seat)}{bracketed(event.clause)}.", event.seat)


TELLERS: dict[type[Event], Teller] = {
    ev.AntePosted: _ante_posted,
    ev.Dealt: _dealt,
    ev.BroughtIn: _brought_in,
    ev.Checked: _checked,
    ev.Called: _called,
    ev.BetMade: _bet_made,
    ev.BetReturned: _bet_returned,
    ev.BetsCollected: _bets_collected,
    ev.Burned: _burned,
    ev.BurnsShuffled: _burns_shuffled,
    ev.BurnsLeft: _burns_left,
    ev.DownCardExposed: _down_card_exposed,
    ev.AllInDeclared: _all_in_declared,
    ev.Mucked: _mucked,
    ev.RakeTaken: _rake_taken,
    ev.PotWon: _pot_won,
    ev.ChipsReturned: _chips_returned,
}
