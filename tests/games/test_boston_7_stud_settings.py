"""Boston 7 Stud: every setting of a house changes a result. A test is named after its setting."""

import pytest

from seventh.games.boston_7_stud.house import ANTE_BONUS_ROWS, THREE_CARD_ROWS
from seventh.games.scripted import Table
from seventh.rounds.actions import PlaceWagers
from seventh.rounds.events import Dealt
from tests.games.at_the_table import opened, refused, result

GAME = "boston-7-stud"
SECOND = "bet wager=second amount=500"

pytestmark = pytest.mark.filterwarnings("ignore::seventh.house.load.HouseWarning")


def allows(house, **amounts):
    return PlaceWagers(amounts) in opened(GAME, house=house).legal(1)


def table(house="", three="7s7d7h", deals=None, wagers="ante 500, first 500, three_card_bonus 100"):
    return Table(
        f"""
        boston-7-stud
        house: {house}
        seat 1: {wagers} | {three} 2c3c4c6c
        dealer: JcTc5c Jd5d9c9d
        """,
        deals,
    )


def to_the_end(house, cards):
    played = Table(f"""
        boston-7-stud
        house: {house}
        seat 1: ante 500, first 500 | {cards}
        dealer: 2h3h4c 6c8hThJc
    """)
    played.act(1, SECOND)
    return played.finish()


def test_setting_limits_ante__moves_the_least_and_the_most():
    assert not allows("", ante=100)
    assert allows("limits.ante.minimum = 100", ante=100)
    assert not allows("", ante=2000)
    assert allows("limits.ante.maximum = 2000\ncaps = []", ante=2000)


def test_setting_limits_three_card_bonus__moves_the_least_and_the_most():
    assert allows("", ante=500, first=500, three_card_bonus=100)
    assert not allows("limits.three_card_bonus.minimum = 200", ante=500, first=500, three_card_bonus=100)
    assert allows("", ante=500, first=500, three_card_bonus=500)
    assert not allows("limits.three_card_bonus.maximum = 400", ante=500, first=500, three_card_bonus=500)


THREE = dict(zip(THREE_CARD_ROWS, ("AsKsQs", "KsQsJs", "7s7d7h", "AsKsQd", "As9s2s", "KsKd2h"), strict=True))


@pytest.mark.parametrize("row", THREE_CARD_ROWS)
def test_setting_pays_three_card_bonus__changes_each_row(row):
    for other in THREE_CARD_ROWS:
        claimed = table(f"pays.three_card_bonus.{row} = 77", THREE[other])
        claimed.act(1, "claim")
        assert (claimed.settled(1, "three_card_bonus").payoff == 7700) == (other == row)


def test_setting_pays_three_card_bonus__a_row_that_pays_nothing_does_not_qualify():
    claimed = table("pays.three_card_bonus.pair = 0", "KsKd2h")
    claimed.act(1, "claim")
    assert result(claimed, 1, "three_card_bonus") == ("lose", 0)


SEVEN = dict(
    zip(
        ANTE_BONUS_ROWS,
        (
            "AsKsQs JsTs2d3d",
            "KsQsJs Ts9s2d3d",
            "7s7d7h 7c2d3dTd",
            "7s7d7h 2c2d3dTd",
            "As9s7s 4s2s8dJd",
            "As2s3s 4s5d8dJd",
            "7s7d7h 5c2d3dTd",
        ),
        strict=True,
    )
)


@pytest.mark.parametrize("row", ANTE_BONUS_ROWS)
def test_setting_pays_ante_bonus__changes_each_row(row):
    for other in ANTE_BONUS_ROWS:
        line = to_the_end(f"pays.ante_bonus.{row} = 77", SEVEN[other]).settled(1, "ante")
        assert (line.payoff == 500 * 77) == (other == row)


def test_setting_caps__cut_or_do_not():
    royal = SEVEN["royal_flush"]
    assert to_the_end("caps = []", royal).settled(1, "ante").payoff == 100_000
    assert to_the_end("caps = [{ante_up_to = 1000, pays_at_most = 0}]", royal).settled(1, "ante").payoff == 100_000
    assert to_the_end("caps = [{ante_up_to = 1000, pays_at_most = 9000}]", royal).settled(1, "ante").payoff == 8000


def test_setting_caps__tiers_go_by_the_ante():
    caps = "caps = [{ante_up_to = 400, pays_at_most = 10}, {ante_up_to = 1000, pays_at_most = 20}]"
    assert sum(line.payoff for line in to_the_end(caps, SEVEN["flush"]).round.outcome.settled) == 20
    caps = caps.replace("400", "500")
    assert sum(line.payoff for line in to_the_end(caps, SEVEN["flush"]).round.outcome.settled) == 10


def test_setting_deal__one_at_a_time():
    dealt = [event for event in table('deal = "one_at_a_time"').round.events if isinstance(event, Dealt)]
    assert [event.place for event in dealt] == [1, "dealer"] * 3
    assert len([event for event in table().round.events if isinstance(event, Dealt)]) == 2


def test_setting_final_four__as_first_three():
    for other, last in (("", [1, "dealer"]), ('\n        house: final_four = "as_first_three"', [1, "dealer"] * 4)):
        played = table(f'deal = "one_at_a_time"{other}')
        played.act(1, SECOND)
        dealt = [event.place for event in played.round.events if isinstance(event, Dealt)]
        assert dealt == [1, "dealer"] * 3 + last


def test_setting_three_card_claim__automatic():
    silent, claimed = table(), table('three_card_claim = "automatic"')
    for unclaimed in (silent, claimed):
        unclaimed.act(1, "fold")
    assert result(silent, 1, "three_card_bonus") == ("lose", 0)
    assert result(claimed, 1, "three_card_bonus") == ("win", 2600)


def test_setting_three_card_up_to_ante__false():
    assert not allows("", ante=200, first=200, three_card_bonus=1000)
    assert allows("three_card_up_to_ante = false", ante=200, first=200, three_card_bonus=1000)


def test_setting_auto_set__false():
    left, wanted = table(wagers="ante 500"), table("auto_set = false", wagers="ante 500")
    left.act(1, "set_hand")
    assert left.round.outcome is not None
    refused(wanted, 1, "set_hand", "B9")


def test_setting_bonus_hand__as_set():
    best, as_set = table(wagers="ante 500"), table('bonus_hand = "as_set"', wagers="ante 500")
    for played in (best, as_set):
        played.act(1, "set_hand discards=7s7d")
    assert best.settled(1, "ante").payoff == 500
    assert as_set.settled(1, "ante").payoff == 0


def test_setting_ante_only__bonus_table():
    two_pair = "KsKd2h"
    assert table(three=two_pair, wagers="ante 500").finish().net(1) == 0
    assert table('ante_only = "bonus_table"', two_pair, wagers="ante 500").finish().net(1) == -500


def one_short(house):
    """The dealer is found with six as soon as the seven are dealt."""
    counted = table(house)
    counted.act(1, SECOND, deals=2)
    counted.act("floor", "wrong_number place=dealer cards=JcTc5cJd5d9c")
    return counted.finish().round


@pytest.mark.parametrize(("racked", "void"), [("after_count", False), ("before_count", True)])
def test_setting_stub_racked__before_count(racked, void):
    assert one_short(f'stub_racked = "{racked}"\n house: six_card_dealer = "until_racked"').outcome.void == void
    # A dealer who is always completed gets the card from the stub or from the rack.
    assert not one_short(f'stub_racked = "{racked}"').outcome.void


def test_setting_six_card_dealer__until_racked():
    for house, void in (("", False), ('six_card_dealer = "until_racked"', True)):
        found = table(house)
        found.act(1, SECOND)
        found.act("floor", "wrong_number place=dealer cards=JcTc5cJd5d9c")
        assert found.finish().round.outcome.void == void


def test_setting_three_card_exception__every_void():
    def second_face_up(house):
        void = table(house, deals=1)
        for card in ("Qs", "Ah"):
            void.act("floor", f"face_up_card card={card}", deals=0)
        return void.net(1)

    assert second_face_up("") == 0
    assert second_face_up('three_card_exception = "every_void"') == 500 + 2500


def test_setting_early_exposure__void():
    for house, void in (("", False), ('early_exposure = "void"', True)):
        exposed = table(house, wagers="ante 500")
        exposed.act("floor", "expose_dealer_card card=9c")
        assert exposed.finish().round.outcome.void == void


def test_setting_void_refunds_folded__false():
    def folded(house):
        void = Table(f"""
            boston-7-stud
            house: {house}
            seat 1: ante 500, first 500 | AsQd9h
            seat 2: ante 500, first 500 | KsTd8h
            dealer: JcTc5c
        """)
        void.act(1, "fold")
        void.act("floor", "expose_dealer_card card=Jc")
        return void.net(1)

    assert folded("") == 0
    assert folded("void_refunds_folded = false") == -1000
