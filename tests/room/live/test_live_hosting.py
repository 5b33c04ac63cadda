"""The host of a private table: starting, pausing, renaming, removing, handing over, closing, and permissions."""

import msgspec
import pytest

from seventh.games import book_house
from seventh.house.stakes import stakes_of
from seventh.room import frames
from seventh.room.frames import RefusedFrame
from seventh.room.refusals import RoomRefused
from seventh.rounds.actions import BringIn
from tests.known import known
from tests.room.live.live_room import GAMES, SETTINGS, STUD, Harness, bet_and_close, name, play_hand, told_at_once

HCF = GAMES[0]


async def friends(harness, how_many):
    """Guests with nicknames."""
    names = ("Ana", "Ben", "Carla", "Deniz")[:how_many]
    return [await harness.guest_named(name) for name in names]


async def table_of(harness, host, game=HCF, **options):
    person = harness.room.people.person(host.person)
    return await harness.room.tables.create(person, game, "Ours", **{"waits": True, **options})


async def joins(client, table, buy_in=20_000):
    await client.watch(table.id, table.row.word)
    await client.done(frames.Sit(name(), table.id, buy_in))


async def refused(client, ask):
    answer = await client.ask(ask)
    assert isinstance(answer, RefusedFrame), answer
    return answer


def said(client, table):
    """The lines about the table that a client was told, in their order and each once."""
    lines = {line["n"]: line for frame in client.frames if frame["is"] == "table" for line in frame["news"]}
    return [lines[n]["text"] for n in sorted(lines)]


@pytest.mark.parametrize("game", [HCF, STUD])
@told_at_once
async def test_no_round_begins_before_the_host_starts(tmp_path, game):
    async with Harness(tmp_path) as harness:
        ana, ben = await friends(harness, 2)
        table = await table_of(harness, ana, game)
        await joins(ana, table)
        await joins(ben, table)
        await harness.run(60)
        assert table.snapshot.live is None
        assert ben.last["host"]["words"] == "Ana will start the game when everybody is here."
        answer = await refused(ben, frames.Start(name(), table.id))
        assert (answer.code, answer.why) == ("forbidden", "only the host can do that; the host is Ana")
        await ana.done(frames.Start(name(), table.id))
        assert table.snapshot.live is not None
        assert ben.last["host"]["words"] == ""
        assert "Ana started the game." in said(ben, table)
        answer = await refused(ana, frames.Start(name(), table.id))
        assert answer.why == "the game has already started"


@told_at_once
async def test_arrivals_and_departures_are_announced_with_their_chips(tmp_path):
    async with Harness(tmp_path) as harness:
        ana, ben = await friends(harness, 2)
        table = f"{HCF}-1"
        await ana.sit(table)
        await ben.sit(table, 30_000)
        await ben.leave(table)
        assert said(ana, table) == ["Ana sat down with $200.", "Ben sat down with $300.", "Ben left with $300."]
        late = await harness.guest()
        await late.watch(table)
        assert said(late, table) == said(ana, table), "whoever comes later reads the latest lines"
        without_words = await harness.guest()
        await without_words.watch(table, words=False)
        assert without_words.last["news"] == []


@told_at_once
async def test_a_lost_connection_is_announced_if_it_lasts_but_a_reload_is_not(tmp_path):
    async with Harness(tmp_path) as harness:
        ana, ben = await friends(harness, 2)
        table = f"{HCF}-1"
        await ana.sit(table)
        await ben.sit(table)
        await ben.drop()
        await harness.run(2)
        again = harness.again(ben)
        await again.watch(table)
        await harness.run(10)
        assert not any("connection" in line for line in said(ana, table))
        await again.drop()
        await harness.run(6)
        assert said(ana, table)[-1] == "Ben lost connection."
        await harness.again(ben).watch(table)
        assert said(ana, table)[-1] == "Ben is connected again."


@told_at_once
async def test_a_pause_lets_the_round_finish_and_no_other_begin(tmp_path):
    async with Harness(tmp_path) as harness:
        ana, ben = await friends(harness, 2)
        table = await table_of(harness, ana, waits=False)
        await joins(ana, table)
        await joins(ben, table)
        await bet_and_close(harness, table.id, ana, ben)
        await ana.done(frames.Pause(name(), table.id))
        assert table.snapshot.live is not None
        assert ben.last["host"]["words"] == "Ana will pause the table after this round."
        assert said(ben, table)[-1] == "Ana will pause the table after this round."
        await harness.run(600)
        assert said(ben, table)[-1] == "Ana paused the table."
        assert table.snapshot.live is None
        number = table.snapshot.number
        assert ben.frames[-1]["host"]["words"] == "Paused by Ana."
        await harness.restart()
        table = harness.table(table.id)
        ana, ben = harness.again(ana), harness.again(ben)
        await ana.watch(table.id)
        await ben.watch(table.id)
        await harness.run(60)
        assert table.snapshot.number == number, "the pause holds after a restart"
        await ana.done(frames.Start(name(), table.id))
        assert table.snapshot.live is not None
        await harness.close_and_check()


@told_at_once
async def test_a_pause_can_be_cancelled_until_it_begins(tmp_path):
    async with Harness(tmp_path) as harness:
        ana, ben = await friends(harness, 2)
        table = await table_of(harness, ana, waits=False)
        await joins(ana, table)
        await joins(ben, table)
        await bet_and_close(harness, table.id, ana, ben)
        await ana.done(frames.Pause(name(), table.id))
        cancels = frames.Start(name(), table.id)
        await ana.done(cancels)
        assert said(ben, table)[-1] == "Ana cancelled the pause."
        assert ana.last["news"][-1]["yours"] == "You cancelled the pause."
        assert ben.last["host"]["words"] == ""
        await ana.done(cancels)  # repeated after a lost answer
        number = table.snapshot.number
        await harness.run(600)
        assert table.snapshot.number > number
        assert "Ana paused the table." not in said(ben, table)


@told_at_once
async def test_a_pause_remains_after_handing_over(tmp_path):
    async with Harness(tmp_path) as harness:
        ana, ben = await friends(harness, 2)
        table = await table_of(harness, ana, waits=False)
        await joins(ana, table)
        await joins(ben, table)
        await ana.done(frames.Pause(name(), table.id))
        await ana.done(frames.HandOver(name(), table.id, ben.person))
        assert ben.last["host"]["words"] == "Paused by Ana."
        assert ben.last["host"]["paused_by"] == ana.person


@told_at_once
async def test_a_round_without_wagers_is_called_off_by_a_pause(tmp_path):
    async with Harness(tmp_path) as harness:
        (ana,) = await friends(harness, 1)
        table = await table_of(harness, ana, waits=False)
        await joins(ana, table)
        assert table.snapshot.live is not None
        await ana.done(frames.Pause(name(), table.id))
        assert table.snapshot.live is None
        assert ana.last["host"]["words"] == "Paused by Ana."


@told_at_once
async def test_a_removed_player_keeps_the_chips_and_stays_out_until_let_in(tmp_path):
    async with Harness(tmp_path) as harness:
        ana, ben, carla = await friends(harness, 3)
        table = await table_of(harness, ana)
        for friend in (ana, ben, carla):
            await joins(friend, table)
        held = harness.room.cashier.wallet(ben.person)
        answer = await refused(ben, frames.Kick(name(), table.id, carla.person))
        assert answer.code == "forbidden"
        await ana.done(frames.Kick(name(), table.id, ben.person))
        assert not table.snapshot.session.seat_of(ben.person)
        assert harness.room.cashier.wallet(ben.person) == held + 20_000
        out = next(frame for frame in ben.frames if frame["is"] == "out")
        assert out["why"].startswith("Ana removed you from the table.")
        told = len(ben.raw)
        await carla.done(frames.Say(name(), table.id, "was that fair?"))
        assert not any(b"was that fair" in frame for frame in ben.raw[told - 1 :]), "who is out is told nothing more"
        for ask in (frames.Watch(table.id, table.row.word), frames.Sit(name(), table.id, 20_000)):
            assert (await refused(ben, ask)).code == "forbidden"
        await harness.restart()
        ana, ben, table = harness.again(ana), harness.again(ben), harness.table(table.id)
        again = frames.Watch(table.id, known(table.row.word))
        assert (await refused(ben, again)).why == "Ana removed you from this table"
        await ana.watch(table.id)
        assert ana.last["host"]["kicked"] == {ben.person: "Ben"}
        await ana.done(frames.LetIn(name(), table.id, ben.person))
        await joins(ben, table)
        await harness.close_and_check()


@told_at_once
async def test_a_player_removed_during_a_round_leaves_when_it_is_over(tmp_path):
    async with Harness(tmp_path) as harness:
        ana, ben = await friends(harness, 2)
        table = await table_of(harness, ana, waits=False)
        await joins(ana, table)
        await joins(ben, table)
        await bet_and_close(harness, table.id, ana, ben)
        before = harness.live_at(table.id).stacks[2]
        await ana.done(frames.Kick(name(), table.id, ben.person))
        assert table.snapshot.session.seat_of(ben.person)
        assert not any(frame["is"] == "out" for frame in ben.frames), "a hand may be played to its end"
        told = next(line for line in ben.last["news"] if line["kind"] == "kicked")
        assert told["text"] == "Ana removed Ben from the table."
        assert (told["person"], told["yours"]) == (ana.person, "You removed Ben from the table.")
        assert told["whom"] == ben.person
        lost = table.house.money(table.snapshot.session.seats[2].chips - before)
        removed = "Ana removed you from the table"
        assert (
            told["theirs"] == f"{removed}; you leave after this round. Your hand is folded: the {lost} in play is lost."
        )
        again = await refused(ana, frames.Kick(name(), table.id, ben.person))
        assert again.why == "Ben has already been removed"
        assert (await refused(ben, frames.Say(name(), table.id, "unfair"))).code == "forbidden"
        await harness.run(600)
        assert not table.snapshot.session.seat_of(ben.person)
        assert ben.last["is"] == "out"
        assert table.snapshot.over is not None
        net = table.snapshot.over.net_of(ben.person)  # a side bet may have won
        done, rest = ("won", "Your chips") if net > 0 else ("lost", "The rest of your chips")
        result = f" You {done} {table.house.money(abs(net))} in the last round." if net else ""
        assert ben.last["why"] == f"{removed}.{result} {rest if net else 'Your chips'} are back in your wallet."
        await harness.close_and_check()


@told_at_once
async def test_the_host_hands_over_or_the_longest_seated_player_takes_over(tmp_path):
    async with Harness(tmp_path) as harness:
        ana, ben, carla = await friends(harness, 3)
        table = await table_of(harness, ana)
        for friend in (ana, carla, ben):
            await joins(friend, table)
            await harness.run(1)
        await ana.done(frames.HandOver(name(), table.id, ben.person))
        assert table.hosting.host_name == "Ben"
        assert said(carla, table)[-1] == "Ben is now the host."
        assert ben.last["news"][-1]["yours"] == "You are now the host."
        assert (await refused(ana, frames.Start(name(), table.id))).code == "forbidden"
        await ben.leave(table.id)
        assert table.hosting.host_name == "Ana", "Ana has sat here longest"
        await ana.leave(table.id)
        await carla.leave(table.id)
        assert table.hosting.host_name == "Carla", "an empty table keeps its host"
        await harness.restart()
        assert harness.table(table.id).hosting.host_name == "Carla"


@told_at_once
async def test_closing_returns_all_chips_and_notifies_everybody(tmp_path):
    async with Harness(tmp_path) as harness:
        ana, ben = await friends(harness, 2)
        held = [harness.room.cashier.wallet(friend.person) for friend in (ana, ben)]
        table = await table_of(harness, ana)
        await joins(ana, table)
        await joins(ben, table)
        dora = await harness.guest()
        await dora.watch(table.id, table.row.word)
        await ana.done(frames.CloseTable(name(), table.id))
        assert table.id not in harness.room.tables
        assert dora.last["why"] == "Ana closed the table.", "she brought no chips"
        assert ben.last["why"] == "Ana closed the table. Your chips are back in your wallet."
        assert ana.last["why"] == "You closed the table. Your chips are back in your wallet."
        assert ben.last["is"] == "out"
        assert ben.last["code"] == "closed"
        assert [harness.room.cashier.wallet(friend.person) for friend in (ana, ben)] == held
        await harness.run(1)
        await harness.restart()
        assert table.id not in harness.room.tables
        await harness.close_and_check()


@told_at_once
async def test_closing_waits_for_the_round_and_survives_a_restart(tmp_path):
    async with Harness(tmp_path) as harness:
        ana, ben = await friends(harness, 2)
        table = await table_of(harness, ana, waits=False)
        await joins(ana, table)
        await joins(ben, table)
        await bet_and_close(harness, table.id, ana, ben)
        await ana.done(frames.CloseTable(name(), table.id))
        assert ben.last["host"]["words"] == "This table closes after this round."
        assert said(ben, table)[-1] == "This table closes after this round."
        carla = await harness.guest()
        await carla.watch(table.id, table.row.word)
        answer = await refused(carla, frames.Sit(name(), table.id, 20_000))
        assert answer.why == "This table closes after this round"
        await harness.restart()
        await harness.run(600)
        assert table.id not in harness.room.tables
        await harness.close_and_check()


@told_at_once
async def test_who_lands_in_the_lobby_because_the_table_closed_reads_how_the_last_round_ended(tmp_path):
    async with Harness(tmp_path) as harness:
        ana, ben, carla = await friends(harness, 3)
        table = await table_of(harness, ana, waits=False)
        for friend in (ana, ben):
            await joins(friend, table)
        await bet_and_close(harness, table.id, ana, ben)
        await joins(carla, table)
        await ana.done(frames.CloseTable(name(), table.id))
        await harness.run(600)
        over = known(table.snapshot.over)
        for friend, who, seat in ((ana, "You", 1), (ben, "Ana", 2)):
            net = over.nets[seat]
            result = (
                f" You {'won' if net > 0 else 'lost'} {table.house.money(abs(net))} in the last round." if net else ""
            )
            chips = "The rest of your chips are" if net < 0 else "Your chips are"
            assert friend.last["why"] == f"{who} closed the table.{result} {chips} back in your wallet."
        assert any(over.nets.values())
        assert carla.last["why"] == "Ana closed the table. Your chips are back in your wallet.", "she did not play"
        await harness.close_and_check()


@told_at_once
async def test_a_table_that_closes_between_rounds_does_not_tell_their_result_again(tmp_path):
    async with Harness(tmp_path) as harness:
        ana, ben = await friends(harness, 2)
        table = await table_of(harness, ana, waits=False)
        for friend in (ana, ben):
            await joins(friend, table)
        await bet_and_close(harness, table.id, ana, ben)
        await harness.run(600)
        assert not table.showing
        await ana.done(frames.CloseTable(name(), table.id))
        assert ben.last["why"] == "Ana closed the table. Your chips are back in your wallet."


@told_at_once
async def test_who_sits_down_reads_who_sat_there_before(tmp_path):
    """Where cards stay hidden, somebody who came to watch first saw the table as it was a while ago."""
    async with Harness(tmp_path) as harness:
        ana, ben, carla, deniz = await friends(harness, 4)
        table = await table_of(harness, ana, STUD)
        await deniz.watch(table.id, table.row.word)
        await joins(ana, table)
        await harness.run(SETTINGS.spectator_delay // 1000 + 1)
        await joins(ben, table)
        for late in (carla, deniz):
            await joins(late, table)
            arrived = [line["name"] for line in late.last["news"] if line["kind"] == "sat"]
            assert arrived == ["Ana", "Ben", "Carla", "Deniz"][: 3 + (late is deniz)]


@told_at_once
async def test_a_story_has_its_times_after_a_restart_too(tmp_path):
    async with Harness(tmp_path) as harness:
        ana, ben = await friends(harness, 2)
        table = await table_of(harness, ana, STUD, waits=False)
        for friend in (ana, ben):
            await joins(friend, table)
        await harness.run(10)
        seat = next(who for who in harness.live_at(table.id).hand.to_act if isinstance(who, int))
        await (ana, ben)[seat - 1].act(table.id, BringIn())
        await harness.run(1)
        again = harness.again(ana)
        await again.watch(table.id)
        story = again.last["story"]
        assert len({line["at"] for line in story}) > 1
        await harness.restart()
        back = harness.again(ana)
        await back.watch(table.id)
        assert back.last["story"][: len(story)] == story


@told_at_once
async def test_a_table_keeps_its_name_its_stakes_and_its_bots(tmp_path):
    async with Harness(tmp_path, SETTINGS.but(company=4)) as harness:
        (ana,) = await friends(harness, 1)
        times, house = stakes_of(book_house(STUD))["x5"]
        table = await table_of(harness, ana, STUD, house=house, times=times, bots=3)
        await joins(ana, table, 50_000)
        assert table.people == len(table.snapshot.chairs) == 1, "bots come when the game starts"
        await ana.done(frames.Start(name(), table.id))
        assert len(table.snapshot.chairs) == 4
        assert "Ada, Bert and Cora (bots) joined the table." in said(ana, table)
        for wrong in (-1, 8):
            answer = await refused(ana, frames.Bots(name(), table.id, wrong))
            assert answer.allowed == "0 to 7"
        await ana.done(frames.Bots(name(), table.id, 1))
        await ana.done(frames.Rename(name(), table.id, "  Friday\n night "))
        assert ana.last["name"] == "Friday night"
        assert (await refused(ana, frames.Rename(name(), table.id, " \n "))).allowed == "1 to 40 characters"
        await harness.restart()
        table = harness.table(table.id)
        assert table.row.name == "Friday night"
        assert table.house == house
        assert known(table.snapshot.hosted).bots == 1
        back = harness.again(ana)
        await back.watch(table.id)
        await play_hand(harness, table.id, back)
        await harness.run(6)
        assert len(table.snapshot.chairs) == 2, "from the next hand on there is one bot"
        await harness.close_and_check()


@told_at_once
async def test_a_friend_at_a_table_full_of_bots_gets_the_seat_of_one(tmp_path):
    async with Harness(tmp_path, SETTINGS.but(company=4)) as harness:
        ana, ben = await friends(harness, 2)
        table = await table_of(harness, ana, STUD, bots=7)
        await joins(ana, table)
        await ana.done(frames.Start(name(), table.id))
        assert len(table.snapshot.chairs) == 8
        await ben.watch(table.id, table.row.word)
        await ben.done(frames.Queue(name(), table.id, 20_000))
        number = table.snapshot.number
        while table.snapshot.number == number:
            await harness.run(1)
        assert table.snapshot.session.seat_of(ben.person) in table.snapshot.session.in_hand, "and plays the next hand"


@told_at_once
async def test_bots_are_for_games_that_have_them(tmp_path):
    async with Harness(tmp_path, SETTINGS.but(company=4)) as harness:
        (ana,) = await friends(harness, 1)
        with pytest.raises(RoomRefused, match="the number of bots cannot be 2; allowed: 0 in this game"):
            await table_of(harness, ana, HCF, bots=2)
        with pytest.raises(RoomRefused, match="the number of bots cannot be 8; allowed: 0 to 7"):
            await table_of(harness, ana, STUD, bots=8)


@told_at_once
async def test_the_buy_in_scales_with_the_stakes(tmp_path):
    async with Harness(tmp_path) as harness:
        (ana,) = await friends(harness, 1)
        for named, (times, house) in stakes_of(book_house(HCF)).items():
            if named in ("half", "x10"):
                table = await table_of(harness, ana, house=house, times=times)
                assert table.buy_in.minimum == SETTINGS.dealer_buy_in_least * times
                assert table.buy_in.minimum >= house.limits.ante.minimum
        await harness.restart()
        assert harness.table(table.id).buy_in == table.buy_in


@told_at_once
async def test_a_public_table_has_no_host(tmp_path):
    async with Harness(tmp_path) as harness:
        (ana,) = await friends(harness, 1)
        await ana.sit(f"{HCF}-1")
        assert ana.last["host"] is None
        answer = await refused(ana, frames.Pause(name(), f"{HCF}-1"))
        assert (answer.code, answer.why) == ("forbidden", "this table has no host")


@told_at_once
async def test_R33_a_hosts_request_is_carried_out_once(tmp_path):
    async with Harness(tmp_path) as harness:
        ana, ben = await friends(harness, 2)
        table = await table_of(harness, ana)
        await joins(ana, table)
        await joins(ben, table)
        ask = frames.Kick(name(), table.id, ben.person)
        await ana.done(ask)
        await ana.done(frames.LetIn(name(), table.id, ben.person))
        await joins(ben, table)
        answer = await ana.ask(ask)
        assert answer.again
        await harness.restart()
        assert (await harness.again(ana).ask(ask)).again
        assert harness.table(table.id).snapshot.session.seat_of(ben.person)


# Chat.


def lines_of(client):
    return [
        line for frame in client.frames if frame["is"] == "table" for line in frame["news"] if line["kind"] == "said"
    ]


@told_at_once
async def test_chat_reaches_people_at_the_table_and_the_log(tmp_path):
    async with Harness(tmp_path) as harness:
        ana, ben = await friends(harness, 2)
        stranger = await harness.guest()
        table = await table_of(harness, ana, STUD)
        await joins(ana, table)
        await joins(ben, table)
        await refused(stranger, frames.Watch(table.id))
        await ana.done(frames.Say(name(), table.id, "  <b>hello</b>\n‮ Ben "))
        (line,) = lines_of(ben)
        assert (line["text"], line["name"], line["person"]) == ("<b>hello</b> Ben", "Ana", ana.person)
        assert stranger.raw == []
        assert (await refused(stranger, frames.Say(name(), table.id, "hello"))).code == "forbidden"
        with harness.room.store.reading() as connection:
            bodies = connection.exec_driver_sql("SELECT body FROM log WHERE kind = 'said'").scalars().all()
        assert [msgspec.json.decode(bytes(body)) for body in bodies] == [{"text": "<b>hello</b> Ben"}]
        await harness.close_and_check()


@told_at_once
async def test_talk_is_short_and_not_too_fast(tmp_path):
    async with Harness(tmp_path) as harness:
        (ana,) = await friends(harness, 1)
        table = await table_of(harness, ana)
        await joins(ana, table)
        for wrong in ("", " \n", "x" * 201):
            assert (await refused(ana, frames.Say(name(), table.id, wrong))).allowed == "1 to 200 characters"
        for number in range(5):
            await ana.done(frames.Say(name(), table.id, f"line {number}"))
        assert (await refused(ana, frames.Say(name(), table.id, "one more"))).code == "too_fast"
        await harness.run(11)
        await ana.done(frames.Say(name(), table.id, "one more"))


@pytest.mark.parametrize(("chat", "private", "public"), [(0, False, False), (1, True, False), (2, True, True)])
@told_at_once
async def test_the_room_says_where_people_may_talk(tmp_path, chat, private, public):
    async with Harness(tmp_path, SETTINGS.but(chat=chat)) as harness:
        (ana,) = await friends(harness, 1)
        table = await table_of(harness, ana)
        await joins(ana, table)
        await ana.sit(f"{HCF}-1")
        for where, allowed in ((table.id, private), (f"{HCF}-1", public)):
            answer = await ana.ask(frames.Say(name(), where, "hello"))
            assert isinstance(answer, frames.Done) == allowed, answer
        told = {frame["table"]: frame["chat"] for frame in ana.frames if frame["is"] == "table"}
        assert told == {table.id: private, f"{HCF}-1": public}


@told_at_once
async def test_strangers_watch_where_the_host_lets_them_but_do_not_sit_or_talk(tmp_path):
    async with Harness(tmp_path) as harness:
        (ana,) = await friends(harness, 1)
        stranger = await harness.guest()
        table = await table_of(harness, ana, watched=True)
        await joins(ana, table)
        await stranger.watch(table.id)
        assert (await refused(stranger, frames.Sit(name(), table.id, 20_000))).code == "forbidden"
        assert (await refused(stranger, frames.Say(name(), table.id, "hello"))).code == "forbidden"


# Nicknames.


@told_at_once
async def test_a_nickname_needs_no_password_and_can_be_changed(tmp_path):
    async with Harness(tmp_path) as harness:
        ana, ben = await friends(harness, 2)
        people = harness.room.people
        person = people.person(ben.person)
        assert (person.name, person.guest, person.role) == ("Ben", True, "guest")
        for wrong, why in (("ana", "is taken"), ("x", "is not a valid name"), ("Guest 1", "a guest's name")):
            with pytest.raises(RoomRefused, match=why):
                await people.guest(wrong)
            with pytest.raises(RoomRefused, match=why):
                await harness.room.rename_person(person, wrong)
        await ben.sit(f"{HCF}-1")
        await harness.room.rename_person(person, "Benny")
        assert [seat["name"] for seat in ben.last["seats"]] == ["Benny"]
        await harness.room.rename_person(people.person(ben.person), "BENNY")
        assert people.person(ben.person).name == "BENNY"
        assert ana.person != ben.person


@told_at_once
async def test_who_is_connected_becomes_the_host_before_who_sat_down_first(tmp_path):
    async with Harness(tmp_path) as harness:
        ana, ben, carla = await friends(harness, 3)
        table = await table_of(harness, ana)
        for friend in (ana, ben, carla):
            await joins(friend, table)
            await harness.run(1)
        await ben.drop()
        await ana.leave(table.id)
        assert table.hosting.host_name == "Carla"
