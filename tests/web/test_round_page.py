"""The page of a round: the outcome first, then every step, with the decisions that the clock made marked."""

import pytest

from seventh.web.round_page import round_page
from tests.known import known
from tests.room.live.live_room import GAMES, SETTINGS, STUD, Client, Harness, bet_and_close, play_hand, told_at_once


async def seated(harness: Harness, table: str, *clients: Client) -> None:
    for client in clients:
        await client.sit(table)
    if STUD in table:
        await harness.clock.run(SETTINGS.seed_window)
    else:
        await bet_and_close(harness, table, *clients)


def page_of(harness: Harness, client: Client, round_id: str) -> dict:
    found = harness.room.history.round(client.person, round_id)
    people = {seat: harness.room.people.person(person) for seat, person in found.people.items()}
    return round_page(found, people, "A table", found.live.house.title)


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R42_only_the_decision_that_the_clock_made_is_marked_as_timed_out(tmp_path, game):
    async with Harness(tmp_path) as harness:
        table, one, two = f"{game}-1", await harness.guest(), await harness.guest()
        await seated(harness, table, one, two)
        live = harness.live_at(table)
        await harness.run(600)
        page = page_of(harness, one, live.id)
        found = harness.room.history.round(one.person, live.id)
        by_clock = [step.who for step, (_, by) in zip(found.record.steps, found.times, strict=True) if by == "clock"]
        assert by_clock
        assert all(isinstance(who, int) for who in by_clock), "the dealer has no clock"
        marked = [step for step in page["steps"] if step["clock"]]
        assert 0 < len(marked) <= len(by_clock), "one line for each decision"
        said = ("is dealt", "You're dealt", "The dealer", "wins", "win ", "loses", "on the round", "street")
        for step in marked:
            assert not any(word in step["words"] for word in said), step["words"]


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R42_the_outcome_and_its_reason_come_with_the_sum(tmp_path, game):
    async with Harness(tmp_path) as harness:
        table, one, two = f"{game}-1", await harness.guest(), await harness.guest()
        await seated(harness, table, one, two)
        live = harness.live_at(table)
        await play_hand(harness, table, one, two)
        await harness.run(6)
        for client in (one, two):
            page = page_of(harness, client, live.id)
            net = known(page["round"]["net"])
            verb = "win" if net > 0 else "lose"
            how = f"{verb} {live.house.money(abs(net))}" if net else "break even"
            assert how in page["outcome"].replace("You ", "").replace("you ", "")
            assert page["outcome"].endswith(".")
