"""The description of a hand follows the rules: its name, the cards that play, nothing about hidden cards."""

from random import Random

import pytest

from seventh.cards import DECK_53, format_cards, parse_cards
from seventh.games import GAMES, wording_of
from seventh.hands import flush, joker, poker, showing, three


def three_cards(cards):
    """The same words mean five cards in the rest of Boston 7."""
    name = three.rank(cards).name
    return f"three-card {name}" if name.startswith(("straight", "flush")) else name


NAMES = {
    "high-card-flush": lambda cards: flush.longest_suit(cards).name,
    "boston-7-stud": lambda cards: (
        three_cards(cards) if len(cards) == 3 else (poker if len(cards) > 4 else showing).rank(cards).name
    ),
    "seven-card-thrill": lambda cards: joker.rank(cards).name if len(cards) > 4 else None,
    "seven-card-stud": lambda cards: (poker.rank(cards) if len(cards) > 4 else showing.rank(cards)).name,
}
STRENGTHS = {
    "high-card-flush": lambda cards: flush.longest_suit(cards).strength,
    "boston-7-stud": lambda cards: poker.rank(cards).strength,
    "seven-card-thrill": lambda cards: joker.rank(cards).strength,
    "seven-card-stud": lambda cards: poker.rank(cards).strength,
}


def hands_of(game, sizes, number):
    """Hands of a game's deck; half of them from few cards, so that the rare ones come up."""
    source = Random(f"{game} in words")
    deck = GAMES[game].deck
    rich = [card for card in deck if card.suit in (0, 3) or card.rank > 10 or card is DECK_53[52]]
    return [tuple(source.sample(rich if i % 2 else deck, source.choice(sizes))) for i in range(number)]


@pytest.mark.parametrize("game", NAMES)
def test_R43_hands_are_called_what_they_are(game):
    words = wording_of(GAMES[game].book)
    said = set()
    for cards in hands_of(game, range(1, 8), 3000):
        name = words.seen(format_cards(cards)).name
        expected = NAMES[game](cards)
        assert name.startswith(expected) if expected else name
        said.add(name)
    assert len(said) > 20


@pytest.mark.parametrize("game", NAMES)
def test_R43_the_cards_that_are_lifted_make_the_hand(game):
    words = wording_of(GAMES[game].book)
    for cards in hands_of(game, (7,), 2000):
        seen = words.seen(format_cards(cards))
        plays = parse_cards(seen.plays)
        assert set(plays) <= set(cards)
        assert STRENGTHS[game](plays) == STRENGTHS[game](cards)
        assert sorted(parse_cards(seen.order)) == sorted(cards)


@pytest.mark.parametrize("game", ["high-card-flush", "boston-7-stud", "seven-card-thrill"])
def test_the_cards_that_play_come_first_and_in_sequence(game):
    words = wording_of(GAMES[game].book)
    for cards in hands_of(game, (7,), 1000):
        seen = words.seen(format_cards(cards))
        assert seen.order.startswith(seen.plays)


@pytest.mark.parametrize(
    ("game", "cards", "order"),
    [
        ("boston-7-stud", "5h5d7s6c4d3h2s", "7s6c5h4d3h5d2s"),
        ("boston-7-stud", "5hAd2s4c3d9hKs", "5h4c3d2sAdKs9h"),
        ("boston-7-stud", "2h9dKs9c4hKd7s", "KsKd9d9c7s4h2h"),
        ("seven-card-thrill", "9sJk7d6h5c2h2d", "9sJk7d6h5c2h2d"),
        ("seven-card-thrill", "KsQs9s4sJk3d2d", "JkKsQs9s4s3d2d"),
        ("high-card-flush", "2h9hKs9c4hKd7s", "9h4h2hKs7sKd9c"),
    ],
)
def test_a_straight_is_shown_from_the_top_with_the_joker_in_its_place(game, cards, order):
    shown = wording_of(GAMES[game].book).seen(cards).order
    assert shown[:10] == order[:10]
    assert sorted(parse_cards(shown)) == sorted(parse_cards(order))


@pytest.mark.parametrize("game", NAMES)
def test_a_hand_with_a_hidden_card_has_no_description(game):
    seen = wording_of(GAMES[game].book).seen("??KsKdKc2h3h4h")
    assert (seen.name, seen.plays, seen.order) == ("", "", "")
