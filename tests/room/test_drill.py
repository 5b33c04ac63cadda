"""Drills: answers are those of the rules and of the mathematics, and mistakes come back."""

from collections import Counter
from fractions import Fraction

import pytest

from seventh.cards import card_set, parse_cards
from seventh.games import GAMES, book_house
from seventh.games.advice import advise
from seventh.hands import showing
from seventh.room.drill import decisions, payouts, reading
from seventh.room.drill.chance import Chance
from seventh.room.drill.drill import KINDS
from seventh.room.drill.progress import MOST_TOPICS, Progress, Score, read, written
from seventh.room.refusals import RoomRefused
from tests.known import known
from tests.room.live.live_room import Harness, told_at_once


def chance(number):
    return Chance(number.to_bytes(32))


def fair(_):
    return 1000


def test_numbers_are_the_same_for_the_same_seed_and_spread_evenly():
    assert [chance(1).below(52) for _ in range(3)] == [chance(1).below(52) for _ in range(3)]
    stream = chance(2)
    drawn = Counter(stream.below(6) for _ in range(6000))
    assert set(drawn) == set(range(6))
    assert all(850 < many < 1150 for many in drawn.values())
    weighted = Counter(chance(n).weighted("ab", [1, 9]) for n in range(1000))
    assert 60 < weighted["a"] < 140
    assert sorted(stream.shuffled(range(52))) == list(range(52))


# Decisions.


@pytest.mark.parametrize("game", decisions.drilled())
def test_decisions_are_judged_by_advise(game):
    for number in range(25):
        asked = decisions.ask([game], chance(number), fair)
        cards = asked.shown[0].cards
        advice = advise(game, cards)
        best = max(advice.actions.values())
        assert asked.solution.right == {name for name, ev in advice.actions.items() if ev == best}
        assert {name for name, _ in asked.choices} == set(advice.actions)
        assert {row[-1] for row in asked.solution.rows} == {str(ev) for ev in advice.actions.values()}


def test_decisions_are_close_on_purpose():
    def mean(gaps):
        gaps = list(gaps)
        return sum(gaps, Fraction(0)) / len(gaps)

    flush = "high-card-flush"
    dealt = [known(decisions.deal(flush, chance(number)))[1] for number in range(100)]
    asked = []
    for number in range(40):
        values = sorted(advise(flush, decisions.ask([flush], chance(number), fair).shown[0].cards).actions.values())
        asked.append(values[-1] - values[-2])
    assert mean(asked) < mean(map(decisions.gap, dealt)) / 2


# Reading hands.


@pytest.mark.parametrize("game", reading.drilled())
def test_S4_S8_reading_is_judged_by_the_rules(game):
    seen = Counter()
    for number in range(150):
        asked = reading.ask([game], chance(number), fair)
        _, about, street = asked.topic.rsplit(" ", 2)
        seen[about] += 1
        boards = {
            int(one.label.split()[1].strip(",")): parse_cards(one.cards) for one in asked.shown if one.note != "folded"
        }
        [right] = asked.solution.right
        if about == "live":
            everything = [card for one in asked.shown for card in parse_cards(one.cards.replace("??", ""))]
            words = asked.asks.split()[2]
            same = _same(words)
            assert right == str(sum(same(card) for card in GAMES[game].deck if card not in everything))
            continue
        assert {value for value, _ in asked.choices} == {str(seat) for seat in boards}
        ups = {seat: [card for card in cards if card.rank] for seat, cards in boards.items()}
        if int(street) == 3:
            lowest = min(ups, key=lambda seat: showing.low_card_order(ups[seat][0]))
            assert right == str(lowest)
        else:
            strengths = {seat: showing.strength(card_set(up)) for seat, up in ups.items()}
            first = max(strengths, key=lambda seat: strengths[seat])  # in dealing order: the first of equals
            assert right == str(first)
    assert min(seen.values()) > 15
    assert set(seen) == {"opens", "ahead", "live"}


def _same(plural):
    from seventh.cards import RANK_NAMES, SUIT_NAMES

    if plural in SUIT_NAMES:
        return lambda card: card.suit == SUIT_NAMES.index(plural)
    rank = next(n for n, name in enumerate(RANK_NAMES) if plural in (f"{name}s", f"{name}es")) + 2
    return lambda card: card.rank == rank


# Payouts.


@pytest.mark.parametrize("game", payouts.drilled())
def test_payouts_are_those_of_the_settlement(game):
    paid = 0
    for number in range(20):
        hand = payouts.played(game, chance(number))
        asked = payouts.question(game, hand)
        outcome = known(hand.outcome)
        returned = sum(line.returned for line in payouts.lines_of(hand))
        bet = sum(line.amount for line in payouts.lines_of(hand))
        [right] = asked.solution.right
        assert int(right) == outcome.net(1) - returned + bet
        house = book_house(game)
        assert known(asked.read)(house.money(int(right))) == right
        assert {row[-1] for row in asked.solution.rows} <= set(GAMES[game].clauses)
        assert all(row[4] for row in asked.solution.rows)
        paid += int(right) > 0
    assert paid > 3


@pytest.mark.parametrize("typed", ["", "abc", "-5", "1e3000", "0.001", "NaN", "5 dollars", "٣"])
def test_what_is_not_an_amount_is_one_line(typed):
    asked = payouts.ask(["high-card-flush"], chance(1), fair)
    with pytest.raises(ValueError, match="is not an amount; allowed: 0 or more"):
        known(asked.read)(typed)


# Progress.


def test_weights_move_with_mistakes_and_back():
    score = Score()
    assert score.weight("a") == score.weight("b") == 1000
    for _ in range(3):
        score = score.answered("a", right=False).answered("b", right=True)
    assert score.weight("b") == 1000
    wrong = score.weight("a")
    assert wrong > 4000
    assert (score.asked, score.right, score.streak, score.longest) == (6, 3, 1, 1)
    for _ in range(6):
        score = score.answered("a", right=True)
    assert 1000 <= score.weight("a") < 1700
    assert (score.streak, score.longest) == (7, 7)


def test_topics_that_go_wrong_are_asked_more_often():
    """The same seeds, before and after mistakes on one topic."""
    topic = "seven-card-stud live 5"
    score = Score()
    before = Counter(reading.ask(["seven-card-stud"], chance(n), score.weight).topic for n in range(80))
    for _ in range(8):
        score = score.answered(topic, right=False)
    after = Counter(reading.ask(["seven-card-stud"], chance(n), score.weight).topic for n in range(80))
    assert after[topic] > 2 * before[topic] > 0


def test_progress_is_kept_beside_other_settings_and_bounded():
    progress = Progress().answered("reading", "x", right=False)
    text = written('{"theme": "dark"}', progress)
    assert '"theme":"dark"' in text
    assert read(text) == progress
    assert read(written(text, progress.answered("reading", "x", right=True))).of("reading").asked == 2
    for odd in ("", "not JSON", "[]", '{"drill": 5}', '{"drill": {"scores": {"a": []}}}'):
        assert read(odd) == Progress()
    score = Score()
    for number in range(MOST_TOPICS + 20):
        score = score.answered(f"topic {number}", right=bool(number % 2))
    assert len(score.topics) == MOST_TOPICS
    assert sum(topic.wrong for topic in score.topics.values()) == (MOST_TOPICS + 20) // 2


@told_at_once
async def test_a_question_is_answered_once_and_progress_survives_a_restart(tmp_path):
    async with Harness(tmp_path) as harness:
        client = await harness.guest()
        person = harness.room.people.person(client.person)
        drill = harness.room.drill
        for kind in KINDS:
            asked = await drill.ask(person, kind)
            assert await drill.ask(person, kind) == asked
            for bad in ("", "nonsense", "-1", "999999999999"):
                with pytest.raises(RoomRefused) as refused:
                    await drill.answer(person, kind, asked.id, bad)
                assert refused.value.code == "malformed"
                assert "\n" not in str(refused.value)
            [right, *_] = asked.question.solution.right
            judged = await drill.answer(person, kind, asked.id, _typed(asked.question, right))
            assert judged.right
            assert judged.score.streak == 1
            with pytest.raises(RoomRefused, match="no longer open"):
                await drill.answer(person, kind, asked.id, right)
            other = await drill.ask(person, kind, fresh=True)
            wrong = next(
                (value for value, _ in other.question.choices if value not in other.question.solution.right), "1.01"
            )
            if other.question.read is not None and kind == "reading":
                wrong = "4" if other.question.solution.right != {"4"} else "3"
            assert not (await drill.answer(person, kind, other.id, wrong)).right
        with pytest.raises(RoomRefused, match="there is no drill"):
            await drill.ask(person, "chess")
        with pytest.raises(RoomRefused, match="has no such drill"):
            await drill.ask(person, "reading", "high-card-flush")
        known_before = drill.progress(person)
        await harness.restart()
        person = harness.room.people.person(client.person)
        after = harness.room.drill.progress(person)
        assert after == known_before
        assert all(after.of(kind).asked == 2 and after.of(kind).right == 1 for kind in KINDS)
        await harness.close_and_check()


def _typed(question, right):
    """A right answer as a person types it."""
    return right if question.kind != "payouts" else book_house(question.game).money(int(right))
