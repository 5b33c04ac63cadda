"""Every clause of the rules has code, tests and a mutation, and docs/rules.md says so."""

import pytest

from tools import mutate, rules_table

CLAUSES = [clause.id for clause in rules_table.clauses()]


def test_every_clause_has_tests_and_code_that_exist():
    assert rules_table.problems() == []


def test_the_page_is_up_to_date():
    assert rules_table.PAGE.read_text() == rules_table.page(), "run python -m tools.rules_table"


def test_the_games_against_the_dealer_are_complete():
    counts = {letter: sum(clause.startswith(letter) for clause in CLAUSES) for letter in "BTH"}
    assert counts == {"B": 20, "T": 13, "H": 12}


def test_a_clause_without_tests_or_code_is_noticed(monkeypatch):
    strays = (
        rules_table.Clause("Q1", "Quiet", "Nothing holds this.", ("games/caps.py: no_such_function",)),
        rules_table.Clause("Q3", "Quiet", "Nor this.", ("games/no_such_file.py: f",)),
        rules_table.Clause("Q4", "Quiet", "Nor this.", ()),
    )
    monkeypatch.setattr(rules_table, "clauses", lambda: strays)
    found = "\n".join(rules_table.problems())
    assert "Q1 has no test" in found
    assert "Q1 names games/caps.py: no_such_function, which does not exist" in found
    assert "Q3 names games/no_such_file.py: f, which does not exist" in found
    assert "Q4 names no code" in found
    assert "the clauses of Quiet are Q1, Q3, Q4, not Q1, Q2, Q3" in found


def test_a_test_with_an_id_that_is_not_a_clause_is_reported(monkeypatch):
    stray = rules_table.Test("tests/test_x.py", "test_B99_nothing", ("B99",))
    monkeypatch.setattr(rules_table, "tests", lambda: (stray,))
    assert "tests/test_x.py::test_B99_nothing names B99, which is not a clause" in rules_table.problems()


def test_ids_are_found_in_names():
    by_name = {test.name: test.clauses for test in rules_table.tests()}
    assert by_name["test_B15_exposed_dealer_card_voids_all_but_three_card_bonuses"] == ("B15",)
    assert by_name["test_H2_H9_agree_with_the_naive_count"] == ("H2", "H9")


def test_the_command_checks_and_refuses_other_arguments(capsys):
    assert rules_table.main(["--check"]) == 0
    assert rules_table.main(["--nonsense"]) == 2


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_broken_on_purpose(clause):
    assert clause in {mutation.clause for mutation in mutate.mutations()}


def test_every_mutation_applies_in_exactly_one_place_and_changes_something():
    for mutation in mutate.mutations():
        assert mutation.occurrences == 1, mutation
        assert mutation.replace != mutation.by
        assert mutation.clause in CLAUSES


def test_no_mutation_is_there_twice():
    assert len(set(mutate.mutations())) == len(mutate.mutations())
