"""Cards, decks and their notation."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seventh import cards
from seventh.cards import (
    ALL_52,
    ALL_53,
    DECK_52,
    DECK_53,
    JOKER,
    UNKNOWN,
    Card,
    CardError,
    DuplicateCard,
    MalformedCard,
    WrongCount,
    card_of,
    card_set,
    cards_in,
    format_cards,
    parse_cards,
)

EVERY_CARD = (*DECK_53, UNKNOWN)


@pytest.mark.parametrize("card", EVERY_CARD, ids=str)
def test_a_card_prints_as_text_that_reads_back(card):
    assert Card(str(card)) is card
    assert eval(repr(card), {"Card": Card}) is card
    assert parse_cards(f"{card}") == (card,)
    assert f"{card:>4}" == "  " + card.text


@pytest.mark.parametrize("card", EVERY_CARD, ids=str)
def test_a_copy_of_a_card_is_that_card(card):
    assert copy.copy(card) is card
    assert copy.deepcopy([card])[0] is card
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(card, protocol)) is card


def test_the_decks_hold_52_and_53_different_cards():
    assert len(DECK_52) == len(set(DECK_52)) == len({card.text for card in DECK_52}) == 52
    assert {card.text for card in DECK_52} == {rank + suit for rank in "23456789TJQKA" for suit in "cdhs"}
    assert (*DECK_52, JOKER) == DECK_53
    assert card_set(DECK_52) == ALL_52
    assert card_set(DECK_53) == ALL_53


def test_a_card_is_its_number():
    assert [int(card) for card in DECK_53] == list(range(53))
    assert [card_of(number) for number in range(53)] == list(DECK_53)
    assert int(Card("2c")) == 0
    assert int(Card("As")) == 51
    assert sorted([Card("As"), Card("2c"), JOKER]) == [Card("2c"), Card("As"), JOKER]


def test_ranks_and_suits():
    assert (Card("As").rank, Card("Td").rank, Card("2c").rank) == (14, 10, 2)
    assert (Card("As").suit, Card("Ah").suit, Card("Ad").suit, Card("Ac").suit) == (3, 2, 1, 0)
    assert (JOKER.rank, JOKER.suit, UNKNOWN.rank, UNKNOWN.suit) == (0, -1, 0, -1)


@pytest.mark.parametrize(
    ("text", "name"),
    [("As", "ace of spades"), ("Td", "ten of diamonds"), ("2c", "two of clubs"), ("Jh", "jack of hearts")],
)
def test_names_are_what_a_player_says(text, name):
    assert Card(text).name == name
    assert (JOKER.name, UNKNOWN.name) == ("joker", "unknown card")


@given(st.lists(st.sampled_from(DECK_53), unique=True))
def test_any_cards_print_as_text_that_reads_back_in_their_order(some):
    assert parse_cards(format_cards(some)) == tuple(some)
    assert parse_cards(" ".join(map(str, some))) == tuple(some)


@given(st.lists(st.sampled_from(DECK_53), unique=True))
def test_a_set_of_cards_forgets_only_their_order(some):
    held = card_set(some)
    assert held == card_set(format_cards(some)) == sum(1 << card for card in some)
    assert sorted(cards_in(held)) == sorted(some)


def test_the_cards_of_a_set_come_from_the_top_the_joker_first():
    assert format_cards(cards_in(card_set("2cAc9dJkAs9h"))) == "JkAsAc9h9d2c"


def test_white_space_between_cards_is_ignored():
    assert parse_cards("  As Kd\tQh\n2c ") == parse_cards("AsKdQh2c")
    assert card_set("As Kd") == card_set("AsKd")
    assert parse_cards("") == ()


def test_only_unknown_cards_may_repeat():
    assert parse_cards("????2c") == (UNKNOWN, UNKNOWN, Card("2c"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A", "'A' is not a card; a card is two characters"),
        ("AsK", "'K' is not a card; a card is two characters"),
        ("As Q Js", "'Q' is not a card; a card is two characters"),
        ("Xs", "'Xs' is not a card; its first character must be a rank, one of 23456789TJQKA"),
        ("1s", "'1s' is not a card; its first character must be a rank"),
        ("Ax", "'Ax' is not a card; its second character must be a suit, one of cdhs"),
        ("A\N{BLACK SPADE SUIT}", "'A\N{BLACK SPADE SUIT}' is not a card; its second character must be a suit"),
        ("as", "'as' is not a card; did you mean 'As'?"),
        ("AsKD", "'KD' is not a card; did you mean 'Kd'?"),
        ("JK", "'JK' is not a card; did you mean 'Jk'?"),
        ("10s", "'10s' is not a card; write ten as T, so 'Ts'"),
        ("As10d", "'10d' is not a card; write ten as T, so 'Td'"),
        ("AsKdQh10c2d", "'10c' is not a card; write ten as T, so 'Tc'"),
        ("10", "'10' is not a card; write ten as T, so 'Ts'"),
        ("A?", "'A?' is not a card; its second character must be a suit"),
        ("?", "'?' is not a card; a card is two characters"),
    ],
)
def test_malformed_text_says_which_card_and_why(text, why):
    for read in (parse_cards, card_set):
        with pytest.raises(MalformedCard) as caught:
            read(text)
        assert str(caught.value).startswith(why)


@pytest.mark.parametrize("text", ["", "A", "AsKd", "10s", "  ", "as"])
def test_a_single_card_is_exactly_two_characters(text):
    with pytest.raises(MalformedCard, match="is not a card"):
        Card(text)


@pytest.mark.parametrize("value", [51, None, ["As"], b"As", Card("As")])
def test_a_card_is_read_from_text_only(value):
    with pytest.raises(MalformedCard, match="a card is text such as 'As', not "):
        Card(value)
    if not isinstance(value, list):
        with pytest.raises(MalformedCard, match="expected cards as text such as 'AsKd', not "):
            parse_cards(value)


@pytest.mark.parametrize(
    ("text", "twice"), [("AsAs", "As"), ("AsKdAs", "As"), ("JkAsJk", "Jk"), ("2c 3c 2c", "2c"), ("KsKsKsKs", "Ks")]
)
def test_a_duplicate_is_named(text, twice):
    with pytest.raises(DuplicateCard, match=f"^{twice} appears twice$"):
        parse_cards(text)
    with pytest.raises(DuplicateCard, match=f"^{twice} appears twice$"):
        card_set(text)
    with pytest.raises(DuplicateCard, match=f"^{twice} appears twice$"):
        card_set([Card(word) for word in map("".join, zip(*[iter(text.replace(" ", ""))] * 2, strict=True))])


@pytest.mark.parametrize(
    ("text", "fewest", "most", "why"),
    [
        ("AsKd", 5, 7, "2 cards given; 5 to 7 needed"),
        ("As", 3, 3, "1 card given; 3 needed"),
        ("", 1, 7, "0 cards given; 1 to 7 needed"),
        ("AsKdQh2c3d4h5s6c", 5, 7, "8 cards given; 5 to 7 needed"),
    ],
)
def test_a_wrong_count_says_how_many_and_how_many_are_needed(text, fewest, most, why):
    for given_cards in (text, parse_cards(text)):
        with pytest.raises(WrongCount, match=f"^{why}$"):
            card_set(given_cards, fewest, most)


@pytest.mark.parametrize("text", ["??", "As??", "As??????"])
def test_unknown_cards_make_no_set(text):
    for given_cards in (text, parse_cards(text)):
        with pytest.raises(MalformedCard, match=r"an unknown card \(\?\?\) cannot be ranked"):
            card_set(given_cards)


def test_every_refusal_is_a_value_error_of_ours():
    assert {MalformedCard, DuplicateCard, WrongCount} == set(CardError.__subclasses__())
    assert issubclass(CardError, ValueError)
    assert CardError.__module__ == cards.__name__


@given(st.text(alphabet="AKQJT92cdhskJ?10 x", max_size=20))
def test_text_is_read_or_refused_and_never_half_read(text):
    try:
        read = parse_cards(text)
    except CardError:
        return
    assert format_cards(read) == "".join(text.split())
