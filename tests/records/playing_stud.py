"""Random hands of stud, recorded as they are played."""

from itertools import islice
from random import Random

from seventh.cards import Card, card_set, cards_in
from seventh.games import house_from_data
from seventh.records import Recorder
from seventh.rounds.actions import DEALER, FLOOR, Action, BetTo, DealCards, DeclareAllIn, Fold, Show, VoidRound
from seventh.rounds.driver import dealer_action
from seventh.rounds.stud import StudRound

GAME = "seven-card-stud"


def stud_house(**settings):
    """The book's house with small whole stakes, and these settings."""
    stakes = {"ante": 5, "bring_in": 10, "small_bet": 40, "big_bet": 80}
    values = {"table_unit": 1, "chips_per_unit": 1, "currency": "", "stakes": stakes}
    return house_from_data(values | settings, GAME)


def random_house(rng: Random, structure="fixed_limit"):
    small = rng.choice((2, 10, 40))
    stakes = {
        "ante": rng.choice((0, 1, 5)),
        "bring_in": rng.randrange(1, small + 1),
        "small_bet": small,
        "big_bet": small * rng.choice((1, 2, 2, 3)),
    }
    flags = (
        *("completion_counts", "uncapped_heads_up", "fourth_street_pair_doubles", "half_bet_rule"),
        *("use_burns", "skip_burn_when_exact", "last_card_joins", "all_in_shown"),
    )
    return stud_house(
        **{flag: rng.choice((True, False)) for flag in flags},
        stakes=stakes,
        structure=structure,
        raise_cap=rng.choice((0, 1, 3, 4)),
        seventh_street_face=rng.choice(("down", "down", "up")),
        short_stub=rng.choice(("burns_under_stub", "shuffled_together")),
        common_card_opens=rng.choice(("with_common", "own_cards")),
        odd_chip=rng.choice(("high_card_by_suit", "left_of_dealer")),
        rake={"per_thousand": rng.choice((0, 0, 50)), "cap": rng.choice((0, 7))},
    )


def random_seats(rng: Random, house, players=None):
    taken = rng.sample(range(1, 9), players or rng.randrange(2, 9))
    most = house.stakes.big_bet * rng.choice((2, 10, 50))
    return {seat: rng.randrange(1, most + 1) for seat in taken}


class RandomHand:
    """One hand played by a generator."""

    def __init__(self, rng: Random, house=None, seats=None, trouble=0.0, unknown=0.0, folds=0.1, stop=1.0):
        self.rng = rng
        self.house = house or random_house(rng)
        self.seats = seats or random_seats(rng, self.house)
        self.trouble, self.unknown, self.folds, self.stop = trouble, unknown, folds, stop
        self.round = StudRound(self.house, self.seats, rng.randrange(0, 9))
        self.recorder = Recorder(self.round)
        self.order = list(cards_in(self.round.DECK))
        rng.shuffle(self.order)

    def play(self) -> Recorder:
        while self.round.outcome is None and self.rng.random() < self.stop:
            if self.rng.random() < self.trouble:
                self._trouble()
            else:
                self._step()
        return self.recorder

    def _trouble(self) -> None:
        choices = [choice for choice in self.round.legal(FLOOR).choices if choice.action is not VoidRound]
        if not choices:
            return
        some = list(islice(self.rng.choice(choices), 60))
        if some:
            self.recorder.act(FLOOR, self.rng.choice(some))

    def _step(self) -> None:
        (who,) = self.round.to_act
        if who == DEALER:
            self._deal(dealer_action(self.round, self._draw, self._shuffle))
            return
        choices = {choice.action: choice for choice in self.round.legal(who).choices}
        kind: type[Action]
        if Fold in choices and self.rng.random() < self.folds:
            kind = Fold
        else:
            kinds: list[type[Action]] = [kind for kind in choices if kind is not Fold]
            kinds = kinds or [Fold]
            kind = self.rng.choice(kinds)
        if kind is Show and not list(choices[kind]):
            self.recorder.act(who, Show(self._named(who)))
            return
        choice = choices[kind]
        action = self.rng.choice(list(choice)) if kind is BetTo else next(iter(choice))
        if kind is DeclareAllIn and self.rng.random() < 0.5:
            return
        self.recorder.act(who, action)

    def _deal(self, action) -> None:
        """A run of cards in one go, or in pieces, so that something can go wrong in between."""
        if isinstance(action, DealCards) and self.trouble and self.rng.random() < 0.8:
            action = DealCards(action.cards[: 2 * self.rng.randrange(1, len(action.cards) // 2 + 1)])
        self.recorder.act(DEALER, action)

    def _named(self, seat) -> str:
        free = (card for card in self.order if card.bit & self.round.stock.unordered)
        return "".join(next(free).text if card.text == "??" else card.text for card in self.round.hands[seat].cards)

    def _draw(self, place, number) -> str:
        below = card_set([card for card in self.round.stock.known_below if card.text != "??"])
        free = (card for card in self.order if card.bit & self.round.stock.deck & ~below)
        cards = [next(free) for _ in range(number)]
        for card in cards:
            self.order.remove(card)
            self.order.append(card)  # a card that is put back later is drawn last
        return "".join("??" if self._hides(place) else card.text for card in cards)

    def _hides(self, place) -> bool:
        return self.rng.random() < self.unknown and (place == "burns" or self._next_is_down(place))

    def _next_is_down(self, place) -> bool:
        return isinstance(place, int) and bool(self.round.dealing.plan) and not self._up_among(place)

    def _up_among(self, place) -> bool:
        return any(up for where, up in self.round.dealing.places if where == place)

    def _shuffle(self, cards) -> list[Card]:
        cards = list(cards)
        self.rng.shuffle(cards)
        return cards


def random_record(seed, **options):
    return RandomHand(Random(seed), **options).play().record()
