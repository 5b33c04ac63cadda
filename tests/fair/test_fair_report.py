"""R6, R42: golden records with a proof, and what `seventh verify` reports."""

from pathlib import Path

import pytest

from seventh.fair import Disproved, verify
from seventh.records import read_record
from seventh.terminal.verify import verify_data, verify_lines, wrong_data

GOLDEN = sorted((Path(__file__).parent.parent / "records" / "golden").glob("*.json"))
PROVED = [path for path in GOLDEN if path.stem.startswith("fair-")]


def read(path):
    return read_record(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", PROVED, ids=lambda path: path.stem)
def test_R6_a_golden_record_with_a_proof_verifies(path):
    record = read(path)
    assert record.proof is not None
    found = verify(record)
    revealed = record.proof.server_seed is not None
    assert (found.unchecked == ()) == revealed
    assert any(line.startswith("deck: ") for line in found.checked) == revealed


def test_R6_golden_records_without_a_proof_verify_except_for_their_cards():
    for path in GOLDEN:
        if path not in PROVED:
            hand_dealt = path.stem.startswith("hand-dealt-")
            why = "hand-dealt: no shuffle to check" if hand_dealt else "cards: the record has no proof"
            assert verify(read(path)).unchecked[0].startswith(why)


def test_R6_the_report_as_text():
    record = read(next(path for path in PROVED if path.stem == "fair-own-cards"))
    lines = list(verify_lines(record, verify(record)))
    assert lines[0] == f"Verified: seven-card-stud, table {record.proof.table}, round {record.proof.round}"
    assert lines[1] == f"  checked      house rules: their hash is {record.house_hash}"
    assert "  not checked  server seed and deck: the seed is not revealed yet" in lines
    assert all(line.startswith(("  checked      ", "  not checked  ")) for line in lines[1:])


def test_R6_the_report_as_data():
    record = read(next(path for path in PROVED if path.stem == "fair-high-card-flush"))
    data = verify_data(record, verify(record))
    assert (data["verified"], data["game"], data["unchecked"], data["void"]) == (True, "high-card-flush", [], False)
    assert data["stacks"] == {str(seat): chips for seat, chips in record.result.stacks.items()}
    wrong = wrong_data(record, Disproved("seed", "another"))
    assert wrong == {"verified": False, "game": "high-card-flush", "wrong": "seed", "message": "another"}
    open_round = read(next(path for path in PROVED if path.stem == "fair-unfinished"))
    data = verify_data(open_round, verify(open_round))
    assert (data["stacks"], data["void"]) == (None, None)
