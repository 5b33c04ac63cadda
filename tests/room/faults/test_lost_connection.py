"""R21 for PostgreSQL: a connection that is lost at any message of a round, and a server that goes away."""

import importlib
from itertools import count as count_from

import psycopg
import pytest

from seventh.room.check import check
from seventh.room.ledger import trial_balance
from seventh.room.log import check_log, check_transfers
from seventh.room.store import Overtaken, StoreFailed, open_store, schema, writer
from tests.known import known
from tests.room.books import balances, count, move
from tests.room.faults.cutting_proxy import CuttingProxy
from tests.room.faults.scripts import STRIDE


@pytest.fixture
def wire(postgres):
    """A database behind a wire that can be cut: the wire, the URL by the wire, and the URL without it."""
    url = postgres.database()
    proxy = CuttingProxy(postgres.port)
    yield proxy, url.replace(str(postgres.port), str(proxy.port)), url
    proxy.close()


def sound(store) -> bool:
    with store.reading() as connection:
        return trial_balance(connection).ok and not [*check_log(connection), *check_transfers(connection)]


@pytest.mark.parametrize(
    ("work", "stride"),
    [("scripts:postings", 1), ("scripts:high_card_flush", STRIDE)],
)
def test_R21_a_connection_lost_at_any_message_loses_and_doubles_nothing(wire, work, stride):
    """The writer connects once more and looks up what became of a commit; nobody else notices."""
    proxy, url, direct = wire
    module, _, function = work.partition(":")
    script = getattr(importlib.import_module(f"tests.room.faults.{module}"), function)
    number = 1 - stride
    with open_store(None, url) as store:
        for rounds in count_from(1):
            number += stride
            proxy.cut_at(number)
            posted = 0
            for change in script(store, rounds):
                store.commit(change).result()
                posted += len(change.transfers)
            assert posted
            if proxy.messages < number:
                break
        proxy.cut_at(0)
        assert sound(store)
        assert number > 30, "a round takes that many messages at least"
    found = check(None, direct, replay=work != "scripts:postings")
    assert [str(finding) for finding in found if not finding.ok] == []


def test_R21_changes_fail_while_the_server_is_away_and_resume_when_it_is_back(wire, monkeypatch):
    proxy, url, _ = wire
    monkeypatch.setattr(writer, "PATIENCE", 0.5)
    with open_store(None, url) as store:
        store.commit(move("a", "mint", "house", 1)).result()
        proxy.go_down()
        for name in ("b", "c"):
            with pytest.raises(StoreFailed) as failed:
                store.commit(move(name, "mint", "house", 1)).result()
            assert "\n" not in str(failed.value)
            assert not failed.value.unsure
        with pytest.raises(StoreFailed):
            balances(store)
        proxy.come_back()
        store.commit(move("b", "mint", "house", 1)).result()
        assert balances(store)["house"] == 2
        assert sound(store)


def test_R21_a_commit_whose_answer_stays_lost_is_reported_as_unsure(wire, monkeypatch):
    """The answer is lost and the server stays away: only then does the caller have to ask again."""
    proxy, url, direct = wire
    monkeypatch.setattr(writer, "PATIENCE", 0.5)
    with open_store(None, url) as store:
        proxy.stays_down = True
        unsure = 0
        for number in range(1, 40):
            change = move(f"m{number}", "mint", "house", 1)
            proxy.cut_at(number)
            failure = store.commit(change).exception()
            if failure is not None:
                assert isinstance(failure, StoreFailed)
                proxy.cut_at(0)
                proxy.come_back()
                unsure += failure.unsure
                with psycopg.connect(direct) as db:
                    found = db.execute("SELECT count(*) FROM transfers WHERE id = %s", (f"m{number}",)).fetchone()
                    there = known(found)[0]
                assert store.has(change) == bool(there)
                assert failure.unsure or not there
                if not there:
                    store.commit(change).result()
        proxy.cut_at(0)
        assert unsure >= 1
        assert count(store, schema.transfers) == 39
        assert sound(store)


@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
def test_R21_a_connection_that_the_server_ends_between_two_changes_is_replaced(store, place):
    store.commit(move("a", "mint", "house", 1)).result()
    with psycopg.connect(place.url, autocommit=True) as db:
        db.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    store.commit(move("b", "mint", "house", 1)).result()
    assert balances(store)["house"] == 2


def test_R20_a_room_that_lost_its_lock_to_another_does_not_write(wire):
    proxy, url, direct = wire
    with open_store(None, url) as first:
        first.commit(move("a", "mint", "house", 1)).result()
        proxy.go_down()
        with pytest.raises(StoreFailed):
            first.commit(move("b", "mint", "house", 1)).result()
        with open_store(None, direct) as second:
            second.commit(move("c", "mint", "house", 1)).result()
            proxy.come_back()
            with pytest.raises(StoreFailed, match="in use by another running room"):
                first.commit(move("d", "mint", "house", 1)).result()
        # The lock is free again, but what the first room knows is no longer true.
        for name in ("c", "e"):
            with pytest.raises(Overtaken, match=r"another room has written to .*; restart this room"):
                first.commit(move(name, "mint", "house", 1)).result()
        assert balances(first)["house"] == 2
        assert sound(first)
    with open_store(None, direct) as again:
        again.commit(move("e", "mint", "house", 1)).result()


def test_R20_a_room_that_was_only_locked_out_goes_on(wire):
    """Another room had the lock meanwhile, and wrote nothing."""
    proxy, url, direct = wire
    with open_store(None, url) as first:
        first.commit(move("a", "mint", "house", 1)).result()
        proxy.go_down()
        with pytest.raises(StoreFailed):
            first.commit(move("b", "mint", "house", 1)).result()
        with open_store(None, direct):
            proxy.come_back()
            with pytest.raises(StoreFailed, match="in use by another running room"):
                first.commit(move("d", "mint", "house", 1)).result()
        first.commit(move("e", "mint", "house", 1)).result()
        assert balances(first)["house"] == 2
        assert sound(first)
