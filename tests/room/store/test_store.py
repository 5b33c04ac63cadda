"""Changes are committed atomically, in order and once; each kind of failure has its own exception."""

from concurrent.futures import wait
from queue import SimpleQueue

import pytest
from sqlalchemy import select

from seventh.room.changes import Change, LogEntry, Transfer, Write
from seventh.room.store import AlreadyDone, AlreadyPosted, Broken, Committed, NotEnough, StoreFailed, schema
from tests.room.books import at_raw, balances, count, move, opened
from tests.waiting import LIMIT


def test_a_change_commits_whole(store):
    entry = LogEntry("granted", b"{}", 1, person="p")
    change = Change(("wallet:p",), (Transfer("a", "mint", "wallet:p", 5, "grant"),), (entry,))
    assert store.commit(change).result().entry == 1
    assert balances(store) == {"mint": -5, "house": 0, "rake": 0, "suspense": 0, "wallet:p": 5}
    with store.reading() as connection:
        assert connection.execute(select(schema.transfers.c.entry)).scalar() == 1


def test_R14_the_event_and_its_postings_commit_together_or_not_at_all(store):
    opened(store, p=5)
    entry = LogEntry("step", b"{}", 1)
    change = Change((), (Transfer("b", "wallet:p", "house", 6, "wager"),), (entry,))
    with pytest.raises(NotEnough) as refused:
        store.commit(change).result()
    assert refused.value.account == "wallet:p"
    assert count(store, schema.log) == 0
    assert balances(store)["wallet:p"] == 5


def test_R10_an_id_posts_once(store):
    opened(store, p=5)
    store.commit(move("once", "wallet:p", "house", 1)).result()
    with pytest.raises(AlreadyPosted, match="once"):
        store.commit(move("once", "wallet:p", "house", 2)).result()
    with pytest.raises(AlreadyPosted, match="twice"):
        store.commit(move("twice", "wallet:p", "house", 1) + move("twice", "wallet:p", "house", 1)).result()
    assert balances(store)["wallet:p"] == 4


def test_an_action_is_logged_once_for_each_person(store):
    act = lambda person: Change(log=(LogEntry("step", b"{}", 1, person=person, action_id="x"),))  # noqa: E731
    store.commit(act("p")).result()
    store.commit(act("q")).result()
    with pytest.raises(AlreadyDone) as refused:
        store.commit(act("p")).result()
    assert refused.value.action_id == "x"


def test_many_changes_at_once_have_an_answer_each(store):
    opened(store, p=5)
    changes = [(name, move(name, "wallet:p", "house", 1)) for name in "abcdefg"]
    changes.insert(3, ("again", move("a", "wallet:p", "house", 1)))
    told = SimpleQueue()
    store.commit_each(changes, told.put)
    answers = {}
    while len(answers) < len(changes):
        answers |= told.get(timeout=LIMIT)
    assert [name for name, answer in answers.items() if isinstance(answer, Committed)] == ["a", "b", "c", "d", "e"]
    assert isinstance(answers["again"], AlreadyPosted)
    assert isinstance(answers["f"], NotEnough)
    assert isinstance(answers["g"], NotEnough)
    assert balances(store)["wallet:p"] == 0


def test_many_changes_for_a_store_that_is_closed_fail_each(place):
    store, told = place.open(), SimpleQueue()
    store.close()
    store.commit_each([("a", Change()), ("b", Change())], told.put)
    ((first, one), (second, other)) = told.get(timeout=LIMIT)
    assert (first, second) == ("a", "b")
    assert isinstance(one, StoreFailed)
    assert isinstance(other, StoreFailed)


def test_a_repeat_is_known_before_a_lack_of_chips(store):
    opened(store, p=5)
    change = Change((), (Transfer("all", "wallet:p", "house", 5, "x"),), (LogEntry("s", b"", 1, None, None, "p", "1"),))
    store.commit(change).result()
    assert store.has(change)
    with pytest.raises(AlreadyDone):
        store.commit(change).result()
    assert not store.has(move("other", "wallet:p", "house", 5))


@pytest.mark.parametrize(
    "change",
    [
        move("x", "wallet:p", "wallet:nobody", 1),
        move("x", "wallet:nobody", "wallet:p", 1),
        move("x", "wallet:p", "wallet:p", 1),
        move("x", "wallet:p", "house", 0),
        move("x", "wallet:p", "house", -1),
        move("x", "mint", "wallet:p", 2**80),
        move("x", "wallet:p", "suspense", 1),
        Change(opens=("purse:p",)),
        Change(opens=("house:p",)),
        Change(log=(LogEntry("kind", "text, not bytes", 1),)),  # type: ignore[arg-type]
        Change(log=(LogEntry("kind", b"", 1, action_id="of nobody"),)),
        Change(log=(LogEntry("lone \ud800 surrogate", b"", 1),)),
        Change(writes=(Write("put", "seeds", {"round": "no/1", "seed": b"x" * 32}),)),
        Change(writes=(Write("put", "seeds", {"round": "no/1"}),)),
        Change(writes=(Write("put", "no table", {"id": "x"}),)),
        Change(writes=(Write("put", "seeds", {"no column": "x"}),)),
        Change(writes=(Write("set", "closures", {"scope": "all", "why": "half of the key"}),)),
        Change(
            writes=(Write("mend", "closures", {"scope": "all", "who": "", "why": "nothing like that"}),)  # type: ignore[arg-type]
        ),
    ],
    ids=range(18),
)
def test_a_change_refused_by_the_database_leaves_nothing(store, change):
    opened(store, p=5)
    before = balances(store), count(store, schema.log), count(store, schema.transfers)
    with pytest.raises(Broken) as refused:
        store.commit(Change(log=(LogEntry("a", b"", 1),)) + change).result()
    assert "\n" not in str(refused.value)
    assert str(refused.value)
    assert (balances(store), count(store, schema.log), count(store, schema.transfers)) == before
    store.commit(move("fine", "wallet:p", "house", 1)).result()


def test_only_the_offending_changes_of_a_group_fail(store):
    opened(store, p=50)
    changes = [move(f"m{number}", "wallet:p", "house", 1) for number in range(60)]
    changes[10] = move("bad", "wallet:p", "wallet:nobody", 1)
    futures = [store.commit(change) for change in changes]
    wait(futures)
    failed = {number: future.exception() for number, future in enumerate(futures) if future.exception()}
    assert isinstance(failed.pop(10), Broken)
    assert {type(error) for error in failed.values()} == {NotEnough}
    assert sorted(failed) == list(range(51, 60)), "the first fifty in order had the chips"
    assert balances(store)["wallet:p"] == 0


def test_writes_to_one_row_come_in_order_however_they_are_gathered(store):
    row = {"scope": "game", "who": "g", "why": "", "by": None, "at": 1}
    futures = []
    for number in range(200):
        futures.append(
            store.commit(Change(writes=(Write("put_or_set", "closures", row | {"why": f"first {number}"}),)))
        )
        again = Write("set", "closures", {"scope": "game", "who": "g", "why": f"second {number}"})
        futures.append(store.commit(Change(writes=(again,))))
        if number % 7 == 0:
            futures.append(store.commit(Change(writes=(Write("drop", "closures", {"scope": "game", "who": "g"}),))))
    for future in futures:
        future.result()
    with store.reading() as connection:
        assert connection.execute(select(schema.closures.c.why)).scalars().all() == ["second 199"]


def test_many_rows_of_every_kind_in_one_change(store):
    people = [f"{number:012x}" for number in range(300)]
    writes = tuple(
        Write("put", "closures", {"scope": "player", "who": who, "why": "w", "by": None, "at": 1}) for who in people
    )
    grants = tuple(Transfer(f"g{who}", "mint", f"wallet:{who}", 7, "grant") for who in people)
    entries = tuple(LogEntry("granted", who.encode(), 1, person=who, action_id="a") for who in people)
    store.commit(Change(tuple(f"wallet:{who}" for who in people), grants, entries, writes)).result()
    store.commit(
        Change(
            writes=tuple(
                Write("set", "closures", {"scope": "player", "who": who, "why": who, "at": 2}) for who in people
            )
        )
    ).result()
    with store.reading() as connection:
        found = connection.execute(select(schema.closures.c.who, schema.closures.c.why, schema.closures.c.at)).all()
        logged = connection.execute(select(schema.log.c.body).order_by(schema.log.c.seq)).scalars().all()
    assert sorted(found) == [(who, who, 2) for who in people]
    assert [bytes(body).decode() for body in logged] == people
    assert balances(store)["mint"] == -2100


def test_a_read_is_of_one_moment(store):
    opened(store, p=5)
    with store.reading() as connection:
        query = select(schema.accounts.c.balance).where(schema.accounts.c.id == "wallet:p")
        assert connection.execute(query).scalar() == 5
        store.commit(move("m", "wallet:p", "house", 1)).result()
        assert connection.execute(query).scalar() == 5
    assert balances(store)["wallet:p"] == 4


def test_a_reader_cannot_write(store):
    with pytest.raises(StoreFailed), store.reading() as connection:
        connection.exec_driver_sql("UPDATE people SET name = 'x'")


def test_everything_is_there_after_closing_and_opening(place):
    with place.open() as store:
        futures = [store.commit(move(f"f{n}", "mint", "house", 1)) for n in range(100)]
    assert all(future.done() and not future.exception() for future in futures), "closing commits what was asked for"
    with pytest.raises(StoreFailed, match="closed"):
        store.commit(move("late", "mint", "house", 1)).result()
    with place.open() as store:
        assert balances(store)["house"] == 100
        store.commit(move("g", "mint", "house", 1)).result()
        assert count(store, schema.transfers) == 101


def test_tables_have_the_columns_that_the_code_names(place):
    place.open().close()
    with at_raw(place) as execute:
        for table in schema.metadata.tables.values():
            names = ", ".join(f'"{name}"' for name in table.c.keys())  # noqa: SIM118
            execute(f'SELECT {names} FROM "{table.name}"')
