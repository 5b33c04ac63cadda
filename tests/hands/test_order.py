"""Properties of every ranking: a total order, independent of suits and of the order of the cards."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seventh.cards import DECK_52, Card, DuplicateCard, MalformedCard, format_cards
from seventh.hands import flush, joker, poker, showing, three
from tests.hands.dealing import DECK_53, SUIT_ORDERS, hands, renamed

RANKINGS: dict[str, tuple[Callable[..., Any], int, int, tuple[Card, ...]]] = {
    "poker": (poker.rank, 5, 7, DECK_52),
    "joker": (joker.rank, 5, 7, DECK_53),
    "three": (three.rank, 3, 3, DECK_52),
    "longest suit": (flush.longest_suit, 1, 7, DECK_52),
    "longest run": (flush.longest_run, 1, 7, DECK_52),
    "showing": (showing.rank, 1, 4, DECK_52),
}
every_ranking = pytest.mark.parametrize(("rank", "fewest", "most", "deck"), RANKINGS.values(), ids=RANKINGS)


@every_ranking
@given(data=st.data())
def test_the_order_is_total_and_transitive(rank, fewest, most, deck, data):
    a, b, c = (rank(data.draw(hands(fewest, most, deck))) for _ in range(3))
    for x, y in ((a, b), (b, c), (a, c)):
        assert [x < y, x == y, x > y].count(True) == 1
        assert (x <= y, x >= y) == (x < y or x == y, x > y or x == y)
        assert [x == y, x != y].count(True) == 1
        assert (y > x, y == x, y < x) == (x < y, x == y, x > y)
        assert x != y or hash(x) == hash(y)
    low, middle, high = sorted((a, b, c))
    assert low <= middle <= high
    assert low <= high
    assert a == a
    assert a <= a


@every_ranking
@given(data=st.data())
def test_suits_never_matter(rank, fewest, most, deck, data):
    cards = data.draw(hands(fewest, most, deck))
    other = renamed(cards, data.draw(st.sampled_from(SUIT_ORDERS)))
    assert rank(cards) == rank(other)
    assert rank(cards).name == rank(other).name


@every_ranking
@given(data=st.data())
def test_the_order_of_the_cards_never_matters(rank, fewest, most, deck, data):
    cards = data.draw(hands(fewest, most, deck))
    other = data.draw(st.permutations(cards))
    assert rank(cards) == rank(other) == rank(format_cards(other)) == rank(iter(other))
    assert repr(rank(cards)) == repr(rank(other))


@pytest.mark.parametrize("name", ["poker", "joker", "longest suit", "longest run"])
@given(data=st.data())
def test_adding_a_card_never_worsens_a_hand(name, data):
    rank, fewest, most, deck = RANKINGS[name]
    cards = data.draw(hands(fewest + 1, most, deck))
    assert rank(cards) >= rank(cards[:-1])


@every_ranking
def test_a_card_twice_and_an_unknown_card_are_refused(rank, fewest, most, deck):
    cards = "AsKdQh9c7s5d3c"[: 2 * most - 2]
    with pytest.raises(DuplicateCard, match=r"^As appears twice$"):
        rank(cards + "As")
    with pytest.raises(MalformedCard, match="unknown card"):
        rank(cards + "??")


def test_hands_of_different_rankings_do_not_compare():
    different = [rank("AsKdQh9c7s"[: 2 * most]) for rank, _, most, _ in RANKINGS.values() if rank is not joker.rank]
    for i, one in enumerate(different):
        for other in different[i + 1 :]:
            assert one != other
            with pytest.raises(TypeError):
                _ = one < other
