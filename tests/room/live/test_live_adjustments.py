"""R37: a manual change of chips needs a second person, posts once, and is in the log with both names."""

import msgspec
import pytest

from seventh.games import book_house
from seventh.room import frames
from seventh.room.adjustments import LIFE, MOST
from seventh.room.changes import Change, Write
from seventh.room.check import check
from seventh.room.floor_asks import DecideAdjustment, ProposeAdjustment
from seventh.room.queries import rows
from seventh.room.store import NotCommitted, schema
from tests.room.live.live_room import STUD, Client, Harness, killed, name, told_at_once


async def staff(harness, role="floor"):
    """Three members of the staff, and a guest."""
    people = [await harness.room.people.register(f"{role} {n}", "a long password", role) for n in ("one", "two")]
    return [*(Client(harness, person.id) for person in people), await harness.guest()]


async def proposed(harness, floor, guest, amount=5_000, why="missing payout") -> str:
    await floor.done(ProposeAdjustment(name(), guest.person, amount, why))
    return harness.room.adjustments.latest()[0].id


@told_at_once
async def test_R37_a_second_person_approves_and_it_is_posted_once(tmp_path):
    async with Harness(tmp_path / "first") as harness:
        one, two, guest = await staff(harness)
        before = harness.room.cashier.wallet(guest.person)
        ask = ProposeAdjustment(name(), guest.person, 5_000, "missing payout")
        await one.done(ask)
        assert (await one.ask(ask)).again
        assert [a.state for a in harness.room.adjustments.latest()] == ["pending"]
        assert harness.room.cashier.wallet(guest.person) == before
        found = harness.room.adjustments.latest()[0]
        own = await one.ask(DecideAdjustment(name(), found.id, True))
        assert (own.code, own.why) == ("forbidden", "a second person must approve what you proposed")
        async with killed(harness, tmp_path / "second") as second:  # between proposal and approval
            two = Client(second, two.person)
            yes = DecideAdjustment(name(), found.id, True)
            await two.done(yes)
            assert (await two.ask(yes)).again
            late = await two.ask(DecideAdjustment(name(), found.id, False))
            assert (late.code, late.why) == ("not_now", "the adjustment is already approved")
            assert second.room.cashier.wallet(guest.person) == before + 5_000
            async with killed(second, tmp_path / "third") as third:  # and after it
                assert (await Client(third, two.person).ask(yes)).again
                assert third.room.cashier.wallet(guest.person) == before + 5_000
                transfers, log = schema.transfers, schema.log
                posted = rows(third.room.store, transfers.select().where(transfers.c.kind == "adjustment"))
                way = ("mint", f"wallet:{guest.person}", 5_000)
                assert [(row.giver, row.taker, row.amount) for row in posted] == [way]
                [entry] = rows(third.room.store, log.select().where(log.c.kind == "adjustment_approved"))
                assert entry.person == two.person
                assert msgspec.json.decode(entry.body)["proposed_by"] == one.person
                await third.close_and_check()


@told_at_once
async def test_R37_a_declined_or_expired_proposal_moves_nothing(tmp_path):
    async with Harness(tmp_path) as harness:
        one, two, guest = await staff(harness)
        before = harness.room.cashier.wallet(guest.person)
        first = await proposed(harness, one, guest)
        await two.done(DecideAdjustment(name(), first, False))
        assert (await two.ask(DecideAdjustment(name(), first, True))).code == "not_now"
        await harness.clock.run(1)
        second = await proposed(harness, one, guest, -700)
        await harness.clock.run(LIFE)
        late = await two.ask(DecideAdjustment(name(), second, True))
        assert (late.code, late.why) == ("not_now", "the adjustment is already expired")
        assert sorted(a.state for a in harness.room.adjustments.latest()) == ["declined", "expired"]
        assert harness.room.cashier.wallet(guest.person) == before
        much = await one.ask(ProposeAdjustment(name(), guest.person, 10**15, "too much"))
        assert (much.why, much.allowed) == (
            "the amount cannot be $10,000,000,000,000",
            f"$0.01 to {book_house(STUD).money(MOST)}, or negative",
        )
        third = await proposed(harness, one, guest)
        await two.done(DecideAdjustment(name(), third, True))
        await harness.stop()
        told = {finding.name: finding.line for finding in check(harness.data, harness.url)}
        assert told["adjustments"] == "1 approved by a second person, on the ledger; 1 declined; 1 not decided"


@told_at_once
async def test_R37_who_may_propose_and_for_whom(tmp_path):
    async with Harness(tmp_path) as harness:
        one, two, guest = await staff(harness)
        auditor = Client(harness, (await harness.room.people.register("Aud", "a long password", "auditor")).id)
        for somebody in (guest, auditor):
            assert (await somebody.ask(ProposeAdjustment(name(), one.person, 5, "please"))).code == "forbidden"
        assert (await one.ask(ProposeAdjustment(name(), one.person, 5, "for me"))).code == "forbidden"
        for amount in (0, 10**13):
            assert (await one.ask(ProposeAdjustment(name(), guest.person, amount, "why"))).code == "malformed"
        assert (await one.ask(ProposeAdjustment(name(), guest.person, 5, " "))).code == "malformed"
        mine = await proposed(harness, one, two)  # about the second person's own chips
        assert (await two.ask(DecideAdjustment(name(), mine, True))).code == "forbidden"
        assert (await guest.ask(DecideAdjustment(name(), mine, True))).code == "forbidden"
        assert (await two.ask(DecideAdjustment(name(), "nothing", True))).code == "unknown"
        # No more can be taken than there is.
        await harness.clock.run(1)
        much = await proposed(harness, one, guest, -(10**11))
        refused = await two.ask(DecideAdjustment(name(), much, True))
        assert isinstance(refused, frames.RefusedFrame)
        assert refused.code == "no_chips"
        assert harness.room.adjustments.one(much).state == "pending"


@told_at_once
async def test_R37_the_database_itself_refuses_an_approval_by_the_same_person(tmp_path):
    async with Harness(tmp_path) as harness:
        one, two, guest = await staff(harness)
        name_ = await proposed(harness, one, guest)
        row = {"adjustment": name_, "proposed_by": one.person, "by": one.person, "approved": True, "at": 1}
        for wrong in (row, {**row, "proposed_by": two.person}):
            with pytest.raises(NotCommitted):
                await harness.room.cashier.commit(Change(writes=(Write("put", "adjustment_decisions", wrong),)))
        assert harness.room.adjustments.one(name_).state == "pending"
