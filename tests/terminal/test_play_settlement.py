"""The output when wagers are settled: every outcome with its reason, clause, pay table row and cap."""

import pytest

from tests.terminal.at_the_prompt import (
    BOSTON,
    FLUSH,
    KINGS_UP,
    LOW_DEALER,
    NOTHING,
    THRILL,
    Layout,
    after,
    session,
    settlement,
)


def boston(seat: str, dealer: str, *answers: str, wagers: str = "ante 5 first 5", house: str = "") -> list[str]:
    return settlement(session(BOSTON, wagers, "", *answers, deals=[{1: seat, "dealer": dealer}], house=house))


def test_boston_a_tie_returns_everything():
    assert boston("AsKd9h7c5s3d2c", "AhKs9c7d5d3h2s", "play", "")[:3] == [
        "first bet $5 push your ace high ties the dealer's (B11)",
        "second bet $5 push your ace high ties the dealer's (B11)",
        "ante $5 push your ace high ties the dealer's (B11)",
    ]


def test_boston_a_losing_flush_is_paid_its_bonus_and_loses_the_ante():
    lines = boston("AsKs9s 7s5s3d2c", "QhQsQc7d7h3h2s", "play", "")
    assert " ".join(lines[:3]) == (
        "first bet $5 -$5 the dealer's full house beats your flush (B11) "
        "second bet $5 -$5 the dealer's full house beats your flush (B11) "
        "ante $5 +$10 the dealer's full house beats your flush, but the ante bonus for a flush pays 3 to 1 (B12)"
    )


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("AsAd9h7c5s3d2c", "KhKs9c7d5d3h2s", "your pair of aces beats the dealer's pair of kings"),
        ("KhKs9c7d5d3h2s", "AsAd9h7c5s3d2c", "the dealer's pair of aces beats your pair of kings"),
        ("AsAdKh7c5s3d2c", "AhAcQs7d5d3h2s", "your pair of aces (king kicker) beats the dealer's pair of aces (queen"),
        ("AsAdKh8c5s3d2c", "AhAcKs7d5d3h2s", "your pair of aces (king kicker) beats the dealer's on the kickers (B11)"),
        ("AhAcKs7d5d3h2s", "AsAdKh8c5s3d2c", "the dealer's pair of aces (king kicker) beats yours on the kickers"),
    ],
)
def test_boston_hands_of_the_same_kind_are_distinguished_by_what_decided(one, other, why):
    assert why in " ".join(boston(one, other, "play", "")[:2])


def test_boston_the_ante_alone():
    told = session(BOSTON, "5", "", "", deals=[{1: "AsAdAh 7c5s3d2c", "dealer": "KhKs9c7d5d3h2s"}])
    assert "  An ante alone wins only its bonus (B13); add the first bet of $5 to play on." in told.splitlines()
    assert settlement(told)[0] == "ante $5 +$5 three of a kind pays 1 to 1 (B12)"
    assert boston("AsAd9h7c5s3d2c", "KhKs9c7d5d3h2s", "", wagers="5")[0] == (
        "ante $5 push your pair of aces beats the dealer's pair of kings (B13)"
    )
    by_table = 'ante_only = "bonus_table"'
    assert boston("AsAd9h7c5s3d2c", "KhKs9c7d5d3h2s", "", wagers="5", house=by_table)[0] == (
        "ante $5 -$5 not a hand in the bonus table (B13)"
    )
    assert boston("AsAdAh7c5s3d2c", "KhKsKc7d5d3h2s", "", wagers="5", house=by_table)[0] == (
        "ante $5 +$5 three of a kind pays 1 to 1 (B13)"
    )


def test_boston_a_cap_that_cuts_is_named():
    caps = "caps = [{ante_up_to = 1000, pays_at_most = 2000}]"
    lines = boston("AsKsQs JsTs3d2c", "QhQdQc7d7h3h2s", "play", "", house=caps)
    assert " ".join(lines[2:-1]) == (
        "ante $5 +$10 royal flush pays 200 to 1 (B12); $1,000 reduced to $10 by the payout cap (B14)"
    )


def test_boston_claims_without_asking_where_the_house_settles_them():
    house = 'three_card_claim = "automatic"'
    deal: Layout = {1: "KsKd4h", "dealer": "QsQd2h"}
    told = session(BOSTON, "5 5 1", "", "claim", "fold", deals=[deal], house=house)
    assert after(told, "Enter to deal")[:4] == [
        "Your cards    Ks Kd 4h                 pair of kings, four kicker",
        "Pair pays 1 to 1: three-card bonus wins $1 (B6).",
        "Fold or second $5> claim",
        "'claim' is not a choice here; choose fold or second $5. Type ? for help.",
    ]
    (line, *_) = settlement(session(BOSTON, "5 5 1", "", "f", deals=[NOTHING], house=house))
    assert line == "three-card bonus $1 -$1 your first three cards, nine high, don't pay (B5)"


@pytest.mark.parametrize(
    ("answers", "bonus"),
    [
        (["fold"], "+$1 pair pays 1 to 1 (B6)"),
        (["play", ""], "+$1 pair pays 1 to 1 (B6)"),
    ],
)
def test_boston_a_paying_bonus_is_claimed_without_asking(answers, bonus):
    told = session(BOSTON, "5 5 1", "", *answers, deals=[KINGS_UP])
    assert "Your bonus is claimed for you." in told
    assert settlement(told)[0] == f"three-card bonus $1 {bonus}"


def test_boston_a_bonus_that_pays_nothing_is_not_asked_about_but_may_be_shown():
    told = session(BOSTON, "5 5 1", "", "claim", "fold", deals=[NOTHING])
    assert "Your first three cards, nine high, don't pay: three-card bonus loses $1 (B5)." in told
    assert "claimed for you" not in session(BOSTON, "5 5 1", "", "fold", deals=[NOTHING])


def test_boston_too_few_chips_for_the_2nd_wager_leave_only_the_fold():
    told = session(BOSTON, "5 5", "", "play", "fold", deals=[KINGS_UP], chips=1200)
    assert after(told, "Your cards")[:4] == [
        "You don't have enough chips for another wager; you can only fold.",
        "Fold> play",
        "'play' is not a choice here; choose fold. Type ? for help.",
        "Fold> fold",
    ]


def thrill(wagers: str, seat: str, dealer: str, *answers: str, house: str = "") -> list[str]:
    return settlement(session(THRILL, wagers, "", *answers or [""], deals=[{1: seat, "dealer": dealer}], house=house))


def test_thrill_poker_in_every_outcome():
    low, high = "KhJs9c7d5d3h2s", "KhQs9c7d5d3h2s"
    assert " ".join(thrill("5", "AsAd9h7c5s3d2c", low)[:-1]) == (
        "Poker $5 +$2.50 your pair beats the dealer's king high, which is king-jack high or lower, and pays 1 to 2 (T7)"
    )
    paid = thrill("5", "AsAd9h7c5s3d2c", high)[0]
    assert paid == "Poker $5 +$5 your pair beats the dealer's king high and pays 1 to 1 (T7)"
    lost = "Poker $5 -$5 the dealer's pair of aces beats your pair of eights (T7)"
    assert thrill("5", "8s8d9h7c5s3d2c", "AhAs9c7d5d3h2s")[0] == lost
    assert thrill("5", "AsKd9h7c5s3d2c", "AhKs9c7d5d3h2s")[0] == "Poker $5 push your ace high ties the dealer's (T7)"


def test_thrill_wagers_on_the_players_own_hand():
    assert thrill("kings 5", "KsKd9h7c5s3d2c", "")[0].endswith("+$2.50 pair of kings pays 1 to 2 (T8)")
    short = " ".join(thrill("kings 5", "QsQd9h7c5s3d2c", ""))
    assert "-$5 pair of queens is not enough (needs a pair of kings or better) (T8)" in short
    aces = thrill("full 5 special 1", "JkAsAdAhAc3d2c", "")
    assert aces[0] == "Full House or Better $5 +$150 five aces pays 30 to 1 (T9)"
    assert aces[1] == "Special $1 +$20,000 five aces pays 20,000 to 1 (T9)"


def test_thrill_a_cap_that_cuts_is_named():
    text = " ".join(thrill("full 5 special 1", "JkAsAdAhAc3d2c", "", house="cap = 20000"))
    assert "+$50 five aces pays 20,000 to 1 (T9); $20,000 reduced to $50 by the payout cap (T12)" in text


def test_thrill_the_first_card_is_up_by_house_rule():
    told = session(THRILL, "5", "", "", deals=[{"dealer": "AhKs9c7d5d3h2s"}], house='dealer_up_card = "first"')
    assert "Dealer shows  Ah\n" in told


def flush(wagers: str, seat: str, dealer: str, *answers: str, house: str = "") -> list[str]:
    return settlement(session(FLUSH, wagers, "", *answers, deals=[{1: seat, "dealer": dealer}], house=house))


def test_flush_a_dealer_who_does_not_qualify():
    deal: Layout = {1: "6s5s 4h3h 9d8d Jc", "dealer": LOW_DEALER}
    told = session(FLUSH, "5", "", "raise", deals=[deal])
    assert "The dealer does not qualify (H5)." in told.splitlines()
    why = "the dealer does not qualify (needs three suited cards, nine high or better) (H6)"
    assert " ".join(settlement(told)[:-1]) == f"ante $5 +$5 {why} raise $5 push {why}"


def test_flush_equal_lengths_and_ties():
    mine, theirs = "QsTs9s 6h2h Kd3d", "JhTh8h Ac7c 4d2d"
    won, lost = (" ".join(flush("5", *cards, "raise")) for cards in ((mine, theirs), (theirs, mine)))
    assert won.startswith("ante $5 +$5 your three-card flush (Q-10-9) beats the dealer's J-10-8 (H7)")
    assert lost.startswith("ante $5 -$5 the dealer's three-card flush (Q-10-9) beats your J-10-8 (H7)")
    same = flush("5", mine, "QcTc9c 6d2d Kh3h", "raise")
    assert same[0] == "ante $5 push your three-card flush (Q-10-9) ties the dealer's (H7)"


@pytest.mark.parametrize(
    ("answers", "first", "second"),
    [
        (
            ["fold"],
            "+$12 five suited cards pay 12 to 1 (H8)",
            "-$1 two suited cards in a row (needs three) (H9)",
        ),
        (["fold without claim"], "-$1 you folded without a claim (H10)", "-$1 you folded without a claim (H10)"),
        (["fold claim"], "+$12 five suited cards pay 12 to 1 (H8)", "-$1 two suited cards in a row (needs three) (H9)"),
    ],
)
def test_H10_flush_a_fold_claims_the_bonuses(answers, first, second):
    lines = flush("5 1 1", "QsJs9s7s2s Kh3d", LOW_DEALER, *answers)
    assert lines[:3] == ["ante $5 -$5 you folded (H4)", f"Flush $1 {first}", f"Straight Flush $1 {second}"]


def test_flush_a_fold_without_bonus_wagers_asks_nothing():
    told = session(FLUSH, "5", "", "fold claim", "fold", deals=[{}])
    assert "There is nothing to claim; choose fold or raise $5." in told
    assert "Claim your" not in told


def test_flush_a_hand_without_a_run_and_a_cap_that_cuts():
    lines = flush("5 1 1", "QsTs8s6s4s Kh3d", LOW_DEALER, "fold claim", house="aggregate_cap = 300")
    text = " ".join(lines)
    assert "no suited cards in a row (needs three) (H9)" in text
    assert "five suited cards pay 12 to 1 (H8); $12 reduced to $3 by the payout cap (H11)" in text
