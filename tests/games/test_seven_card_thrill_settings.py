"""7 Card Thrill: every setting of a house changes a result. A test is named after its setting."""

import pytest

from seventh.games.scripted import Table
from seventh.rounds.actions import PlaceWagers
from seventh.rounds.events import Dealt
from tests.games.at_the_table import cards_seen, opened, result
from tests.known import known

GAME = "seven-card-thrill"
QUEENS = "QcQd9c 7d5h3c2d"
LOW = "KcJcTd 8d7h3c2d"

pytestmark = pytest.mark.filterwarnings("ignore::seventh.house.load.HouseWarning")


def allows(house, **amounts):
    return PlaceWagers(amounts) in opened(GAME, house=house).legal(1)


def played(cards, house="", dealer=QUEENS, wagers="poker 500"):
    return Table(f"""
        seven-card-thrill
        house: {house}
        seat 1: {wagers} | {cards}
        dealer: {dealer}
    """).finish()


def least_and_most(wager, least, most):
    others = {"poker": 500} if wager == "special" else {}
    assert allows("", **others, **{wager: least})
    assert not allows(f"limits.{wager}.minimum = {least + 100}", **others, **{wager: least})
    assert allows("", **others, **{wager: most})
    assert not allows(f"limits.{wager}.maximum = {most - 100}", **others, **{wager: most})


def test_setting_limits_poker__moves_the_least_and_the_most():
    least_and_most("poker", 500, 10_000)


def test_setting_limits_pair_of_kings__moves_the_least_and_the_most():
    least_and_most("pair_of_kings", 500, 10_000)


def test_setting_limits_three_of_a_kind__moves_the_least_and_the_most():
    least_and_most("three_of_a_kind", 500, 10_000)


def test_setting_limits_full_house__moves_the_least_and_the_most():
    least_and_most("full_house", 500, 5000)


def test_setting_limits_special__moves_the_least_and_the_most():
    least_and_most("special", 100, 1000)


def pays(wager, hands):
    """Each row changes what its own hand is paid, and no other's."""
    for row in hands:
        for other, (cards, dealer) in hands.items():
            table = played(cards, f"pays.{wager}.{row} = 77", dealer, f"poker 500, {wager} 500")
            assert (table.settled(1, wager).payoff == 500 * 77) == (other == row)


def test_setting_pays_poker__changes_each_row():
    aces = "AsAh9s 6c5s3h2s"
    for row, own, other in (("higher", QUEENS, LOW), ("low_dealer_hand", LOW, QUEENS)):
        house = f"pays.poker.{row} = 77"
        assert played(aces, house, own).settled(1, "poker").payoff == 500 * 77
        assert played(aces, house, other).settled(1, "poker").payoff < 1000


def test_setting_pays_pair_of_kings__changes_each_row():
    pays("pair_of_kings", {"better": ("AsAh9s 6c5s3h2s", QUEENS), "kings": ("KsKh9s 6c5s3h2s", QUEENS)})


def test_setting_pays_three_of_a_kind__changes_its_row():
    pays("three_of_a_kind", {"three_of_a_kind": ("AsAhAd 6c5s3h2s", QUEENS)})


def test_setting_pays_full_house__changes_its_row():
    pays("full_house", {"full_house": ("AsAhAd 6c6s3h2s", QUEENS)})


def test_setting_pays_special__changes_each_row():
    hands = {"five_aces": "AsAhAd AcJk2h3s", "royal_flush": "AsKsQs JsTs2h3d", "straight_flush": "KsQsJs Ts9s2h3d"}
    for row in hands:
        for other, cards in hands.items():
            line = played(cards, f"pays.special.{row} = 77", wagers="poker 500, special 500").settled(1, "special")
            assert (line.payoff == 500 * 77) == (other == row)


def test_setting_cap__cuts_what_a_hand_is_paid():
    assert played("AsAhAd 6c5s3h2s").net(1) == 500
    assert played("AsAhAd 6c5s3h2s", "cap = 300").net(1) == 300


def test_setting_primary_wagers__exactly_one():
    assert allows("", poker=500, full_house=500)
    assert not allows('primary_wagers = "exactly_one"', poker=500, full_house=500)


def test_setting_deal__one_at_a_time():
    dealt = [event for event in played("", 'deal = "one_at_a_time"').round.events if isinstance(event, Dealt)]
    assert [event.place for event in dealt] == [1, "dealer"] * 7
    assert len([event for event in played("").round.events if isinstance(event, Dealt)]) == 2


def test_setting_best_five_plays__false():
    for house, outcome in (("", ("win", 1000)), ("best_five_plays = false", ("lose", 0))):
        table = Table(f"seven-card-thrill\nhouse: {house}\nseat 1: poker 500 | AsAh9s6c5s3h2s\ndealer: {QUEENS}")
        table.act(1, "set_hand discards=AsAh")
        assert result(table, 1, "poker") == outcome


def test_setting_half_pay_kings__holds_kings():
    for house, payoff in (("", 500), ('half_pay_kings = "holds_kings"', 250)):
        table = played("KsKh9s 9h5s3h2s", house, wagers="pair_of_kings 500")
        assert table.settled(1, "pair_of_kings").payoff == payoff


def test_setting_dealer_up_card__first():
    for house, seen in (("", "????????????2d"), ('dealer_up_card = "first"', "Qc????????????")):
        table = Table(f"seven-card-thrill\nhouse: {house}\nseat 1: poker 500\ndealer: {QUEENS}")
        assert cards_seen(table, "dealer", viewer=1) == seen


def test_setting_joker_in_flush__ace():
    # A flush with the ace and the joker against one with ace, king and queen.
    for house, outcome in (("", "lose"), ('joker_in_flush = "ace"', "win")):
        table = played("JkAs9s 4s2s7dQh", house, "AhKhQd 9h4h3h7c")
        assert table.settled(1, "poker").result == outcome


def test_setting_ace_to_five__lowest():
    for house, outcome in (("", "win"), ('ace_to_five = "lowest"', "lose")):
        table = played("As2s3d 4h5sJcQd", house, "KsQhJd Th9s2c3c")
        assert table.settled(1, "poker").result == outcome


def test_setting_six_card_dealer__until_racked():
    for house, void in (("", False), ('six_card_dealer = "until_racked"', True)):
        table = Table(f"seven-card-thrill\nhouse: {house}\nseat 1: poker 500\ndealer: {QUEENS}")
        table.act("floor", "wrong_number place=dealer cards=QcQd9c7d5h2d")
        assert known(table.finish().round.outcome).void == void


def test_setting_early_exposure__void():
    for house, void in (("", False), ('early_exposure = "void"', True)):
        table = Table(f"seven-card-thrill\nhouse: {house}\nseat 1: poker 500\ndealer: {QUEENS}")
        table.act("floor", "expose_dealer_card card=9c")
        assert known(table.finish().round.outcome).void == void
