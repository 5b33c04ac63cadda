"""High Card Flush: the payout cap, and irregularities (H11, H12)."""

import pytest

from seventh.games.scripted import Table
from seventh.rounds.actions import WrongNumber
from seventh.rounds.events import Dealt, Reshuffled, RoundVoided
from seventh.rounds.legal import Refused
from tests.games.at_the_table import cards_seen, do, opened, order, refused, result
from tests.known import known

RAISE = "bet wager=raise amount=500"
HIDDEN = "??"
BOTH = "ante 500, flush 100, straight_flush 100"
EIGHT_HIGH = "8h3h2h 9d7dKcTc"

# Owed with a raise of one ante against a dealer who does not qualify: 500, a flush of 1,200, and for seat 1 alone a
# straight flush of 10,000.
TWO = f"""
    high-card-flush
    house: aggregate_cap = {{cap}}
    house: aggregate_cap_scope = "{{scope}}"
    seat 1: ante 500, flush 100, straight_flush 100 | 9s8s7s6s5s Kd2c
    seat 2: ante 500, flush 100 | AcQc9c6c4c Ks2d
    dealer: {EIGHT_HIGH}
"""


def capped(cap, scope="round"):
    table = Table(TWO.format(cap=cap, scope=scope))
    for seat in (1, 2):
        table.act(seat, RAISE)
    assert order(table)[0] == (2, "ante")
    wagers = [(2, "ante"), (2, "flush"), (1, "ante"), (1, "flush"), (1, "straight_flush")]
    return [table.settled(seat, wager).payoff for seat, wager in wagers]


def test_H11_at_most_25000_dollars_are_paid_in_one_round():
    table = Table("""
        high-card-flush
        seat 1: ante 10000, flush 2500, straight_flush 2500 | 9s8s7s6s5s4s3s
        seat 2: ante 10000, flush 2500, straight_flush 2500 | 9d8d7d6d5d4d3d
        dealer: 9h4h2h 7cKcTcJd
    """)
    for seat in (1, 2):
        table.act(seat, "bet wager=raise amount=30000")
    assert sum(line.payoff for line in known(table.round.outcome).settled) == 2_500_000


def test_H11_a_round_below_the_cap_is_paid_in_full():
    assert capped(13_400) == [500, 1200, 500, 1200, 10_000]


def test_H11_even_money_comes_first_and_the_bonuses_share_the_rest_in_proportion():
    assert capped(1000 + 6200) == [500, 600, 500, 600, 5000]


def test_H11_shares_are_whole_chips_by_largest_remainder():
    # 100 over 12,400: 9.68, 9.68 and 80.65 chips. The two larger remainders are served.
    assert capped(1000 + 100) == [500, 10, 500, 10, 80]


def test_H11_between_equal_remainders_the_wager_settled_first_is_served_first():
    # 1 over 12,400: the straight flush has the largest remainder. 25 over it: 2.42, 2.42 and 20.16, one chip spare.
    assert capped(1000 + 1) == [500, 0, 500, 0, 1]
    assert capped(1000 + 25) == [500, 3, 500, 2, 20]


def test_H11_even_money_itself_is_capped_in_the_order_of_settlement():
    assert capped(700) == [500, 0, 200, 0, 0]
    assert capped(300) == [300, 0, 0, 0, 0]


def test_H11_a_reduced_payoff_is_recorded():
    table = Table(TWO.format(cap=7200, scope="round"))
    for seat in (1, 2):
        table.act(seat, RAISE)
    line = table.settled(1, "straight_flush")
    assert (line.returned, line.payoff, line.uncapped) == (100, 5000, 10_000)
    assert table.settled(1, "ante").uncapped == 0


def test_H11_the_cap_may_apply_to_each_players_hand():
    # Seat 2 is owed 1,700 and seat 1 11,700: with 6,100 each only seat 1 is cut, to 500 and half of the bonuses.
    assert capped(6100, "player") == [500, 1200, 500, 600, 5000]
    assert capped(6100, "round") != capped(6100, "player")


def test_H11_no_cap_with_0():
    assert capped(0) == [500, 1200, 500, 1200, 10_000]


def hand(house="", deals=None, wagers=BOTH):
    return Table(
        f"""
        high-card-flush
        house: {house}
        seat 1: {wagers} | 9s8s7s6s5s Kd2c
        seat 3: {wagers} | AcQc9c Jd8d6h4h
        dealer: {EIGHT_HIGH}
        """,
        deals,
    )


def test_H12_deal_in_stacks_from_the_dealers_left():
    table = hand()
    assert [event.place for event in table.round.events if isinstance(event, Dealt)] == [1, 3, "dealer"]


def test_H12_settle_from_the_dealers_right():
    table = hand()
    table.act(1, RAISE)
    table.act(3, "fold")
    assert [seat for seat, _ in order(table)] == [3] * 3 + [1] * 4


def test_H12_a_dealer_card_exposed_before_all_have_acted_voids_antes_and_raises():
    table = hand()
    table.act(1, RAISE)
    table.act("floor", "expose_dealer_card card=9d")
    assert table.round.outcome.clause == "H12"
    assert [result(table, 1, wager) for wager in ("ante", "raise")] == [("void", 500)] * 2
    assert result(table, 3, "ante") == ("void", 500)


def test_H12_bonus_wagers_are_settled_on_the_seven_cards():
    table = hand()
    table.act("floor", "expose_dealer_card card=9d")
    assert result(table, 1, "flush") == ("win", 1300)
    assert result(table, 1, "straight_flush") == ("win", 10_100)
    assert result(table, 3, "flush") == ("lose", 0)
    assert result(table, 3, "straight_flush") == ("lose", 0)


@pytest.mark.parametrize(("claim", "net"), [("yes", 11_200), ("no", -200)])
def test_H12_antes_are_returned_to_players_who_have_folded_too(claim, net):
    table = hand()
    table.act(1, f"fold claim={claim}")
    table.act("floor", "expose_dealer_card card=9d")
    assert result(table, 1, "ante") == ("void", 500)
    assert table.net(1) == net


def test_H12_or_not_by_house_rule():
    table = hand("void_refunds_folded = false")
    table.act(1, "fold claim=yes")
    table.act("floor", "expose_dealer_card card=9d")
    assert result(table, 1, "ante") == ("lose", 0)
    assert result(table, 3, "ante") == ("void", 500)


@pytest.mark.parametrize(("claim", "bonus"), [("yes", ("void", 100)), ("no", ("lose", 0))])
def test_H12_an_open_claimed_bonus_is_returned_in_any_void(claim, bonus):
    table = hand("void_refunds_folded = false")
    table.act(1, f"fold claim={claim}")
    table.act("floor", 'void_round reason="the cards fell"')
    assert [result(table, 1, wager) for wager in ("ante", "flush")] == [("lose", 0), bonus]


def test_H12_an_exposed_card_no_longer_matters_once_all_have_acted():
    table = hand()
    table.act(1, RAISE)
    table.act(3, "fold", deals=0)
    table.act("floor", "expose_dealer_card card=9d")
    assert not table.round.outcome.void


def test_H12_or_play_continues_by_house_rule():
    table = hand('early_exposure = "play_on"')
    table.act("floor", "expose_dealer_card card=9d")
    assert table.round.to_act == {1, 3}
    assert cards_seen(table, "dealer", viewer=3) == f"{HIDDEN * 3}9d{HIDDEN * 3}"


def test_H12_without_seven_cards_the_bonus_wagers_go_back():
    table = Table(
        f"""
        high-card-flush
        house: deal = "one_at_a_time"
        seat 1: {BOTH} | 9s8s7s6s5s Kd2c
        dealer: {EIGHT_HIGH}
        """,
        deals=12,
    )
    table.act("floor", "expose_dealer_card card=9d")
    assert table.net(1) == 0


def test_H12_one_card_face_up_is_set_aside_a_second_one_voids_the_round():
    table = hand(deals=2)
    table.act("floor", "face_up_card card=Qs", deals=0)
    assert table.round.view(1).set_aside == "Qs"
    table.act("floor", "face_up_card card=Jh")
    assert table.round.outcome.clause == "H12"
    assert (table.net(1), table.net(3)) == (0, 0)


def test_H12_a_card_drawn_in_error_is_the_next():
    table = hand(deals=2)
    table.act("floor", "drawn_in_error card=Qs", deals=0)
    refused(table, "dealer", "deal place=dealer cards=8h3h2hQs7dKcTc", "H12")
    table.act("dealer", "deal place=dealer cards=Qs3h2h9d7dKcTc")
    assert table.round.phase == "deciding"


def test_H12_a_player_with_a_wrong_number_is_void_bonuses_included():
    table = hand()
    table.act("floor", "wrong_number place=1 cards=9s8s7s6s5sKd")
    assert [result(table, 1, wager)[0] for wager in ("ante", "flush", "straight_flush")] == ["void"] * 3
    assert table.finish().net(1) == 0


def test_H12_the_dealer_with_six_gets_one_more():
    table = hand(deals=3)
    table.act("floor", "wrong_number place=dealer cards=8h3h2h9d7dKc", deals=0)
    table.act("dealer", "deal place=dealer cards=As")
    assert table.round.phase == "deciding"
    table.finish()
    assert cards_seen(table, "dealer", viewer=1) == "8h3h2h9d7dKcAs"


SIX = "wrong_number place=dealer cards=8h3h2h9d7dKc"


def test_H12_a_dealer_with_six_gets_one_more_even_from_the_rack_and_decisions_stand():
    table = hand()
    table.act(1, RAISE)
    table.act("floor", SIX, deals=0)
    assert table.round.to_act == {"dealer"}
    table.act("dealer", "deal place=dealer cards=As")
    assert table.round.to_act == {3}
    table.act(3, "fold", deals=0)
    table.act("floor", "wrong_number place=dealer cards=8h3h2h9d7dAs", deals=0)  # found again, at the reveal
    table.act("dealer", "deal place=dealer cards=Ad")
    assert cards_seen(table, "dealer", viewer=1) == "8h3h2h9d7dAsAd"
    assert not table.round.outcome.void


def test_H12_a_rack_without_a_card_for_the_dealer_voids_the_round():
    seats = "\n".join(f"seat {seat}: ante 500" for seat in range(1, 7))
    table = Table(f"high-card-flush\n{seats}\ndealer: {EIGHT_HIGH}")
    held = "".join(table.round.places()["seat 6"] + table.round.places()["discards"])
    table.act("floor", f"wrong_number place=6 cards={held}", deals=0)
    for seat in range(1, 6):
        table.act(seat, "fold", deals=0)
    table.act("floor", SIX, deals=0)
    assert table.round.places()["discards"][-1] == "Tc"
    table.act("floor", "face_up_card card=Tc", deals=0)
    assert known(table.round.outcome).clause == "H12"
    assert [table.net(seat) for seat in range(1, 7)] == [0] * 6


def test_H12_or_six_are_completed_only_until_the_stub_is_racked_by_house_rule():
    table = hand('six_card_dealer = "until_racked"', deals=3)
    table.act("floor", SIX)
    assert table.round.phase == "deciding"
    table = hand('six_card_dealer = "until_racked"')
    table.act("floor", SIX)
    assert table.round.outcome.clause == "H12"
    assert (table.net(1), table.net(3)) == (0, 0)


def test_H12_one_at_a_time_covers_all_seven_cards():
    dealt = [event for event in hand('deal = "one_at_a_time"').round.events if isinstance(event, Dealt)]
    assert [event.place for event in dealt] == [1, 3, "dealer"] * 7


@pytest.mark.parametrize("cards", ["8h3h2h9d7d", "8h3h2h9d7dKcTcAs"])
def test_H12_any_other_number_of_the_dealer_voids_the_round(cards):
    table = hand(deals=3)
    table.act("floor", f"wrong_number place=dealer cards={cards}")
    assert table.round.outcome.clause == "H12"
    assert (table.net(1), table.net(3)) == (0, 0)


def test_H12_the_shuffler_fails_before_a_player_has_three_cards_and_the_deal_begins_again():
    round_ = opened("high-card-flush")
    assert do(round_, "floor", "shuffler_fails") == (Reshuffled("H12"),)
    table = hand('deal = "one_at_a_time"', deals=6)
    table.act("floor", "shuffler_fails", deals=0)
    assert len(table.round.places()["stub"]) == 52


def test_H12_the_shuffler_fails_later_and_the_round_is_void_without_any_payment():
    table = hand(deals=2)
    assert isinstance(table.act("floor", "shuffler_fails")[0], RoundVoided)
    assert (table.net(1), table.net(3)) == (0, 0)
    assert all(line.result == "void" for line in table.round.outcome.settled)
    refused(hand(), "floor", "shuffler_fails", "H12")


def test_H12_a_refusal_names_the_seat_and_the_number_of_cards():
    table = Table("high-card-flush\nseat 1: ante 500\nseat 2:", deals=0)
    for place, cards, said in (
        (2, "As", "seat 2 has no hand in play"),
        (1, "As", "seat 1 has no cards yet"),
    ):
        with pytest.raises(Refused, match=f"H12: {said}$"):
            table.round.act("floor", WrongNumber(place, cards))
    with pytest.raises(Refused, match=r"H12: the dealer has no cards yet$"):
        table.round.act("floor", WrongNumber("dealer", "As"))
    one = Table('high-card-flush\nhouse: deal = "one_at_a_time"\nseat 1: ante 500 | As\n', deals=1)
    with pytest.raises(Refused, match=r"H12: 1 card is the right number$"):
        one.round.act("floor", WrongNumber(1, "As"))
