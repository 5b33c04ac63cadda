"""What a table says about a hand is what the rules say: its name, the cards that play, nothing about hidden ones."""

from random import Random

import pytest

from seventh.cards import DECK_53, format_cards, parse_cards
from seventh.games import GAMES, wording_of
from seventh.hands import flush, joker, poker, showing, three

NAMES = {
    "high-card-flush": lambda cards: flush.longest_suit(cards).name,
    "boston-7-stud": lambda cards: (
        (three.rank(cards) if len(cards) == 3 else poker.rank(cards) if len(cards) > 4 else showing.rank(cards)).name
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


@pytest.mark.parametrize("game", NAMES)
def test_a_hand_with_a_hidden_card_has_no_words(game):
    seen = wording_of(GAMES[game].book).seen("??KsKdKc2h3h4h")
    assert (seen.name, seen.plays, seen.order) == ("", "", "")
