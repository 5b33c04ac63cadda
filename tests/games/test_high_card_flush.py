"""High Card Flush: the deal, the raise, the dealer's hand and the bonuses (H1 to H10)."""

import pytest

from seventh.games.scripted import Table
from seventh.rounds.actions import Bet, Claim, Fold, PlaceWagers
from seventh.rounds.events import Claimed, Dealt, Shown
from tests.games.at_the_table import cards_seen, do, opened, order, refused, result

GAME = "high-card-flush"
RAISE = "bet wager=raise amount=500"
HIDDEN = "??"

# Hands by the length of their longest suit.
THREE = "KsQsJs Td4d5h7c"
FOUR = "KsQs9s4s 3d5h8c"
FIVE = "KsQs9s4s2s 5h8c"
SIX = "KsQs9s4s2s7s 8c"
SEVEN = "KsQs9s4s2s7s5s"
# Dealers on both sides of the qualifier.
NINE_HIGH = "9h3h2h 8d2d6cTc"
EIGHT_HIGH = "8h3h2h 9d7dKcTc"


def hand(cards, dealer=NINE_HIGH, wagers="ante 500", house=""):
    return Table(f"""
        high-card-flush
        house: {house}
        seat 1: {wagers} | {cards}
        dealer: {dealer}
    """)


def raised(cards, dealer=NINE_HIGH, wagers="ante 500", house=""):
    table = hand(cards, dealer, wagers, house)
    table.act(1, RAISE)
    return table


def test_H1_one_deck_of_52_and_seven_cards_each():
    table = Table("high-card-flush\nseat 2: ante 500\nseat 5: ante 500")
    dealt = [(event.place, len(event.cards) // 2) for event in table.round.events if isinstance(event, Dealt)]
    assert dealt == [(2, 7), (5, 7), ("dealer", 7)]
    cards = [card for cards in table.round.places().values() for card in cards]
    assert (len(cards), len(set(cards)), "Jk" in cards) == (52, 52, False)


def test_H1_the_deal_is_refused_out_of_turn_or_with_another_number():
    table = Table("high-card-flush\nseat 2: ante 500", deals=0)
    assert refused(table, "dealer", "deal place=dealer cards=2s3s4s5s6s7s8s", "H1").endswith("allowed: seat 2")
    assert refused(table, "dealer", "deal place=2 cards=2s3s4s", "H1").endswith("allowed: 7")


@pytest.mark.parametrize(
    ("cards", "dealer", "outcome"),
    [
        (FOUR, "AhKhQh 9d8d5cTc", "win"),  # four beat three
        ("AsKsQs 8d7d6c5c", "9h4h3h2h KdJdTc", "lose"),  # three lose to four
        ("KsQs9s4s 2d3c8c", "KhQh9h3h 2c4d8d", "win"),  # equal length, card by card from the top
        ("KsQs9s3s 2d3h8c", "KhQh9h4h 2c4d8d", "lose"),
        ("KsQs9s4s 2d3h8c", "KhQh9h4h AdTd3c", "push"),  # identical, whatever the rest
        ("As2s3s4s KdQdJc", "KhQh3h2h Ac9dTd", "win"),  # the ace is high
        ("9s8s7s6s 2d3dJc", "Th4h3h2h Ac9dKd", "lose"),  # straights mean nothing
        ("5s4s3s 9d8d2dKh", "8h7h4h 5cJcTd6d", "win"),  # of two suits as long, the higher is the hand
        ("Th9h8h 9d8d7dKs", "Tc9c7c 5hJhTd6d", "win"),
    ],
)
def test_H2_the_longest_suit_is_the_hand(cards, dealer, outcome):
    table = raised(cards, dealer, house="dealer_qualifies.length = 2")
    assert table.settled(1, "raise").result == outcome


def test_H3_an_ante_and_two_optional_bonuses():
    for amounts in ({"ante": 500}, {"ante": 500, "flush": 100}, {"ante": 500, "flush": 100, "straight_flush": 2500}):
        assert PlaceWagers(amounts) in opened(GAME).legal(1)


@pytest.mark.parametrize("wager", ["flush", "straight_flush"])
def test_H3_no_bonus_without_an_ante(wager):
    assert "requires an ante" in refused(opened(GAME), 1, f"place_wagers amounts={wager}:100", "H3")


@pytest.mark.parametrize(
    ("amounts", "allowed"),
    [
        ("ante:400", "500 to 10000 in steps of 100"),
        ("ante:10100", "500 to 10000 in steps of 100"),
        ("ante:550", "500 to 10000 in steps of 100"),
        ("ante:500,flush:2600", "100 to 2500 in steps of 100"),
        ("ante:500,straight_flush:50", "100 to 2500 in steps of 100"),
        ("ante:500,raise:500", "ante, flush, straight_flush"),
    ],
)
def test_H3_wagers_stay_within_the_limits(amounts, allowed):
    assert refused(opened(GAME), 1, f"place_wagers amounts={amounts}", "H3").endswith(f"allowed: {allowed}")


def test_H3_the_wagers_close_with_no_more_bets():
    round_ = opened(GAME)
    do(round_, 1, "place_wagers amounts=ante:500")
    assert round_.legal("dealer").choices[0].clause == "H3"
    do(round_, "dealer", "no_more_bets")
    refused(round_, 1, "place_wagers amounts=ante:600", "H3")


@pytest.mark.parametrize(("cards", "most"), [(THREE, 1), (FOUR, 1), (FIVE, 2), (SIX, 3), (SEVEN, 3)])
def test_H4_the_raise_goes_up_to_one_two_or_three_antes(cards, most):
    table = hand(cards)
    raises = [action.amount for action in table.round.legal(1) if isinstance(action, Bet)]
    assert raises == list(range(500, 500 * most + 1, 100))
    assert table.round.legal(1).count == len(raises) + 1


@pytest.mark.parametrize("amount", [400, 0, 550, 1100])
def test_H4_the_raise_is_in_whole_table_units_between_them(amount):
    message = refused(hand(FIVE), 1, f"bet wager=raise amount={amount}", "H4")
    assert message.endswith("allowed: 500 to 1000 in steps of 100")


def test_H4_with_four_suited_cards_the_raise_is_the_ante():
    assert refused(hand(FOUR), 1, "bet wager=raise amount=600", "H4").endswith("allowed: 500")


def test_H4_a_fold_loses_the_ante():
    table = hand(FOUR)
    table.act(1, "fold")
    assert result(table, 1, "ante") == ("lose", 0)
    assert table.settled(1, "ante").clause == "H4"


def test_H4_a_player_who_cannot_cover_a_raise_must_fold_and_may_raise_up_to_the_stack():
    table = Table(f"high-card-flush\nseat 1 with 999: ante 500 | {SIX}")
    assert list(table.round.legal(1)) == [Fold()]
    assert refused(table, 1, RAISE, "H4").endswith("allowed: fold")
    table = Table(f"high-card-flush\nseat 1 with 1250: ante 500 | {SIX}")
    assert list(table.round.legal(1)) == [Fold(), *(Bet("raise", amount) for amount in (500, 600, 700))]


def test_H4_a_decision_is_made_once_and_after_the_seven_cards():
    table = Table("high-card-flush\nseat 1: ante 500\nseat 2: ante 500", deals=2)
    refused(table, 1, "fold", "H4")
    table.deal_on()
    assert table.round.to_act == {1, 2}
    table.act(1, RAISE)
    refused(table, 1, "fold", "H4")
    refused(table, 1, RAISE, "H4")
    refused(table, 2, "bet wager=second amount=500", "H4")


def test_H4_the_clock_folds_and_adds_no_chips():
    assert hand(SEVEN).round.default(1) == Fold()
    assert opened(GAME).default(1) == PlaceWagers({})


@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        (NINE_HIGH, True),
        (EIGHT_HIGH, False),
        ("8h7h6h 9d5dKcTc", False),
        ("5h4h3h2h 9dKcTc", True),  # four of a suit are better than any three
        ("AhKh QdJd Tc9c8s", False),
        ("AhKhQh 9d8d7cTc", True),
    ],
)
def test_H5_the_dealer_qualifies_with_three_cards_nine_high_or_better(dealer, qualifies):
    table = raised("As2s5s6s KdTh3c", dealer)
    assert table.settled(1, "ante").clause == ("H7" if qualifies else "H6")


def test_H5_the_dealers_hand_stays_down_until_everyone_has_acted():
    table = Table(f"high-card-flush\nseat 1: ante 500\nseat 2: ante 500\ndealer: {NINE_HIGH}")
    table.act(1, RAISE)
    assert cards_seen(table, "dealer", viewer=1) == HIDDEN * 7
    assert cards_seen(table, 2, viewer=1) == HIDDEN * 7
    refused(table, "dealer", "reveal", "H5")
    table.act(2, "fold")
    assert cards_seen(table, "dealer", viewer=None) == NINE_HIGH.replace(" ", "")


@pytest.mark.parametrize("cards", ["7s4s3s 5d6d2cJc", "8s3s2s 5d6d4cJc", FIVE])
def test_H6_the_dealer_does_not_qualify_and_the_ante_is_paid_and_the_raise_pushes(cards):
    table = raised(cards, EIGHT_HIGH)
    assert result(table, 1, "ante") == ("win", 1000)
    assert result(table, 1, "raise") == ("push", 500)
    assert table.net(1) == 500


def test_H6_not_for_a_player_who_has_folded():
    table = hand(FIVE, EIGHT_HIGH)
    table.act(1, "fold")
    assert table.net(1) == -500


def test_H6_the_raise_pushes_whatever_its_size():
    table = hand(SIX, EIGHT_HIGH)
    table.act(1, "bet wager=raise amount=1500")
    assert (table.settled(1, "ante").payoff, result(table, 1, "raise")) == (500, ("push", 1500))


@pytest.mark.parametrize(
    ("cards", "ante", "raise_"),
    [
        ("Ts2s3s 5d6d7cJc", ("win", 1000), ("win", 1000)),
        ("9s3s2s 5d6d7cJc", ("push", 500), ("push", 500)),
        ("8s7s6s 5d4d7cJc", ("lose", 0), ("lose", 0)),
    ],
)
def test_H7_the_dealer_qualifies_higher_wins_lower_loses_identical_pushes(cards, ante, raise_):
    table = raised(cards)
    assert (result(table, 1, "ante"), result(table, 1, "raise")) == (ante, raise_)
    assert table.settled(1, "raise").clause == "H7"


def test_H7_a_larger_raise_is_paid_in_full():
    table = hand(SIX)
    table.act(1, "bet wager=raise amount=1500")
    assert table.net(1) == 2000


@pytest.mark.parametrize(
    ("cards", "row", "pays"),
    [(SEVEN, "seven_cards", 200), (SIX, "six_cards", 60), (FIVE, "five_cards", 12), (FOUR, "four_cards", 1)],
)
def test_H8_each_row_of_the_flush_wager(cards, row, pays):
    line = raised(cards, wagers="ante 500, flush 300").settled(1, "flush")
    assert (line.result, line.returned, line.payoff, line.row, line.clause) == ("win", 300, 300 * pays, row, "H8")


@pytest.mark.parametrize("cards", [THREE, "KsQs Td9d8h7h2c"])
def test_H8_three_suited_cards_lose_it(cards):
    assert result(raised(cards, wagers="ante 500, flush 300"), 1, "flush") == ("lose", 0)


@pytest.mark.parametrize(
    ("cards", "row", "pays"),
    [
        ("8s7s6s5s4s3s2s", "seven_cards", 500),
        ("As2s3s4s5s6s7s", "seven_cards", 500),
        ("AsKsQsJsTs9s 2d", "six_cards", 200),
        ("As2s3s4s5s6s Kd", "six_cards", 200),
        ("AsKsQsJsTs 2d3d", "five_cards", 100),
        ("5s4s3s2s KdQh9c", "four_cards", 50),
        ("As2s3s KdQh9c7d", "three_cards", 9),
        ("AsKsQs 5dTh9c7d", "three_cards", 9),
        ("As2s3s5s6s7s8s", "four_cards", 50),  # only the highest is paid
        ("AsTs8s5s 4d3d2d", "three_cards", 9),  # not in the suit that plays against the dealer
    ],
)
def test_H9_each_row_of_the_straight_flush_wager(cards, row, pays):
    line = raised(cards, dealer="9h6h4h 8c6cTcJd", wagers="ante 500, straight_flush 300").settled(1, "straight_flush")
    assert (line.result, line.returned, line.payoff, line.row, line.clause) == ("win", 300, 300 * pays, row, "H9")


@pytest.mark.parametrize("cards", ["KsAs2s 9d7d5c4d", "KsQs9s8s 5d4dTc", "KsQd Jh9c7s5d3c"])
def test_H9_the_ace_is_never_in_the_middle_and_two_in_sequence_are_nothing(cards):
    table = raised(cards, dealer="9h6h4h 8c6cTsJd", wagers="ante 500, straight_flush 300")
    assert result(table, 1, "straight_flush") == ("lose", 0)


BOTH = "ante 500, flush 100, straight_flush 100"
WINNING = "9s8s7s6s5s Kd2c"


@pytest.mark.parametrize("dealer", [EIGHT_HIGH, "AhKhQhJhTh 2d3d"])
def test_H10_the_bonuses_do_not_depend_on_the_dealer(dealer):
    table = raised(WINNING, dealer, BOTH)
    assert result(table, 1, "flush") == ("win", 100 + 1200)
    assert result(table, 1, "straight_flush") == ("win", 100 + 10_000)


def test_H10_a_player_who_folds_and_claims_can_still_win_them():
    table = hand(WINNING, wagers=BOTH)
    assert table.round.legal(1).of(Fold).clause == "H10"
    table.act(1, "fold claim=yes")
    assert result(table, 1, "ante") == ("lose", 0)
    assert result(table, 1, "flush") == ("win", 1300)
    assert result(table, 1, "straight_flush") == ("win", 10_100)
    assert [event.seat for event in table.round.events if isinstance(event, Shown)] == [1]


def test_H10_a_player_who_folds_without_a_claim_loses_them_unseen():
    table = Table(f"high-card-flush\nseat 1: {BOTH} | {WINNING}\nseat 2: ante 500")
    table.act(1, "fold")
    table.act(2, "fold")
    assert [table.settled(1, wager).clause for wager in ("flush", "straight_flush")] == ["H10", "H10"]
    assert table.net(1) == -700
    assert cards_seen(table, 1, viewer=2) == HIDDEN * 7


def test_H10_a_claim_without_a_winning_hand_just_loses_the_wager():
    table = hand("KsQs9s Td4d5h7c", wagers=BOTH)
    table.act(1, "fold claim=yes")
    assert table.net(1) == -700


def two_hands(wagers, house=""):
    """Seat 1 holds a hand that wins both bonuses; seat 2 has not decided."""
    return Table(f"high-card-flush\nhouse: {house}\nseat 1: {wagers} | {WINNING}\nseat 2: ante 500")


def test_H10_a_player_may_still_claim_after_folding_but_the_round_does_not_wait():
    table = two_hands(BOTH)
    table.act(1, "fold")
    assert table.round.to_act == {2}
    assert list(table.round.legal(1)) == [Claim()]
    assert table.round.view(1).choices == ({"action": "claim", "clause": "H10", "any_of": ({"action": "claim"},)},)
    assert table.act(1, "claim") == (Claimed(1, ""),)
    assert cards_seen(table, 1, viewer=2) == HIDDEN * 7
    assert table.round.to_act == {2}
    assert not table.round.legal(1)
    table.act(2, "fold")
    assert result(table, 1, "ante") == ("lose", 0)
    assert result(table, 1, "flush") == ("win", 1300)
    assert result(table, 1, "straight_flush") == ("win", 10_100)
    assert [event.seat for event in table.round.events if isinstance(event, Shown)] == [1]


def test_H10_a_late_claim_is_open_until_the_dealers_cards_are_turned():
    table = two_hands(BOTH)
    table.act(1, "fold", deals=0)
    table.act(2, RAISE, deals=0)
    assert table.round.to_act == {"dealer"}
    table.act(1, "claim")
    assert result(table, 1, "flush") == ("win", 1300)
    refused(table, 1, "claim", "")


def test_H10_a_late_claim_without_a_winning_hand_just_loses_the_wager():
    table = Table(f"high-card-flush\nseat 1: {BOTH} | KsQs9s Td4d5h7c\nseat 2: ante 500")
    table.act(1, "fold")
    table.act(1, "claim")
    table.act(2, "fold")
    assert table.net(1) == -700


def test_H10_there_is_no_late_claim_without_a_folded_hand_that_has_something_to_claim():
    table = two_hands(BOTH)
    assert "fold" in refused(table, 1, "claim", "H10")
    refused(table, 2, "claim", "H10")
    table.act(1, "fold claim=yes")
    assert "already" in refused(table, 1, "claim", "H10")
    table = two_hands("ante 500")
    table.act(1, "fold")
    assert "no bonus wager" in refused(table, 1, "claim", "H10")
    table = two_hands(BOTH, 'folded_bonus = "automatic"')
    table.act(1, "fold")
    assert "without a claim" in refused(table, 1, "claim", "H10")
    table = two_hands(BOTH)
    table.act("floor", "wrong_number place=1 cards=As")
    refused(table, 1, "claim", "H10")


def test_H10_a_round_for_one_player_leaves_no_time_for_a_late_claim():
    table = hand(WINNING, wagers=BOTH)
    table.act(1, "fold")
    assert table.round.outcome is not None


def test_H10_a_late_claim_counts_when_the_round_is_void_by_exposure():
    table = two_hands(BOTH)
    table.act(1, "fold")
    table.act(1, "claim")
    table.act("floor", f"expose_dealer_card card={table.round.dealer[0]}")
    assert result(table, 1, "flush") == ("win", 1300)


def test_H10_the_default_action_claims_for_a_folded_player_too():
    table = two_hands(BOTH)
    table.act(1, "fold")
    assert table.round.default(1) == Claim()


def test_H10_there_is_nothing_to_claim_without_a_bonus_wager():
    assert refused(hand(WINNING), 1, "fold claim=yes", "H4").endswith("allowed: fold")


def test_H10_the_clock_claims():
    table = hand(WINNING, wagers=BOTH)
    assert table.round.default(1) == Fold(claim=True)
    assert table.finish().net(1) == -500 + 1200 + 10_000


def test_H10_a_house_may_settle_folded_bonuses_in_any_case():
    table = hand(WINNING, wagers=BOTH, house='folded_bonus = "automatic"')
    assert next(iter(table.round.legal(1))) == Fold()
    refused(table, 1, "fold claim=yes", "H4")
    assert table.round.default(1) == Fold()
    table.act(1, "fold")
    assert table.net(1) == -500 + 1200 + 10_000


def test_H7_each_hand_is_settled_ante_raise_then_bonuses():
    table = raised(WINNING, wagers=BOTH)
    assert order(table) == [(1, "ante"), (1, "raise"), (1, "flush"), (1, "straight_flush")]
