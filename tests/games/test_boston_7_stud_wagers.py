"""Boston 7 Stud: wagers, and who may continue (B2, B3, B7, B13, B14)."""

import pytest

from seventh.games.scripted import Table
from seventh.rounds.actions import Bet, Fold, PlaceWagers
from seventh.rounds.legal import NotNow
from tests.games.at_the_table import do, opened, refused, result, view_of

GAME = "boston-7-stud"


def wagers(**amounts):
    return "place_wagers amounts=" + ",".join(f"{wager}:{amount}" for wager, amount in amounts.items())


def test_B2_a_player_places_an_ante_and_may_place_a_1st_wager():
    for amounts in ({"ante": 500}, {"ante": 500, "first": 500}):
        round_ = opened(GAME)
        do(round_, 1, wagers(**amounts))
        assert round_.view(1).seats[0].wagers == amounts
        assert round_.view(1).seats[0].stack == 100_000 - sum(amounts.values())


@pytest.mark.parametrize("first", [400, 600, 1, 1000])
def test_B2_the_1st_wager_is_exactly_the_ante(first):
    assert refused(opened(GAME), 1, wagers(ante=500, first=first), "B2").endswith("allowed: 500")


def test_B2_no_1st_wager_without_an_ante():
    assert "requires an ante" in refused(opened(GAME), 1, wagers(first=500), "B2")


def test_B2_wagers_may_change_until_no_more_bets_and_not_after():
    round_ = opened(GAME, {1: 1000, 2: 1000})
    do(round_, 1, wagers(ante=500, first=500))
    do(round_, 1, wagers(ante=200))
    do(round_, 2, "place_wagers amounts=")
    assert [seat.stack for seat in round_.view(None).seats] == [800, 1000]
    do(round_, "dealer", "no_more_bets")
    assert "no more bets" in refused(round_, 1, wagers(ante=500), "B2")
    assert "already closed" in refused(round_, "dealer", "no_more_bets", "B2")


def test_B2_a_player_without_a_wager_is_not_dealt_in():
    round_ = opened(GAME, {1: 1000, 2: 1000})
    do(round_, 1, wagers(ante=500))
    assert round_.to_act == {2}
    do(round_, "dealer", "no_more_bets")
    assert [seat.status for seat in round_.view(None).seats] == ["in", "out"]


def test_B2_a_round_without_wagers_is_over_at_once():
    round_ = opened(GAME)
    do(round_, "dealer", "no_more_bets")
    assert round_.outcome is not None
    assert round_.outcome.settled == ()


def test_B2_there_are_no_other_wagers_and_the_2nd_comes_later():
    message = refused(opened(GAME), 1, wagers(ante=500, second=500), "B2")
    assert message == "B2: there is no wager 'second'; allowed: ante, first, three_card_bonus"


@pytest.mark.parametrize("others", [{}, {"ante": 500}, {"first": 500}])
def test_B3_the_three_card_bonus_requires_an_ante_and_a_1st_wager(others):
    clause = "B2" if others == {"first": 500} else "B3"
    refused(opened(GAME), 1, wagers(**others, three_card_bonus=100), clause)


def test_B3_the_three_card_bonus_is_at_least_a_dollar():
    everything = {"ante": 500, "first": 500}
    assert "100 to 500 in steps of 100" in refused(opened(GAME), 1, wagers(**everything, three_card_bonus=99), "B3")
    round_ = opened(GAME)
    do(round_, 1, wagers(**everything, three_card_bonus=100))
    assert round_.view(1).seats[0].wagers == {**everything, "three_card_bonus": 100}


def test_B3_there_is_no_bonus_if_the_ante_is_below_the_minimum_bonus():
    house = "limits.three_card_bonus.minimum = 300"
    message = refused(opened(GAME, house=house), 1, wagers(ante=200, first=200, three_card_bonus=300), "B3")
    assert message.endswith("at least 300, but here at most 200; allowed: no such wager")


@pytest.mark.parametrize("ante", [100, 199, 250, 1100])
def test_B14_antes_are_2_to_10_dollars_in_whole_dollars(ante):
    assert refused(opened(GAME), 1, wagers(ante=ante), "B14").endswith("allowed: 200 to 1000 in steps of 100")


@pytest.mark.parametrize("ante", [200, 500, 1000])
def test_B14_the_three_card_bonus_is_at_most_the_ante(ante):
    round_ = opened(GAME)
    refused(round_, 1, wagers(ante=ante, first=ante, three_card_bonus=ante + 100), "B3")
    do(round_, 1, wagers(ante=ante, first=ante, three_card_bonus=ante))


@pytest.mark.parametrize(
    ("chips", "amounts", "clause"),
    [(199, {"ante": 200}, "B14"), (399, {"ante": 200, "first": 200}, "B2"), (450, {"ante": 500}, "B14")],
)
def test_B14_a_player_cannot_wager_more_than_they_have(chips, amounts, clause):
    refused(opened(GAME, chips), 1, wagers(**amounts), clause)


def test_B14_what_is_legal_can_be_counted_and_listed():
    round_ = opened(GAME, 1000)
    legal = round_.legal(1)
    assert legal.count == len(list(legal))
    assert PlaceWagers({}) in legal
    assert PlaceWagers({"ante": 300, "first": 300, "three_card_bonus": 300}) in legal
    assert PlaceWagers({"ante": 400, "first": 400, "three_card_bonus": 300}) not in legal


THREE_CARDS = """
    boston-7-stud
    seat 1 with 1100: ante 500, first 500 | AsKd7h
    dealer: 2c4d6h
"""


def test_B7_fold_or_a_2nd_wager_equal_to_the_1st():
    table = Table(THREE_CARDS.replace("1100", "1500"))
    assert table.round.to_act == {1}
    assert list(table.round.legal(1)) == [Fold(), Bet("second", 500)]
    table.act(1, "bet wager=second amount=500")
    assert view_of(table, 1).seats[0].wagers == {"ante": 500, "first": 500, "second": 500}
    assert table.round.view(1).seats[0].stack == 0


@pytest.mark.parametrize("amount", [400, 501, 1000, 0, -500])
def test_B7_the_2nd_wager_is_exactly_the_1st(amount):
    table = Table(THREE_CARDS.replace("1100", "9000"))
    assert refused(table, 1, f"bet wager=second amount={amount}", "B7").endswith("allowed: 500")


def test_B7_no_other_wager_is_made_now():
    assert "'raise'" in refused(Table(THREE_CARDS.replace("1100", "9000")), 1, "bet wager=raise amount=500", "B7")


def test_B7_a_fold_loses_ante_and_1st_wager_and_the_cards_are_discarded():
    table = Table(THREE_CARDS)
    table.act(1, "fold", deals=0)
    assert set(table.round.places()["discards"]) == {"As", "Kd", "7h"}
    table.finish()
    assert result(table, 1, "ante") == ("lose", 0)
    assert result(table, 1, "first") == ("lose", 0)
    assert table.settled(1, "ante").clause == "B7"
    assert table.net(1) == -1000


def test_B7_a_player_who_cannot_cover_the_2nd_wager_must_fold():
    table = Table(THREE_CARDS)
    assert list(table.round.legal(1)) == [Fold()]
    assert refused(table, 1, "bet wager=second amount=500", "B7").endswith("allowed: fold")


def test_B7_a_decision_is_made_once_and_in_its_time():
    table = Table("""
        boston-7-stud
        seat 1: ante 500, first 500
        seat 2: ante 500, first 500
    """)
    table.act(1, "fold")
    refused(table, 1, "fold", "B7")
    refused(table, 1, "bet wager=second amount=500", "B7")
    table.act(2, "bet wager=second amount=500")
    refused(table, 2, "fold", "B7")


def test_B7_decisions_come_in_any_order_with_the_same_result():
    text = """
        boston-7-stud
        seat 1: ante 500, first 500, three_card_bonus 100 | AsAd2h 3c5c7d9d
        seat 2: ante 300, first 300, three_card_bonus 300 | KsKd3h 3d5d7h9h
        dealer: QsQd4h 6c8dTdJc
    """
    steps = {
        1: ["claim", "bet wager=second amount=500"],
        2: ["fold", "claim"],
    }
    outcomes = set()
    for first, then in ((1, 2), (2, 1)):
        for interleaved in (False, True):
            table = Table(text)
            pairs = [(seat, step) for seat in (first, then) for step in steps[seat]]
            if interleaved:
                pairs = [pairs[0], pairs[2], pairs[1], pairs[3]]
            for seat, step in pairs:
                table.act(seat, step, deals=0)
            table.finish()
            outcomes.add((table.net(1), table.net(2)))
    assert outcomes == {(1100, -300)}


def test_B7_the_default_folds_and_adds_no_chips():
    table = Table(THREE_CARDS.replace("1100", "9000"))
    assert table.round.default(1) == Fold()
    assert Table(THREE_CARDS).finish().net(1) == -1000


def test_B2_the_default_takes_no_wager_back():
    table = opened(GAME)
    table.act(1, PlaceWagers({"ante": 500}))
    with pytest.raises(NotNow):
        table.default(1)


def test_B2_the_default_sits_out():
    assert opened(GAME).default(1) == PlaceWagers({})


ANTE_ALONE = """
    boston-7-stud
    seat 1: ante 500 | AsKd7h 9c9h2s3s
    dealer: 2c4d6h 8sTcQdKh
"""


def test_B13_the_ante_alone_has_nothing_to_decide_but_the_hand():
    table = Table(ANTE_ALONE)
    assert table.round.phase == "setting"
    assert table.round.view(1).seats[0].cards == "AsKd7h9c9h2s3s"


def test_B13_the_round_does_not_wait_for_an_ante_alone():
    table = Table(ANTE_ALONE + "seat 2: ante 500, first 500")
    assert table.round.to_act == {2}
    refused(table, 1, "fold", "B13")
    refused(table, 1, "bet wager=second amount=500", "B13")


def test_B13_a_player_with_a_1st_wager_cannot_switch_to_the_ante_alone():
    table = Table(THREE_CARDS)
    refused(table, 1, "place_wagers amounts=ante:500", "B2")
    assert list(table.round.legal(1)) == [Fold()]
