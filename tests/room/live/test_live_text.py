"""All text on the table page comes with the frames, and reveals no card that the view does not show."""

import re

import msgspec
import pytest

from seventh.room import frames
from seventh.rounds.actions import BringIn, PlaceWagers
from tests.room.live.live_room import DEALER_GAMES, GAMES, SETTINGS, STUD, Harness, bet_and_close, told_at_once

SIGNS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
NAMES = dict(zip(("two", "three", "four", "five", "six", "seven", "eight", "nine"), "23456789", strict=True)) | dict(
    zip(("ten", "jack", "queen", "king", "ace"), "TJQKA", strict=True)
)


def cards_in(text):
    """Cards that a text names, `K♠` or `king of spades`; not what a joker stands for, which nobody need hold."""
    text = re.sub(r"the joker counts as the \w+ of \w+", "", text)
    found = {rank.replace("10", "T") + SIGNS[sign] for rank, sign in re.findall(r"(10|[2-9JQKA])([♣♦♥♠])", text)}
    return found | {
        NAMES[rank] + suit[0]
        for rank, suit in re.findall(rf"({'|'.join(NAMES)}) of (clubs|diamonds|hearts|spades)", text)
    }


def seen_in(view):
    """Cards that a view shows."""
    text = msgspec.json.encode(view).decode()
    return set(re.findall(r"[2-9TJQKA][cdhs]", re.sub(r'"rules":"[^"]*"', "", text)))


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R29_no_word_of_a_frame_names_a_card_that_its_view_hides(tmp_path, game):
    table = f"{game}-1"
    async with Harness(tmp_path) as harness:
        one, two, bystander = [await harness.guest() for _ in range(3)]
        await bystander.watch(table)
        await one.sit(table)
        await two.sit(table)
        for _ in range(3):
            await (harness.run(3) if game == STUD else bet_and_close(harness, table, one, two))
            owners = {client.person: client for client in (one, two)}
            for _ in range(60):
                live = harness.table(table).snapshot.live
                waiting = sorted(seat for seat in live.hand.to_act if isinstance(seat, int)) if live else []
                if live is None or not waiting:
                    break
                for client in (one, two, bystander):
                    described = await client.ask(frames.Describe(table))
                    assert cards_in(described.words) <= seen_in(client.last["round"])
                await owners[live.seats[waiting[0]].person].act(table)
                await harness.clock.settle()
            await harness.run(300 if game == STUD else 20)
        told = 0
        for client in (one, two, bystander):
            known: dict[str, set[str]] = {}
            for frame in client.frames:
                if frame["is"] != "table" or frame["round"] is None:
                    continue
                before = known.setdefault(frame["round"]["id"], set())
                before |= seen_in(frame["round"]["view"]) | seen_in(frame["events"])
                lines = [*frame["told"], *(frame["story"] or ())]
                for line in lines:
                    assert cards_in(line.get("say", "") + line.get("call", "")) <= before
                    assert seen_in([hand["plays"] + hand["order"] for hand in line.get("hands", {}).values()]) <= before
                assert seen_in(frame["round"]["hands"]) <= before
                told += len(lines)
        assert told > 60


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_the_first_frame_has_the_layout_and_the_next_ones_do_not(tmp_path, game):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        await one.sit(f"{game}-1")
        await harness.run(5)
        seen = [frame["layout"] for frame in one.frames if frame["is"] == "table"]
        assert seen[0]["title"]
        assert seen[0]["felt"]["cloth"].startswith("#")
        assert bool(seen[0]["spots"]) == (game in DEALER_GAMES)
        assert len(seen) > 1
        assert not any(seen[1:])


@told_at_once
async def test_a_program_may_do_without_words(tmp_path):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        await one.watch("high-card-flush-1", words=False)
        await one.done(frames.Sit("sit", "high-card-flush-1", 20_000))
        await bet_and_close(harness, "high-card-flush-1", one)
        for frame in one.frames:
            assert not any(frame[key] for key in ("told", "story", "layout"))
            assert not frame["round"] or not (frame["round"]["hands"] or frame["round"]["yours"])


@told_at_once
async def test_offers_are_actions_at_the_price_they_name(tmp_path):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        await one.sit("high-card-flush-1")
        await one.act("high-card-flush-1", PlaceWagers({"ante": 500}))
        await one.ready("high-card-flush-1")
        info = one.last["round"]
        offers = {offer["name"]: offer for offer in info["yours"]["offers"]}
        assert {"fold", "bet-raise"} <= set(offers)
        assert re.fullmatch(r"Raise \$\d+( to \$\d+)? or fold\.", info["yours"]["prompt"])
        bet = offers["bet-raise"]
        ask = frames.Act("act", "high-card-flush-1", info["id"], info["decision"], bet["action"], bet["price"])
        await one.done(ask)


@told_at_once
async def test_H11_wagers_are_weighed_before_they_are_placed(tmp_path):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        table = "high-card-flush-1"
        await one.sit(table)
        answer = await one.ask(frames.Weigh(table, {"ante": 1000, "flush": 2500, "luck": 5, "raise": -7}))
        assert answer.awards == {"ante": 1000, "raise": 3000, "flush": 500_000}
        assert (answer.warnings, answer.note, answer.fixed) == ((), "", ("ante",))
        answer = await one.ask(frames.Weigh(table, {"flush": 20_000, "straight_flush": 2_500}))
        assert answer.awards == {"flush": 4_000_000, "straight_flush": 1_250_000}
        first, second = answer.warnings
        assert first == "Flush: a cap reduces the top award of $40,000 to $19,047.62 (H11)."
        assert second.startswith("Straight Flush: a cap reduces the top award of $12,500 to $5,952.38")


@pytest.mark.parametrize(
    ("game", "buy_in", "wagers", "says"),
    [
        (
            "high-card-flush",
            7_500,
            {"ante": 7_500},
            "You'd have $0 left: {} The raise needs $75 more: add chips first.",
        ),
        (
            "high-card-flush",
            8_000,
            {"ante": 5_000},
            "You'd have $30 left: {} The raise needs $20 more: add chips first.",
        ),
        ("high-card-flush", 7_500, {"ante": 2_500, "flush": 2_500}, ""),
        (
            "boston-7-stud",
            6_000,
            {"ante": 2_500, "first": 2_500},
            "You'd have $10 left: {} The second bet needs $15 more: add chips first.",
        ),
        ("boston-7-stud", 4_000, {"ante": 2_500}, ""),
        ("seven-card-thrill", 4_000, {"poker": 2_500}, ""),
    ],
)
@told_at_once
async def test_a_player_learns_before_the_deal_that_no_chips_would_be_left_to_go_on(
    tmp_path, game, buy_in, wagers, says
):
    async with Harness(tmp_path) as harness:
        one, table = await harness.guest(), f"{game}-1"
        await one.sit(table, buy_in)
        expected = says.format("after the cards you could only fold.")
        assert (await one.ask(frames.Weigh(table, wagers))).short == expected
        if game == "high-card-flush":
            await one.done(one.answer_to(table, PlaceWagers(wagers)))
            # Once the chips are on the spots, others would come too late.
            later = expected.replace(": add chips first", "")
            assert (await one.ask(frames.Weigh(table, wagers))).short == later


@pytest.mark.parametrize(
    ("game", "wagers", "fixed"),
    [
        ("boston-7-stud", ("ante", "first", "three_card_bonus"), {"first"}),
        (
            "seven-card-thrill",
            ("poker", "pair_of_kings", "three_of_a_kind", "full_house", "special"),
            {"three_of_a_kind", "full_house"},
        ),
    ],
)
@told_at_once
async def test_wagers_that_always_pay_the_same_are_told_from_those_that_pay_up_to_their_award(
    tmp_path, game, wagers, fixed
):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        await one.sit(f"{game}-1")
        answer = await one.ask(frames.Weigh(f"{game}-1", dict.fromkeys(wagers, 500)))
        assert set(answer.fixed) == fixed


@told_at_once
async def test_a_player_with_an_empty_wallet_is_not_told_to_add_chips(tmp_path):
    async with Harness(tmp_path, SETTINGS.but(starting_chips=7_500)) as harness:
        one, table = await harness.guest(), "high-card-flush-1"
        await one.sit(table, 7_500)
        answer = await one.ask(frames.Weigh(table, {"ante": 7_500}))
        assert answer.short.endswith("The raise needs $75 more.")


@told_at_once
async def test_B13_a_note_on_an_ante_alone(tmp_path):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        await one.sit("boston-7-stud-1")
        answer = await one.ask(frames.Weigh("boston-7-stud-1", {"ante": 500}))
        assert "An ante alone wins only its bonus (B13)" in answer.note


@told_at_once
async def test_a_person_who_does_not_watch_a_table_learns_nothing_about_it(tmp_path):
    async with Harness(tmp_path) as harness:
        one = await harness.guest()
        for ask in (frames.Weigh("high-card-flush-1", {}), frames.Describe("high-card-flush-1")):
            answer = await one.ask(ask)
            assert (answer.code, answer.why) == ("forbidden", "you are not watching this table; watch it first")


@told_at_once
async def test_before_the_bring_in_nobody_can_choose_to_check(tmp_path):
    async with Harness(tmp_path) as harness:
        table, clients = f"{STUD}-1", [await harness.guest() for _ in range(2)]
        for client in clients:
            await client.sit(table)
        await harness.clock.run(SETTINGS.seed_window)

        def choices() -> list[list[str]]:
            """What each of those who wait can choose in advance."""
            turns = [client.last["round"]["yours"] for client in clients]
            return [[one["label"] for one in turn["intentions"]] for turn in turns if turn and not turn["offers"]]

        assert choices() == [["Fold"]]
        live = harness.live_at(table)
        (seat,) = [seat for seat in live.hand.to_act if isinstance(seat, int)]
        await next(c for c in clients if c.person == live.seats[seat].person).act(table, BringIn())
        assert choices() == [["Check or fold", "Check"]], "who brought it in may have a turn after a raise"
