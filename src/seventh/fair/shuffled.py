"""The deck of a round in progress: cards for the driver, commitments and openings for the players.

Nothing here is mutable. The next card is determined by the state of the round, so that a round that was copied,
replayed after a crash, or rolled back after a failed write continues with the same cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from seventh.cards import Card, card_named, format_cards
from seventh.fair.deck import SCHEME, Inputs, burns_label, reshuffled_deck, shuffled_burns, shuffled_deck
from seventh.fair.merkle import Tree, salts, seed_hash
from seventh.games import game
from seventh.records.proof import Opening, Proof
from seventh.records.seen import SHOWS_CARDS, visible_cards
from seventh.rounds import events as ev
from seventh.rounds.actions import Action
from seventh.rounds.calls import Top, named
from seventh.rounds.driver import Draw, Shuffle, dealer_action, from_deck
from seventh.rounds.events import Event
from seventh.rounds.round import Round

OPENS_CARDS = (*SHOWS_CARDS, ev.CardSetAside)
"""The events after which a viewer may have further openings."""


class Shuffled:
    """The deck derived from a round's seeds, with commitments to single cards where the game has them."""

    __slots__ = ("deck", "inputs", "tree")

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.deck = shuffled_deck(inputs)
        """All cards, top card first."""
        self.tree = (
            Tree(self.deck, salts(inputs, "deck", len(self.deck))) if game(inputs.game).round.KEEPS_SECRETS else None
        )

    def __repr__(self) -> str:
        return f"<Shuffled {self.inputs!r}>"

    # Dealing.

    def dealer_action(self, hand: Round) -> Action:
        """The dealer's next action, with the next cards."""
        return dealer_action(hand, self.draw(hand), self.shuffle(hand))

    def draw(self, hand: Round) -> Draw:
        """Cards for the driver, starting with the round's next card."""
        return from_deck(self.left(hand))

    def left(self, hand: Round) -> Sequence[Card]:
        """The cards still in the deck, top card first.

        Irregularities do not change the order. A card found face up leaves the deck from the top, an extra card in a
        hand likewise; a card missing from a hand is still in the deck, above those that were below it.
        """
        deck, undealt, cards = self.deck, hand.undealt, hand.undealt_cards
        again = sum(1 for event in hand.events if type(event) is ev.Reshuffled)
        if again:
            deck = reshuffled_deck(self.inputs, again)
        if cards is None or cards.bit_count() != undealt:
            return deck[len(deck) - undealt :]
        return [card for card in deck if card.bit & cards]

    def floor_action(self, hand: Round, action: Action) -> Action:
        """An action of the floor with the cards that this deck gives."""
        return named(hand, action, self.top(hand))

    def top(self, hand: Round) -> Top:
        """The next cards, without drawing them."""
        return lambda number: format_cards(self.left(hand)[:number])

    def shuffle(self, hand: Round) -> Shuffle:
        """The order for the driver when the burns are shuffled."""

        def shuffle(cards: Sequence[Card]) -> Sequence[Card]:
            return shuffled_burns(self.inputs, len(shuffles(hand.events)) + 1, cards)

        return shuffle

    # Commitments.

    @property
    def seed_hash(self) -> str:
        return seed_hash(self.inputs.server_seed)

    @property
    def root(self) -> str | None:
        """The root to publish when the client seeds are closed, before the first card."""
        return self.tree.root if self.tree else None

    def shuffle_tree(self, number: int, order: str) -> Tree:
        """The commitment to an order of burns; its root is published when they are shuffled."""
        cards = [card_named(order[i : i + 2]) for i in range(0, len(order), 2)]
        return Tree(cards, salts(self.inputs, burns_label(number), len(cards)), number)

    def shuffle_roots(self, hand: Round) -> tuple[str, ...]:
        """The roots of all shuffles of the burns so far."""
        return tuple(self.shuffle_tree(i, order).root for i, order in enumerate(shuffles(hand.events), 1))

    def opening(self, position: int) -> Opening:
        """The opening of a card by its position in the deck."""
        if self.tree is None:
            raise ValueError(f"{self.inputs.game} has no commitments to single cards")
        return self.tree.opening(position)

    def openings(self, hand: Round, viewer: int | None) -> tuple[Opening, ...]:
        """The openings of all cards that a seat has seen so far, in the order they were dealt."""
        if self.tree is None:
            return ()
        sees = visible_cards(hand, viewer)
        trees, found = [self.tree], dict[tuple[int, int], None]()
        origin = {card.text: (0, position) for position, card in enumerate(self.deck)}
        for event in hand.events:
            if isinstance(event, ev.BurnsShuffled):
                tree = self.shuffle_tree(len(trees), event.order)
                trees.append(tree)
                order = range(0, len(event.order), 2)
                origin |= {event.order[i : i + 2]: (tree.number, i // 2) for i in order}
            elif isinstance(event, ev.Dealt | ev.CardSetAside):
                card = event.card if isinstance(event, ev.CardSetAside) else event.cards
                place = None if isinstance(event, ev.CardSetAside) else event.place
                if not isinstance(place, int) or sees(place, card):
                    found[origin[card]] = None  # once: a card that was missing from a hand is dealt again
            elif isinstance(event, ev.Miscounted) and isinstance(event.place, int):
                # A hand with a card too many has the next one of the deck, although nobody dealt it.
                cards = [event.cards[i : i + 2] for i in range(0, len(event.cards), 2)]
                found |= {origin[card]: None for card in cards if sees(event.place, card)}
        return tuple(trees[number].opening(position) for number, position in found)

    def proof(self, hand: Round, viewer: int | None = None, *, revealed: bool) -> Proof:
        """The proof for the record: with the seed once revealed, before that with a seat's openings."""
        inputs = self.inputs
        return Proof(
            scheme=SCHEME,
            table=inputs.table,
            round=inputs.round_id,
            seed_hash=self.seed_hash,
            server_seed=inputs.server_seed.reveal().hex() if revealed else None,
            client_seeds={seat: seed.hex() for seat, seed in inputs.client_seeds.items()},
            root=self.root,
            shuffle_roots=self.shuffle_roots(hand),
            openings=() if revealed else self.openings(hand, viewer),
        )


def shuffles(events: Sequence[Event]) -> list[str]:
    """The orders of all shuffles of the burns so far."""
    return [event.order for event in events if isinstance(event, ev.BurnsShuffled)]
