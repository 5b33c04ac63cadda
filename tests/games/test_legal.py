"""Legal actions: listed, counted, tested and refused by the same objects."""

from itertools import product

import pytest

from seventh.games.scripted import Table
from seventh.rounds.actions import Bet, Claim, Deal, Fold, NoMoreBets, PlaceWagers, SetHand
from seventh.rounds.legal import BetAmounts, CardsFromDeck, Legal, NotNow, Refused, any_of, only
from seventh.rounds.spots import SpotRule, WagerSpots


def test_a_refusal_says_which_clause_what_and_what_instead():
    assert str(Refused("B7", "no", "fold")) == "B7: no; allowed: fold"
    assert str(Refused("", "no")) == "no"


def test_a_few_actions_written_out():
    choice = any_of((Fold(), Fold(claim=True)), "H10")
    assert (list(choice), choice.count, choice.action) == ([Fold(), Fold(claim=True)], 2, Fold)
    assert choice.refusal(Fold()) is None
    assert str(only(Fold(), "H4").refusal(Fold(claim=True))) == (
        "H4: fold claim=yes is not one of the choices; allowed: fold"
    )
    assert choice.describe() == {
        "action": "fold",
        "clause": "H10",
        "any_of": ({"action": "fold", "claim": False}, {"action": "fold", "claim": True}),
    }


def test_amounts_in_a_range():
    choice = BetAmounts("raise", 500, 800, 100, "H4")
    assert [action.amount for action in choice if isinstance(action, Bet)] == [500, 600, 700, 800]
    assert choice.count == 4
    for amount in range(450, 900, 50):
        assert (choice.refusal(Bet("raise", amount)) is None) == (Bet("raise", amount) in list(choice))
    assert choice.refusal(Bet("raise", 500.0)) is not None  # type: ignore[arg-type]
    assert choice.refusal(Bet("raise", True)) is not None
    assert str(choice.refusal(Bet("second", 500))).endswith("allowed: raise")
    assert choice.describe() == {
        "action": "bet",
        "clause": "H4",
        "wager": "raise",
        "from": 500,
        "to": 800,
        "step": 100,
    }


RULES = (
    SpotRule("ante", "X1", 2, 3),
    SpotRule("side", "X3", 1, 9, needs=("ante",), at_most="ante", closed_clause="X2", closed="needs an ante"),
)
"""An ante of 2 or 3, and a side wager of 1 up to the ante."""


@pytest.mark.parametrize("budget", range(8))
def test_wagers_spot_by_spot(budget):
    choice = WagerSpots(RULES, budget, "X0")
    listed = [action.amounts for action in choice if isinstance(action, PlaceWagers)]
    assert choice.count == len(listed)
    for ante, side in product(range(6), range(6)):
        amounts = {name: amount for name, amount in (("ante", ante), ("side", side)) if amount}
        allowed = (ante in (2, 3) and side <= ante and ante + side <= budget) or (ante, side) == (0, 0)
        assert (choice.refusal(PlaceWagers(amounts)) is None) == allowed
        assert (amounts in listed) == allowed


@pytest.mark.parametrize(
    ("amounts", "message"),
    [
        ({"ante": 5}, "X1: 5 is not allowed for the ante wager; allowed: 2 to 3 in steps of 1"),
        ({"side": 1}, "X2: needs an ante"),
        ({"ante": 3, "side": 4}, "X3: 4 is not allowed for the side wager; allowed: 1 to 2 in steps of 1"),
        ({"ante": 2, "tip": 1}, "X0: there is no wager 'tip'; allowed: ante, side"),
        ({"ante": 2.0}, "X1: 2.0 is not allowed for the ante wager; allowed: 2 to 3 in steps of 1"),
        ({"ante": -2}, "X1: -2 is not allowed for the ante wager; allowed: 2 to 3 in steps of 1"),
    ],
)
def test_wagers_that_are_refused_and_why(amounts, message):
    assert str(WagerSpots(RULES, 5, "X0").refusal(PlaceWagers(amounts))) == message


def test_wagers_beyond_the_budget():
    message = str(WagerSpots(RULES, 1, "X0").refusal(PlaceWagers({"ante": 2})))
    assert message == "X1: only 1 is left, but the ante wager must be at least 2; allowed: no such wager"


def test_wagers_as_data():
    described = WagerSpots(RULES, 9, "X0").describe()
    assert described["budget"] == 9
    assert described["spots"] == [
        {"wager": "ante", "clause": "X1", "from": 2, "to": 3, "step": 1},
        {
            "wager": "side",
            "clause": "X3",
            "from": 1,
            "to": 9,
            "step": 1,
            "needs": ("ante",),
            "at_most": "ante",
            "closed": "needs an ante",
        },
    ]


def test_cards_from_the_deck():
    choice = CardsFromDeck(1, 2, 0b1011, "B4")
    listed = list(choice)
    assert choice.count == len(listed) == 6
    assert all(isinstance(action, Deal) and choice.refusal(action) is None for action in listed)
    for cards, why in (
        ("2c", "1 is the wrong number of cards for seat 1"),
        ("2c4c", "4c is not in the deck"),
        ("2c2c", "2c appears twice"),
        ("2cXx", "is not a card"),
        ("2c??", "must be known"),
    ):
        assert why in str(choice.refusal(Deal(1, cards)))
    assert isinstance(choice.refusal(Deal(2, "2c3c")), NotNow)


def test_legal_is_listed_counted_and_tested():
    table = Table("boston-7-stud\nseat 1: ante 500, first 500, three_card_bonus 100 | AsAd2h")
    legal = table.round.legal(1)
    assert list(legal) == [Claim(), Fold(), Bet("second", 500)]
    assert legal.count == 3
    assert legal
    assert all(action in legal for action in legal)
    assert Bet("second", 400) not in legal
    assert SetHand() not in legal
    assert NoMoreBets() not in legal
    assert "fold" not in legal
    bets = legal.of(Bet)
    assert isinstance(bets, BetAmounts)
    assert bets.maximum == 500
    assert legal.of(SetHand) is None
    assert not Legal(())


def test_a_player_cannot_act_for_another():
    table = Table("boston-7-stud\nseat 1: ante 500, first 500\nseat 3: ante 500")
    for who, action, why in (
        (2, Fold(), "2 is not a seat of this round; allowed: 1, 3"),
        ("dealer", Fold(), "'dealer' is not a seat"),
        ("floor", NoMoreBets(), "only the dealer does that"),
        (1, NoMoreBets(), "only the dealer does that"),
        (1, "fold", "has no action 'str'"),
    ):
        with pytest.raises(NotNow) as caught:
            table.round.act(who, action)  # type: ignore[arg-type]
        assert why in str(caught.value)


def test_listed_actions_of_everyone_are_accepted_and_the_old_round_stays():
    table = Table("boston-7-stud\nseat 1: ante 500, first 500, three_card_bonus 100 | AsAd2h\nseat 2: ante 500")
    before = table.round.copy()
    for who in (1, 2, "floor"):
        for action in table.round.legal(who):
            changed = table.round.copy()
            changed.act(who, action)
            assert changed != before
            assert table.round == before
