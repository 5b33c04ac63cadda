"""What the browser says about a hand is what the rules say."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from seventh.cards import DECK_52, JOKER, Card
from seventh.hands import flush, joker, poker, showing, three
from tests.web.front import Visitor, chromium
from tests.web.serving import Server

IN_BROWSER = """async (hands) => {
  const words = await import('/static/js/hand-words.js');
  const rank = await import('/static/js/hand-rank.js');
  const said = {
    poker: (cards) => { const hand = rank.rankPoker(cards); return [words.pokerWords(hand), hand.cards]; },
    joker: (cards) => { const hand = rank.rankJoker(cards); return [words.pokerWords(hand), hand.cards]; },
    three: (cards) => [words.threeWords(cards), cards],
    showing: (cards) => [words.pokerWords(rank.rankShowing(cards)), cards],
    suit: (cards) => [words.suitWords(cards), rank.longestSuit(cards).cards],
    run: (cards) => [words.runWords(cards), rank.longestRun(cards).cards],
  };
  return hands.map(([kind, cards]) => said[kind](cards));
}"""


@pytest.fixture(scope="module")
def page(server: Server) -> Iterator[Page]:
    with chromium() as browser:
        visitor = Visitor(browser, server.url)
        visitor.go("/about")
        yield visitor.page
        visitor.leave()


def hands_of(kind: str, number: int) -> list[list[Card]]:
    """Hands of a kind; half of them from few cards, so that the rare ones come up."""
    source = random.Random(f"{kind} in the browser")
    rich = [card for card in DECK_52 if card.suit in (0, 3) or card.rank > 10]
    sizes = {"poker": (5, 6, 7), "joker": (4, 5, 6), "three": (3,), "showing": (1, 2, 3, 4), "suit": (7,), "run": (7,)}
    found = [source.sample(rich if i % 2 else list(DECK_52), source.choice(sizes[kind])) for i in range(number)]
    return [[*hand, JOKER] for hand in found] if kind == "joker" else found


RANKS = {
    "poker": lambda cards: poker.rank(cards).name,
    "joker": lambda cards: joker.rank(cards).name,
    "three": lambda cards: three.rank(cards).name,
    "showing": lambda cards: showing.rank(cards).name,
    "suit": lambda cards: flush.longest_suit(cards).name,
    "run": lambda cards: flush.longest_run(cards).name,
}


@pytest.mark.parametrize("kind", RANKS)
def test_R43_hands_are_called_what_they_are(page: Page, kind: str):
    hands = hands_of(kind, 3000)
    said = page.evaluate(IN_BROWSER, [[kind, [card.text for card in cards]] for cards in hands])
    for cards, (words, playing) in zip(hands, said, strict=True):
        assert words == RANKS[kind](cards), cards
        assert set(playing) <= {card.text for card in cards}
    assert len({words for words, _ in said}) > 20


@pytest.mark.parametrize("kind", ["poker", "joker"])
def test_R43_the_five_that_are_lifted_make_the_hand(page: Page, kind: str):
    rank = poker.rank if kind == "poker" else joker.rank
    hands = hands_of(kind, 2000)
    said = page.evaluate(IN_BROWSER, [[kind, [card.text for card in cards]] for cards in hands])
    for cards, (_, playing) in zip(hands, said, strict=True):
        assert len(playing) == 5
        assert rank("".join(playing)).strength == rank(cards).strength
