"""Every clause, passage and option of the rules is marked as the book's or as a reading."""

import pytest

from seventh import games
from seventh.games import book_house, parse_house, rules_of
from seventh.house.rules import Table
from seventh.house.rules.common import general_section
from seventh.house.rules.document import Clause
from seventh.house.rules.sources import SOURCES
from tools.rules_table import clauses

# The rulebook's column, written out: which clauses are readings as a whole, and which of the book's hold some.
READINGS = {
    "S16",
    "S17",
    "S18",
    "S19",
    "S20",
    "S21",
    "S22",
    "S23",
    "S24",
    "S25",
    "S26",
    "B20",
    "T11",
    "T12",
    "T13",
    "H12",
}
HOLD_READINGS = {
    "seven-card-stud": {"S3", "S9", "S11", "S12", "S14", "S15"},
    "boston-7-stud": {"B3", "B5", "B8", "B9", "B13", "B14", "B16", "B18"},  # B3 states the limit that B14 sets
    "seven-card-thrill": {"T2", "T4", "T8"},
    "high-card-flush": {"H4", "H10", "H11"},
}
OF_THE_BOOK = {"boston-7-stud": {"deal", "final_four"}, "seven-card-thrill": {"best_five_plays", "ace_to_five"}}
GAMES = list(games.GAMES)
CLAUSES = {"": "house"} | {name: source for game in games.GAMES.values() for name, source in game.clauses.items()}


def clauses_of(game, settings=""):
    return [part for part in rules_of(parse_house(settings, game)) if not isinstance(part, Table)]


def test_each_clause_has_the_source_that_the_rulebook_gives_it():
    assert {name for name, source in CLAUSES.items() if source == "reading"} == READINGS
    assert {name for name in CLAUSES if name} == {clause.id for clause in clauses()}
    assert set(CLAUSES.values()) == set(SOURCES)


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_that_is_cited_says_its_source(game):
    for part in rules_of(book_house(game)):
        assert part.source == CLAUSES[part.id] or (isinstance(part, Table) and part.source == "reading")
    for part in clauses_of(game):
        assert part.text == " ".join(passage.text for passage in part.passages)
        assert all(passage.source in (part.source, "reading") for passage in part.passages)


@pytest.mark.parametrize("game", GAMES)
def test_clauses_of_the_book_mark_what_they_read_into_it(game):
    found = {
        part.id
        for part in clauses_of(game)
        if part.source == "book" and any(passage.source == "reading" for passage in part.passages)
    }
    assert found == HOLD_READINGS[game]


@pytest.mark.parametrize(
    ("game", "setting", "clause", "passage"),
    [
        ("boston-7-stud", "", "B5", "You may claim it until the first of the last four"),
        ("boston-7-stud", 'three_card_claim = "automatic"', "B5", "and without a claim"),
        ("boston-7-stud", "", "B18", "the card is drawn from the top of the stub"),
        ("boston-7-stud", 'six_card_dealer = "until_racked"', "B18", "Once the stub is in the discard rack, however"),
        ("high-card-flush", "", "H10", "does not wait for a late claim"),
        ("high-card-flush", 'aggregate_cap_scope = "player"', "H11", "The limit applies to each player's hand"),
        ("seven-card-thrill", 'half_pay_kings = "holds_kings"', "T8", "counts as a pair of kings here"),
        ("seven-card-stud", "last_card_joins = false", "S14", "without it,"),
    ],
)
def test_a_reading_is_marked_with_every_value_of_its_setting(game, setting, clause, passage):
    (part,) = (part for part in clauses_of(game, setting) if part.id == clause)
    assert part.source == "book"
    (source,) = {one.source for one in part.passages if passage in one.text}
    assert source == "reading"


@pytest.mark.parametrize("game", GAMES)
def test_the_options_say_whether_the_book_names_them(game):
    options = rules_of(book_house(game)).sections[-1].parts[0]
    assert isinstance(options, Table)
    assert options.columns == ("option", "set to", "clause", "source")
    by_source = {of: {name for name, _, _, source in options.rows if source == of} for of in SOURCES}
    assert by_source["book"] == OF_THE_BOOK.get(game, set())
    assert by_source["house"] == {name for name, _, clause, _ in options.rows if clause == "-"}
    assert by_source["reading"]


CLOCK = "When a player's time runs out, the house acts without adding chips: it "


@pytest.mark.parametrize(
    ("game", "clock"),
    [
        ("boston-7-stud", "makes every open claim, places no further wager, and sets the best hand."),
        ("high-card-flush", "makes every open claim and places no further wager."),
        ("seven-card-thrill", "places no further wager and sets the best hand."),
    ],
)
def test_the_general_rules_mention_only_what_the_game_has(game, clock):
    general = [part.text for part in rules_of(book_house(game)) if not part.id and hasattr(part, "text")]
    assert CLOCK + clock in general
    assert any("A cap limits winnings only" in text for text in general)


def test_a_game_without_claims_caps_and_hands_to_set_says_nothing_of_them():
    parts = general_section(book_house("high-card-flush")).parts
    assert all(isinstance(part, Clause) for part in parts)
    told = " ".join(part.text for part in parts if isinstance(part, Clause))
    assert f"{CLOCK}places no further wager." in told
    assert "cap" not in told
