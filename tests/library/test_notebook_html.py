"""Notebook output: well-formed, with cards as pictures, and without hidden cards."""

from html.parser import HTMLParser

import pytest

import seventh
from seventh.notebook import cards_html, table_html
from seventh.rounds.events import Dealt

FLUSH = "high-card-flush"


class Outline(HTMLParser):
    """Tags that are opened are closed, in order; and what can be read."""

    def __init__(self, html):
        super().__init__()
        self.open, self.text, self.cards = [], [], []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        if tag == "svg":
            self.cards += dict(attributes)["aria-label"].split()

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def shown(value):
    return Outline(value._repr_html_())


def values():
    game = seventh.game(FLUSH)
    edge = game.edge()
    return {
        "card": seventh.Card("As"),
        "joker": seventh.Card("Jk"),
        "hand": seventh.rank("KsKd4h4cAs2d3c"),
        "three cards": seventh.rank("AsKsQs", by="three_cards"),
        "up cards": seventh.rank("KsKd", by="showing"),
        "longest suit": seventh.rank("AsKs9s2d3c", by="longest_suit"),
        "game": game,
        "edge": edge,
        "wager": edge.wagers["main"],
        "advice": game.advise("AsKsQs9s2d3c4h"),
        "simulation": game.simulate(1000),
        "equity": seventh.equity("(AsAh)Ad2c3c4d", "(KsKh)Kd9c8d7d"),
        "rules": game.rules(),
    } | {found.name: found.deal(seed=7).finish() for found in seventh.all_games()}


@pytest.mark.parametrize(("what", "value"), values().items())
def test_every_value_has_a_picture_or_a_table(what, value):
    seen = shown(value)
    assert seen.cards or seen.text, what


def test_a_hand_is_drawn_with_its_name():
    seen = shown(seventh.rank("KsKd4h4cAs2d3c"))
    assert sorted(seen.cards) == sorted(["Ks", "Kd", "4h", "4c", "As", "2d", "3c"])
    assert "two pair, kings and fours, ace kicker" in "".join(seen.text)


def test_cards_that_are_face_down_are_backs():
    hand = seventh.game(FLUSH).deal(seed=7)
    seen = shown(hand)
    assert seen.cards.count("??") == 7
    dealt = {event.cards[:2] for event in hand.events if isinstance(event, Dealt) and event.place == "dealer"}
    assert dealt
    assert not dealt & set(seen.cards)
    assert "??" not in shown(hand.act("fold")).cards


def test_at_stud_only_the_hole_cards_of_the_seat_that_acts_are_shown():
    hand = seventh.game("seven-card-stud").deal(seed=7, players=3)
    seen = shown(hand)
    assert seen.cards.count("??") == 4


def test_text_from_a_house_is_escaped():
    game = seventh.game(FLUSH).replace(title="<script>alert(1)</script>", notices=["<b>18+</b>"])
    for value in (game, game.rules(), game.deal(seed=1), game.edge()):
        assert "<script" not in value._repr_html_()
        assert "<b>18" not in value._repr_html_()
    assert "&lt;i&gt;" in table_html("<i>", ("a",), [("<i>",)])


def test_no_cards_are_no_picture():
    assert cards_html("") == ""
