"""Reading hands at stud: who is ahead on the board, who opens, what is dead. The rules know the answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from seventh.cards import RANK_NAMES, SUIT_NAMES, UNKNOWN, Card, format_cards, parse_cards
from seventh.games import GAMES, book_house, new_round, wording_of
from seventh.records.seen import visible_cards
from seventh.room.drill.chance import Chance
from seventh.room.drill.question import Kind, Question, Shown, Solution, whole_number
from seventh.rounds.actions import DEALER, Action, BringIn, Call, Check, Fold
from seventh.rounds.driver import deal_on, from_deck
from seventh.rounds.round import Round
from seventh.rounds.stud.words import STREETS

OPENS, AHEAD, LIVE = "opens", "ahead", "live"
_TRIES = 40


def drilled() -> list[str]:
    return [name for name, game in GAMES.items() if not game.round.AGAINST_HOUSE]


def ask(games: list[str], chance: Chance, weight: Callable[[str], int]) -> Question:
    game = chance.one_of(games)
    wanted = [
        (about, street) for about in (OPENS, AHEAD, LIVE) for street in (3, 4, 5, 6) if (about, street) != (AHEAD, 3)
    ]
    weights = [weight(f"{game} {about} {street}") for about, street in wanted]
    about, street = chance.weighted(wanted, weights)
    for _ in range(_TRIES):
        hand = dealt(game, chance, street)
        found = _QUESTIONS[about](game, hand, street, chance) if hand is not None else None
        if found is not None:
            return found
    raise LookupError(f"no question on {game} was found")


def dealt(game: str, chance: Chance, street: int) -> Any:
    """A hand on a street, before anybody has acted on it: nobody raises, some fold; None if it ended before."""
    house = book_house(game)
    seats = 4 + chance.below(3)
    chips = 1000 * house.least_bet(7)
    order = list(range(1, seats + 1))
    hand = new_round(house, dict.fromkeys(order, chips), dealer_position=chance.one_of(order))
    deck = from_deck(chance.shuffled(GAMES[game].deck))
    while True:
        deal_on(hand, deck)
        view: Any = hand.view(None)
        if view.phase != "betting":
            return None
        if view.street == street:
            return hand
        while DEALER not in hand.to_act and hand.outcome is None:
            [seat] = [who for who in hand.to_act if isinstance(who, int)]
            hand.act(seat, _passive(hand, seat, chance))


def _passive(hand: Round, seat: int, chance: Chance) -> Action:
    legal = hand.legal(seat)
    if legal.of(BringIn) is not None:
        return BringIn()
    if legal.of(Check) is not None:
        return Check()
    calls = legal.of(Call)
    if calls is None or (legal.of(Fold) is not None and not chance.below(5)):
        return Fold()
    return next(iter(calls))


def playing(hand: Any) -> list[Any]:
    """The hands still in play, in the order of the seats."""
    return list(hand.hands.remaining)


def _boards(hand: Any, own: int = 0) -> tuple[Shown, ...]:
    """What seat `own` sees, or a bystander if it is 0."""
    view: Any = hand.view(own or None)
    found = []
    for line in view.seats:
        you = " (you)" if line.seat == own else ""
        deals = ", has the deal" if line.seat == view.dealer_position else ""
        found.append(Shown(f"Seat {line.seat}{you}{deals}", line.cards, "folded" if line.status == "folded" else ""))
    return tuple(found)


def _opens(game: str, hand: Any, street: int, _: Chance) -> Question:
    [seat] = hand.to_act
    named = _named(hand, seat)
    asks = "Who brings it in?" if street == 3 else "Who acts first?"
    why = hand.house.clause_id("bring_in_card" if street == 3 else "opener")
    does = "brings it in" if street == 3 else "acts first"
    return _seats(game, hand, OPENS, street, asks, {seat}, f"Seat {seat} {does}: {named} ({why}).")


def _ahead(game: str, hand: Any, street: int, _: Chance) -> Question | None:
    """The seat with the best board among those still in; ties are not asked about."""
    family = hand.house.family
    strengths = {own.seat: family.board(sum(card.bit for card in own.up)) for own in playing(hand)}
    best = max(strengths.values())
    ahead = [seat for seat, strength in strengths.items() if strength == best]
    if len(ahead) > 1 or len(strengths) < 2:
        return None
    says = f"Seat {ahead[0]} has the best board: {_named(hand, ahead[0])}."
    return _seats(game, hand, AHEAD, street, "Who has the best board?", set(ahead), says)


def _named(hand: Any, seat: int) -> str:
    up = format_cards(hand.hands[seat].up)
    return str(wording_of(hand.house).hand(parse_cards(up))) if len(up) > 2 else f"the {_card(hand.hands[seat].up[0])}"


def _card(card: Card) -> str:
    return f"{RANK_NAMES[card.rank - 2]} of {SUIT_NAMES[card.suit]}"


def _seats(game: str, hand: Any, about: str, street: int, asks: str, right: set[int], says: str) -> Question:
    choices = tuple((str(own.seat), f"Seat {own.seat}") for own in playing(hand))
    return Question(
        kind="reading",
        game=game,
        topic=f"{game} {about} {street}",
        title=hand.house.title,
        asks=asks,
        shown=_boards(hand),
        choices=choices,
        solution=Solution(frozenset(map(str, right)), says),
        facts=(f"{STREETS[street]}.",),
    )


def unseen(hand: Any, seat: int) -> list[Card]:
    """The cards of the deck that a seat has not seen, folded up-cards included among the seen ones."""
    sees = visible_cards(hand, seat)
    seen = {
        card for own in hand.hands.values() for card in own.cards if card is not UNKNOWN and sees(own.seat, card.text)
    }
    return [card for card in GAMES[hand.game].deck if card not in seen]


def _live(game: str, hand: Any, street: int, chance: Chance) -> Question:
    """How many cards of a rank or a suit that the player holds have not been seen."""
    seat = chance.one_of([own.seat for own in playing(hand)])
    own = list(hand.hands[seat].cards)
    card = chance.one_of(own)
    left = unseen(hand, seat)
    if chance.below(2):
        plural = f"{RANK_NAMES[card.rank - 2]}{'es' if card.rank == 6 else 's'}"
        live = [other for other in left if other.rank == card.rank]
        asks, most = f"How many {plural} are still live (not seen by you)?", 4
    else:
        plural = SUIT_NAMES[card.suit]
        live = [other for other in left if other.suit == card.suit]
        asks, most = f"How many {plural} are still live (not seen by you)?", 13
    named = ", ".join(other.text for other in live) or "none"
    return Question(
        kind="reading",
        game=game,
        topic=f"{game} {LIVE} {street}",
        title=hand.house.title,
        asks=asks,
        shown=_boards(hand, seat),
        read=whole_number(0, most),
        allowed=f"0 to {most}",
        facts=(f"{STREETS[street]}. You are in seat {seat}; cards you have seen are dead.",),
        solution=Solution(
            frozenset((str(len(live)),)),
            f"{len(live)} of the {plural} {'is' if len(live) == 1 else 'are'} live: {named}.",
        ),
    )


_QUESTIONS: dict[str, Callable[[str, Any, int, Chance], Question | None]] = {OPENS: _opens, AHEAD: _ahead, LIVE: _live}

KIND = Kind("reading", "Reading hands", "In stud: who is ahead, who opens, which cards are dead?", drilled, ask)
