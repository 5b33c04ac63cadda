"""Every later change, in the database or in an exported record, is detected and located."""

import json
import re
import shutil

import pytest

from seventh.fair import Secret
from seventh.fair.dealing import Disproved
from seventh.fair.verify import verify
from seventh.games import book_house
from seventh.house import hash_of
from seventh.records import NotARecord, read_record
from seventh.room.changes import Change, Transfer
from seventh.room.check import check
from seventh.room.rounds.rounds import InconsistentRound, Seated, open_round, resume, rules_in_force
from seventh.room.store import open_reader
from seventh.rounds.actions import Bet, PlaceWagers
from tests.known import known
from tests.room.forging import all_of, forge, in_log, in_table
from tests.room.playing_live import new_store, open_at, play_out
from tools.export import exported

ROUND = "00000000001.t.1"
STUD = "00000000001.s.1"
WAGER, DEAL, STUD_DEAL = 1, 3, 3
"""Rows of the log after the round's opening: two seats give a seed and wager, one after the other; then come the cards.
At stud three give their seeds first."""
PEOPLE = {1: Seated("ann", 50_000), 2: Seated("bob", 50_000)}


def play_known_round(store):
    """Two seats at High Card Flush with a seed for which a bonus is paid."""
    house = book_house("high-card-flush")
    for number in range(400):
        secret = Secret(number.to_bytes(32, "big"))
        live, change = open_round(table="t", number=1, house=house, seats=PEOPLE, at=1, secret=secret)
        bring = tuple(Transfer(name, "mint", name, 50_000, "grant") for name in live.books.stacks.values())
        begin = rules_in_force(house) + Change(opens=tuple(live.books.stacks.values()), transfers=bring) + change
        changes = [begin]
        for seat in PEOPLE:
            moved = live.contribute(seat, bytes([seat]) * 8, 2)
            changes.append(moved.change)
            moved = moved.after.act(
                seat, PlaceWagers({"ante": 500, "flush": 100}), 3, PEOPLE[seat].person, "w", deals_on=True
            )
            changes.append(moved.change)
            live = moved.after
        for seat in PEOPLE:
            moved = live.act(seat, Bet("raise", 500), 4, PEOPLE[seat].person, "r", deals_on=True)
            changes.append(moved.change)
            live = moved.after
        paid = [line for line in known(live.hand.outcome).settled if line.wager == "flush" and line.payoff]
        if paid and all(line.row == "four_cards" for line in paid):
            for one in changes:
                store.commit(one).result()
            return live
    raise AssertionError("no such round")


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    data = tmp_path_factory.mktemp("room") / "data"
    with new_store(data) as store:
        play_known_round(store)
        play_out(store, open_at(store, "seven-card-stud", table="s"))
    assert all(finding.ok for finding in check(data))
    return data


@pytest.fixture
def data(original, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(original, copy)
    return copy


def found(data):
    return [str(finding) for finding in check(data) if not finding.ok]


def steps(edit, nth=0):
    return in_log(ROUND, "step", lambda body: edit(body["steps"]), nth)


def _swap_card(steps):
    """The first card that a seat got, for one that nobody has."""
    deal = next(step for step in steps if step["action"]["action"] == "deal")
    old = deal["action"]["cards"]
    dealt = "".join(step["action"].get("cards", "") for step in steps)
    known = {dealt[i : i + 2] for i in range(0, len(dealt), 2)}
    new = next(card for card in ("2c", "2d", "2h", "2s", "3c") if card not in known) + old[2:]
    deal["action"]["cards"] = new
    for event in deal["events"]:
        if event.get("cards") == old:
            event["cards"] = new


def _settled(body):
    return [event for step in body for event in step["events"] if event["event"] == "settled"]


def _pay_more(body):
    next(event for event in _settled(body) if event["payoff"])["payoff"] += 100


def _other_row(body):
    next(event for event in _settled(body) if event.get("row"))["row"] = "five_cards"


def _drop_event(body):
    step = body[-1]
    step["events"].remove(next(event for event in step["events"] if event["event"] == "settled"))


def _more_ante(body):
    body[0]["action"]["amounts"]["ante"] = 600
    body[0]["events"][0]["amounts"]["ante"] = 600


IN_DATABASE = {
    "card": (steps(_swap_card, DEAL), f"rounds: round {ROUND}: row .*: dealer, deal .*: the deck gives"),
    "seed": (
        in_table(f"UPDATE seeds SET seed = ? WHERE round = '{ROUND}'", bytes(31) + b"\xff"),
        f"rounds: round {ROUND}: its server seed does not match the commitment",
    ),
    "seed and its hash": (
        all_of(
            in_table(f"UPDATE seeds SET seed = ? WHERE round = '{ROUND}'", bytes(31) + b"\xff"),
            in_table(
                f"UPDATE rounds SET seed_hash = ? WHERE id = '{ROUND}'",
                "5ae7e6a42304dc6e4176210b83c43024f99a0bce9a870c3b6d2c95fc8ebfb74c",
            ),
        ),
        f"rounds: round {ROUND}: its opening in the log differs from its row",
    ),
    "client seed": (
        all_of(
            in_log(ROUND, "step", lambda body: body["given"].update({"1": "ff"})),
            in_log(ROUND, "step", lambda body: body["seeds"]["client_seeds"].update({"1": "ff"}), DEAL),
            in_table(
                f"UPDATE rounds SET client_seeds = replace(client_seeds, '0101010101010101', 'ff') WHERE id = '{ROUND}'"
            ),
        ),
        f"rounds: round {ROUND}: row .*: the deck gives",
    ),
    "client seed in the log alone": (
        in_log(ROUND, "step", lambda body: body["given"].update({"1": "ff"})),
        f"rounds: round {ROUND}: row .*: the client seeds differ from those that were given",
    ),
    "client seed in the row alone": (
        in_table(f"UPDATE rounds SET client_seeds = '{{\"1\":\"ff\"}}' WHERE id = '{ROUND}'"),
        f"rounds: round {ROUND}: the client seeds or roots in its row and its log differ",
    ),
    "order of the log": (
        lambda db: _swap_rows(db),
        f"rounds: round {ROUND}: row .*: it starts with event",
    ),
    "amount of a wager": (
        steps(_more_ante, WAGER),
        f"rounds: round {ROUND}: .*500.*600|rounds: round {ROUND}: .*600.*500",
    ),
    "payoff": (steps(_pay_more, -1), f"rounds: round {ROUND}: row .* gives 'settled .* but 'settled .* is recorded"),
    "row of the pay table that decided": (steps(_other_row, -1), "gives 'settled .*row=four_cards.* is recorded"),
    "event left out": (steps(_drop_event, -1), f"rounds: round {ROUND}: row .*: gives 'settled .* is recorded"),
    "pay-table row of the rules": (
        in_table("UPDATE houses SET data = replace(data, '\"four_cards\": 1', '\"four_cards\": 2')"),
        f"rounds: round {ROUND}: its rules do not match their hash",
    ),
    "posting's amount": (
        in_table(f"UPDATE transfers SET amount = amount + 1 WHERE round = '{ROUND}' AND kind = 'settlement'"),
        f"rounds: round {ROUND}: transfer {ROUND}:.* moves .* the round says",
    ),
    "posting's taker": (
        in_table(f"UPDATE transfers SET taker = 'house' WHERE round = '{ROUND}' AND kind = 'settlement'"),
        f"rounds: round {ROUND}: transfer {ROUND}:.* to house; the round says",
    ),
    "posting's name": (
        in_table(
            f"UPDATE transfers SET id = 'other' WHERE id = (SELECT min(id) FROM transfers WHERE round = '{ROUND}')"
        ),
        f"rounds: round {ROUND}: transfer .* was not posted",
    ),
    "result in the row": (
        in_table(f"UPDATE rounds SET result = replace(result, '\"1\":', '\"1\":1') WHERE id = '{ROUND}'"),
        f"rounds: round {ROUND}: the results in its row and its log differ",
    ),
    "state in the row": (
        in_table(f"UPDATE rounds SET state = 'void', reason = 'a fire' WHERE id = '{ROUND}'"),
        f"rounds: round {ROUND}: by its log the round is over .played., but its row says void",
    ),
    "result in the log": (
        in_log(ROUND, "step", lambda body: body["closed"]["stacks"].update({"1": 1}), -1),
        f"rounds: round {ROUND}: row .*: the round ended with",
    ),
    "root at stud": (
        all_of(
            in_log(STUD, "step", lambda body: body["seeds"].update(root="0" * 64), STUD_DEAL),
            in_table(f"UPDATE rounds SET root = ? WHERE id = '{STUD}'", "0" * 64),
        ),
        f"rounds: round {STUD}: row .*: the root does not match the deck",
    ),
    "seeds that never closed": (
        in_log(ROUND, "step", lambda body: body.pop("seeds"), DEAL),
        f"rounds: round {ROUND}: row .*: dealer, deal .*: before the seeds were closed",
    ),
    "end left out": (
        in_log(ROUND, "step", lambda body: body.pop("closed"), -1),
        f"rounds: round {ROUND}: the round is over, but its log does not say so",
    ),
    "chips of a seat": (
        in_table(f"UPDATE rounds SET seats = replace(seats, '50000', '60000') WHERE id = '{ROUND}'"),
        f"rounds: round {ROUND}: its opening in the log differs from its row",
    ),
}


def _swap_rows(db):
    (one, first), (two, second) = db.execute(
        f"SELECT seq, body FROM log WHERE round = '{ROUND}' AND kind = 'step' ORDER BY seq LIMIT 2 OFFSET 3"
    ).fetchall()
    db.execute("UPDATE log SET body = ? WHERE seq = ?", (second, one))
    db.execute("UPDATE log SET body = ? WHERE seq = ?", (first, two))


@pytest.mark.parametrize("what", IN_DATABASE)
def test_R45_a_change_in_the_database_is_reported_even_if_every_hash_was_recomputed(data, what):
    change, named = IN_DATABASE[what]
    forge(data, change)
    lines = found(data)
    assert any(re.search(named, line) for line in lines), lines


@pytest.mark.parametrize(
    ("table", "sql"),
    [
        ("log", "UPDATE log SET body = CAST(body || ' ' AS BLOB) WHERE seq = 3"),
        ("log", "UPDATE log SET at = at + 1 WHERE seq = 3"),
        ("log", "UPDATE log SET person = 'eve' WHERE seq = (SELECT min(seq) FROM log WHERE person IS NOT NULL)"),
        ("log", "DELETE FROM log WHERE seq = (SELECT max(seq) FROM log)"),
        ("transfers", "UPDATE transfers SET kind = 'gift' WHERE seq = 4"),
        ("transfers", "UPDATE transfers SET amount = amount + 1 WHERE seq = 4"),
        ("transfers", "DELETE FROM transfers WHERE seq = (SELECT max(seq) FROM transfers)"),
    ],
)
def test_R45_a_change_without_new_hashes_breaks_the_chain(data, table, sql):
    forge(data, in_table(sql), covers_tracks=False)
    assert any(line.startswith(f"{table}:") for line in found(data)), found(data)


def test_R13_a_balance_that_was_changed_is_named(data):
    forge(data, in_table("UPDATE accounts SET balance = balance + 7 WHERE id = 'house'"), covers_tracks=False)
    assert any(line.startswith("trial balance:") and "house" in line for line in found(data)), found(data)


def test_R20_a_round_that_was_tampered_with_is_not_resumed(data):
    forge(data, IN_DATABASE["card"][0])
    with open_reader(data) as reader, pytest.raises(InconsistentRound, match="the deck gives"):
        resume(reader, ROUND)


# Exported records.


@pytest.fixture(scope="module")
def texts(original):
    with open_reader(original) as reader:
        return {name: exported(reader, *name) for name in ((ROUND, "all"), (ROUND, 1), (STUD, "all"), (STUD, 2))}


def step_of(data, kind):
    return next(step for step in data["steps"] if step["action"]["action"] == kind)


def record_card(data):
    _swap_card(data["steps"])


def record_house(data):
    data["house"]["pays"]["flush"]["four_cards"] = 2


def record_house_and_hash(data):
    record_house(data)
    data["house_hash"] = hash_of(data["house"])


def record_order(data):
    wagers = [i for i, step in enumerate(data["steps"]) if step["action"]["action"] == "bet"]
    one, two = wagers
    data["steps"][one]["events"], data["steps"][two]["events"] = (
        data["steps"][two]["events"],
        data["steps"][one]["events"],
    )


IN_RECORD = {
    "card": ((ROUND, "all"), record_card, "the seeds give"),
    "server seed": (
        (ROUND, "all"),
        lambda data: data["proof"].update(server_seed="00" * 31 + "ff"),
        "seed",
    ),
    "hash of the seed": ((ROUND, "all"), lambda data: data["proof"].update(seed_hash="0" * 64), "seed"),
    "client seed": ((ROUND, "all"), lambda data: data["proof"]["client_seeds"].update({"1": "ff"}), "the seeds give"),
    "client seed left out": ((ROUND, "all"), lambda data: data["proof"]["client_seeds"].pop("2"), "the seeds give"),
    "name of the round": ((ROUND, "all"), lambda data: data["proof"].update(round="t/2"), "the seeds give"),
    "order of events": ((ROUND, "all"), record_order, "but the record has"),
    "amount": (
        (ROUND, "all"),
        lambda data: step_of(data, "place_wagers")["action"]["amounts"].update(ante=600),
        "ante:600|600",
    ),
    "payoff": ((ROUND, "all"), lambda data: _pay_more(data["steps"]), "gives 'settled"),
    "event": ((ROUND, "all"), lambda data: _drop_event(data["steps"]), "gives 'settled"),
    "pay-table row": ((ROUND, "all"), record_house, "house"),
    "pay-table row and the rules' hash": ((ROUND, "all"), record_house_and_hash, "gives 'settled"),
    "result": ((ROUND, "all"), lambda data: data["result"]["stacks"].update({"1": 99}), "seat 1 ends with"),
    "root at stud": ((STUD, "all"), lambda data: data["proof"].update(root="0" * 64), "root"),
    "card at stud, seed not revealed": (
        (STUD, 2),
        lambda data: data["proof"]["openings"][0].update(card="Jk"),
        "opening|card|position",
    ),
    "salt at stud, seed not revealed": (
        (STUD, 2),
        lambda data: data["proof"]["openings"][0].update(salt="0" * 64),
        "opening|card|position",
    ),
}


@pytest.mark.parametrize("what", IN_RECORD)
def test_R6_a_change_in_an_exported_record_is_named(texts, what):
    name, change, named = IN_RECORD[what]
    data = json.loads(texts[name])
    verify(read_record(texts[name]))
    change(data)
    assert data != json.loads(texts[name])
    with pytest.raises((Disproved, NotARecord), match=named) as refused:
        verify(read_record(json.dumps(data)))
    assert "\n" not in str(refused.value)
