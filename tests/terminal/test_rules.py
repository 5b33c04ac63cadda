"""`seventh rules`: every clause is stated, every setting reads correctly, and the text keeps to its columns."""

import json
import re
from typing import Any

import pytest
from at_the_prompt import seventh

from seventh import games
from seventh.games import book_house, parse_house, rules_of
from seventh.house.rules import Table
from seventh.terminal.rules import clause_text, rules_text

CLAUSES = {
    "boston-7-stud": [f"B{n}" for n in range(1, 21)],
    "seven-card-thrill": [f"T{n}" for n in range(1, 14)],
    "high-card-flush": [f"H{n}" for n in range(1, 13)],
}
GAMES = list(CLAUSES)

# The other values of settings that are words, and of numbers where just any other would not do.
OTHER_WORDS = {
    "deal": ["one_at_a_time"],
    "rounding": ["down"],
    "three_card_claim": ["automatic"],
    "bonus_hand": ["as_set"],
    "ante_only": ["bonus_table"],
    "stub_racked": ["before_count"],
    "final_four": ["as_first_three"],
    "six_card_dealer": ["until_racked"],
    "three_card_exception": ["every_void"],
    "early_exposure": ["play_on", "void"],
    "primary_wagers": ["exactly_one"],
    "half_pay_kings": ["holds_kings"],
    "dealer_up_card": ["first"],
    "joker_in_flush": ["ace"],
    "ace_to_five": ["lowest"],
    "folded_bonus": ["automatic"],
    "aggregate_cap_scope": ["player"],
    "currency": ["€", ""],
    "title": ["Another Title"],
}
OTHER_NUMBERS = {
    "seats": [1, 5],
    "chips_per_unit": [1, 1000],
    "table_unit": [50],
    "cap": [500_00],
    "aggregate_cap": [0, 10_000_00],
}
OTHER_LISTS: dict[str, list[Any]] = {
    "notices": [[], ["Players must be 21."]],
    "caps": [
        [],
        [{"ante_up_to": 1000, "pays_at_most": 0}],
        [{"ante_up_to": 500, "pays_at_most": 200_00}, {"ante_up_to": 1000, "pays_at_most": 2500_00}],
        [{"ante_up_to": 600, "pays_at_most": 1250_00}, {"ante_up_to": 1000, "pays_at_most": 2500_00}],
    ],
}


def leaves(data: dict[str, Any], path: str = ""):
    for key, value in data.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def others(path: str, value: Any) -> list[Any]:
    name = path.rpartition(".")[2]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, list):
        return OTHER_LISTS[path]
    if path.startswith("pays."):
        return [0, 77, "7:5"]
    if path.startswith("limits."):
        return [value + 100 if name == "minimum" else value - 100]
    if isinstance(value, int):
        return OTHER_NUMBERS.get(name) or [value + 1]
    return [other for other in OTHER_WORDS[name] if other != value]


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


SETTINGS = [
    pytest.param(game, path, other, id=f"{game} {path} {other}")
    for game in GAMES
    for path, value in leaves(book_house(game).as_data())
    if path != "game"
    for other in others(path, value)
]


def what_it_says(house) -> list[tuple]:
    """The words of the rules, leaving out the list of settings and the hash, which change in any case."""
    return [(section.title, section.parts) for section in rules_of(house).sections if section.title != "Options"]


@pytest.mark.filterwarnings("ignore::seventh.house.load.HouseWarning")
@pytest.mark.parametrize(("game", "path", "other"), SETTINGS)
def test_every_setting_of_every_house_changes_the_words(game, path, other):
    house = parse_house(f"{path} = {toml(other)}", game)
    assert what_it_says(house) != what_it_says(book_house(game)) or path == "title"
    text = rules_text(house)
    assert text != rules_text(book_house(game)).replace(book_house(game).hash, house.hash)
    assert max(map(len, text.splitlines())) <= 80
    assert "  ." not in text
    assert ".." not in text
    assert all(stated(game, house))


@pytest.mark.filterwarnings("ignore::seventh.house.load.HouseWarning")
@pytest.mark.parametrize(("game", "path", "other"), SETTINGS)
def test_every_departure_from_the_book_is_listed(game, path, other):
    options = rules_of(parse_house(f"{path} = {toml(other)}", game)).sections[-1]
    _, departure = [part.text for part in options.parts if not isinstance(part, Table)]
    assert departure.startswith(f"{path} is ")
    assert "; the book has " in departure


def stated(game: str, house) -> list[bool]:
    found = {part.id for part in rules_of(house)}
    return [clause in found for clause in CLAUSES[game]]


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_stated_under_its_id(game):
    assert all(stated(game, book_house(game)))
    ids = {line[:6].strip() for line in rules_text(book_house(game)).splitlines() if re.match(r"[A-Z]\d+ ", line)}
    assert ids == set(CLAUSES[game])


@pytest.mark.parametrize("game", GAMES)
def test_the_text_names_its_game_and_the_exact_rules(game):
    house = book_house(game)
    first, _, _, named, exactly = rules_text(house).splitlines()[:5]
    assert (first, exactly) == (house.title, f"Rules hash: {house.hash}")
    assert game in named


def said(game: str, settings: str, clause: str) -> str:
    parts = rules_of(parse_house(settings, game)).of(clause)
    return " ".join(" ".join(map(str, part.rows)) if isinstance(part, Table) else part.text for part in parts)


NEVER_COMPLETED = 'stub_racked = "before_count"\nsix_card_dealer = "until_racked"'
SPREAD = 'structure = "spread_limit"'
READINGS = [
    # game, setting, clause, what the book's value says, what the other value says
    ("seven-card-stud", "deal_moves = true", "S3", "keeps the same place", "moves on one seat a hand"),
    ("seven-card-stud", "opener_may_fold = false", "S9", "so may the first to act", "only the first to act on"),
    ("seven-card-stud", SPREAD, "S18", "completes it to $4.", "The bring-in is a full bet."),
    ("seven-card-stud", SPREAD, "S18", "towards the cap", "may open for more"),
    ("seven-card-stud", "half_bet_rule = false", "S21", "less than half of the way", "does not reach the next one"),
    ("seven-card-stud", "half_bet_rule = false", "S21", "'$6.50'", "('over a bet of $4', '$8', '$8')"),
    ("seven-card-stud", 'short_all_in = "per_player"', "S21", "fell short of", "an all-in to $6 it goes to $10"),
    ("seven-card-stud", 'structure = "no_limit"', "S21", "fell short of", "an all-in to $6 it goes to $10"),
    ("seven-card-stud", "raise_cap = 0", "S21", "When the cap is reached", "no new right to raise, and the next"),
    ("seven-card-stud", 'dead_side_pots = "with_last_pot"', "S22", "goes back without rake", "with the pot below it"),
    ("boston-7-stud", 'deal = "one_at_a_time"', "B4", "as one stack", "Cards go round singly"),
    ("boston-7-stud", 'final_four = "as_first_three"', "B8", "four consecutive ones", "the way the first three came"),
    ("boston-7-stud", 'six_card_dealer = "until_racked"', "B18", "comes from the top of it", "But once the rest"),
    ("high-card-flush", 'six_card_dealer = "until_racked"', "H12", "comes from the top of it", "But once the rest"),
    ("seven-card-thrill", 'six_card_dealer = "until_racked"', "T13", "comes from the top of it", "But once the rest"),
    ("boston-7-stud", 'three_card_claim = "automatic"', "B5", "only if you ask", "without your asking"),
    ("boston-7-stud", "three_card_up_to_ante = false", "B3", "may not be larger", "may be larger"),
    ("boston-7-stud", "auto_set = false", "B9", "it keeps your best five", "does not make it for you"),
    ("boston-7-stud", 'bonus_hand = "as_set"', "B9", "looks at all seven cards", "looks at the five you keep"),
    ("boston-7-stud", 'ante_only = "bonus_table"', "B13", "the dealer's better hand", "not against the dealer"),
    ("boston-7-stud", 'stub_racked = "before_count"', "B8", "counts these seven before", "at once, before the"),
    ("boston-7-stud", NEVER_COMPLETED, "B18", "takes the missing card", "cards are too many or too few"),
    ("boston-7-stud", 'three_card_exception = "every_void"', "B16", "pays nothing on three", "are paid as in B15"),
    ("boston-7-stud", 'early_exposure = "void"', "B20", "seen too early, the round goes on", "all hands are void"),
    ("boston-7-stud", "void_refunds_folded = false", "B20", "who had folded, too", "get neither ante nor 1st"),
    ("boston-7-stud", "caps = []", "B14", "sets the cap", "there is no cap"),
    (
        "boston-7-stud",
        "pays.ante_bonus.three_of_a_kind = 0",
        "B20",
        "paid 1 to 1 on the ante",
        "no three cards are paid",
    ),
    ("boston-7-stud", "pays.ante_bonus.three_of_a_kind = 2", "B20", "paid 1 to 1 on", "paid 2 to 1 on"),
    ("boston-7-stud", "pays.three_card_bonus.flush = 0", "B6", "3 to 1", "not paid"),
    ("boston-7-stud", "limits.ante.maximum = 900", "B2", "$2 to $10", "$2 to $9"),
    ("seven-card-thrill", 'primary_wagers = "exactly_one"', "T2", "make several", "takes no second one"),
    ("seven-card-thrill", 'deal = "one_at_a_time"', "T4", "in one stack", "seven times round"),
    ("seven-card-thrill", 'dealer_up_card = "first"', "T4", "the last one dealt", "the first one dealt"),
    ("seven-card-thrill", "best_five_plays = false", "T5", "costs you nothing", "five you keep are the ones that play"),
    ("seven-card-thrill", 'half_pay_kings = "holds_kings"', "T8", "just a pair of kings", "two pair with kings"),
    ("seven-card-thrill", 'joker_in_flush = "ace"', "T11", "have not already got", "with two aces"),
    ("seven-card-thrill", 'ace_to_five = "lowest"', "T6", "directly under A-K-Q-J-10", "the lowest of the straights"),
    ("seven-card-thrill", 'ace_to_five = "lowest"', "T11", "it makes 5-4-3-2-A", "it makes 6-5-4-3-2"),
    ("seven-card-thrill", 'early_exposure = "void"', "T13", "the round goes on", "before its time, all hands are void"),
    ("seven-card-thrill", "cap = 50000", "T12", "there is no cap", "paid $500 in winnings at the most"),
    ("seven-card-thrill", "pays.poker.low_dealer_hand = 0", "T7", "it wins 1 to 2", "wins nothing and takes the wager"),
    ("seven-card-thrill", "pays.pair_of_kings.kings = 0", "T8", "is paid 1 to 2", "pair of kings loses"),
    ("seven-card-thrill", "pays.full_house.full_house = 0", "T9", "30 to 1", "pays nothing in this house"),
    ("high-card-flush", 'deal = "one_at_a_time"', "H12", "in one stack", "seven times round"),
    ("high-card-flush", 'folded_bonus = "automatic"', "H10", "must say", "without a claim"),
    ("high-card-flush", 'aggregate_cap_scope = "player"', "H11", "All players of a round", "Each player's hand"),
    ("high-card-flush", "aggregate_cap = 0", "H11", "$25,000", "there is no cap"),
    ("high-card-flush", 'early_exposure = "play_on"', "H12", "antes and raises go back", "the round goes on"),
    ("high-card-flush", "void_refunds_folded = false", "H12", "like the others", "stay lost"),
    ("high-card-flush", "dealer_qualifies.high_card = 10", "H5", "nine high", "ten high"),
    ("high-card-flush", "dealer_qualifies.length = 4", "H5", "three cards of a suit", "four cards of a suit"),
    ("high-card-flush", "most_raise.four_or_fewer = 2", "H4", "exactly one ante", "four or fewer or five cards"),
    ("high-card-flush", "table_unit = 50", "H4", "steps of $1.", "steps of $0.50."),
]


@pytest.mark.filterwarnings("ignore::seventh.house.load.HouseWarning")
@pytest.mark.parametrize(("game", "setting", "clause", "book", "other"), READINGS)
def test_each_value_of_a_setting_reads_as_it_plays(game, setting, clause, book, other):
    assert book in said(game, "", clause)
    assert other not in said(game, "", clause)
    assert other in said(game, setting, clause)
    assert book not in said(game, setting, clause)


def test_B4_the_final_four_are_consecutive_also_where_the_first_three_come_one_at_a_time():
    assert "four consecutive ones" in said("boston-7-stud", 'deal = "one_at_a_time"', "B8")


def test_readings_stand_in_brackets_and_a_line_says_so():
    text = " ".join(rules_text(book_house("boston-7-stud")).split())
    assert "Text in [brackets] is a reading: a point that the published rules leave open, and how this house" in text
    assert "is one that you do not show. [You may claim until the first of the last four cards leaves the deck," in text
    assert "B20 [Where a void keeps" in text
    assert "B14 [What may be wagered]" in text
    assert "B1 Cards come from one deck" in text
    assert "Text in [brackets] is a reading" in clause_text(book_house("boston-7-stud"), "B5")
    assert "brackets" not in clause_text(book_house("boston-7-stud"), "B1")


def test_S21_the_rules_say_how_much_a_raise_over_an_all_in_is():
    """The worked amounts, in the house's own money."""
    stakes = "[stakes]\nbring_in = 10000\nsmall_bet = 40000\nbig_bet = 80000"
    told = said("seven-card-stud", stakes, "S21")
    assert "('instead of completing $100', '$250', '$400', '$650')" in told
    assert "('instead of a bet of $400', '$200', '$400', '$600')" in told
    assert "('over a bet of $400', '$600', '$800', '$1,000')" in told


@pytest.mark.parametrize("structure", ["spread_limit", "pot_limit", "no_limit"])
def test_S18_S19_only_fixed_limit_has_a_cap_to_speak_of(structure):
    told = rules_text(parse_house(f'structure = "{structure}"', "seven-card-stud")).partition("Options as")[0]
    assert " cap" not in told
    assert "half" not in told


def test_equal_raises_for_every_hand_are_said_once():
    settings = "most_raise = {four_or_fewer = 1, five = 1, six_or_seven = 1}"
    assert "Whatever you hold, you may raise exactly one ante." in said("high-card-flush", settings, "H4")


def test_rounding_and_seats_are_stated():
    text = " ".join(rules_text(parse_house('rounding = "down"\nseats = 1', "high-card-flush")).split())
    assert "rounded down to whole ones" in text
    assert "One person plays at one table" in text


def test_one_clause_can_be_asked_for():
    assert clause_text(book_house("high-card-flush"), "h8").splitlines()[0] == "H8    Flush"
    assert "7 cards   200 to 1" in clause_text(book_house("high-card-flush"), "H8")
    assert clause_text(book_house("high-card-flush"), "H99") == ""


def test_pay_tables_are_aligned():
    lines = rules_text(book_house("boston-7-stud")).splitlines()
    first = lines.index("B12   Ante bonus")
    assert lines[first + 1 : first + 4] == [
        "        hand                  pays",
        "        royal flush       200 to 1",
        "        straight flush     50 to 1",
    ]


def test_a_long_last_column_is_wrapped_under_itself():
    house = parse_house('currency = "play money "', "boston-7-stud")
    text = rules_text(house)
    assert max(map(len, text.splitlines())) <= 80
    assert "play money 2 to play money 10" in text


@pytest.mark.parametrize("game", GAMES)
def test_the_command_prints_text_or_json(game):
    text, data = seventh("rules", game), seventh("rules", game, "--json")
    assert (text.returncode, text.stderr, text.stdout) == (0, "", rules_text(book_house(game)))
    answer = json.loads(data.stdout)
    assert list(answer) == ["game", "title", "hash", "wagers", "sections", "sources"]
    assert answer == json.loads(json.dumps(rules_of(book_house(game)).as_data()))
    ids = {part["id"] for section in answer["sections"] for part in section["parts"]}
    assert set(CLAUSES[game]) <= ids
    tables = [part for section in answer["sections"] for part in section["parts"] if "rows" in part]
    assert all(len(row) == len(table["columns"]) for table in tables for row in table["rows"])


def test_the_command_takes_a_house_file(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('game = "high-card-flush"\naggregate_cap = 0\ncurrency = "€"')
    done = seventh("rules", "high-card-flush", "--house", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert "there is no cap" in done.stdout
    assert "€5 to €100" in done.stdout


def test_a_terminal_that_cannot_show_a_character_gets_a_mark(tmp_path):
    import os

    file = tmp_path / "house.toml"
    file.write_text('game = "high-card-flush"\ncurrency = "€"', encoding="utf-8")
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = seventh("rules", "high-card-flush", "--house", str(file), env=ascii_only)
    assert (done.returncode, done.stderr) == (0, "")
    assert "?5 to ?100" in done.stdout


def test_an_unknown_game_is_one_line_that_lists_the_games():
    done = seventh("rules", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"seventh: 'chess' is not a game here; there are {', '.join(games.GAMES)}\n"


def test_a_house_with_mistakes_names_all_of_them_in_one_line(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('game = "high-card-flush"\nrounding = "sideways"\nspeed = 3')
    done = seventh("rules", "high-card-flush", "--house", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "rounding is 'sideways'; allowed: 'up', 'down'" in done.stderr
    assert "speed is not a setting" in done.stderr


def test_a_missing_house_file_is_one_line():
    done = seventh("rules", "high-card-flush", "--house", "/no/such/file")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "seventh: /no/such/file: cannot be read: No such file or directory\n"


def test_a_house_of_another_game_is_refused(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('game = "boston-7-stud"')
    done = seventh("rules", "high-card-flush", "--house", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert "rules for 'high-card-flush' were asked for" in done.stderr


def test_a_doubtful_pay_table_is_a_warning_and_no_failure(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('game = "high-card-flush"\npays.flush.seven_cards = 10')
    done = seventh("rules", "high-card-flush", "--house", str(file))
    assert done.returncode == 0
    assert done.stderr.startswith("seventh: warning: ")
    assert done.stderr.count("\n") == 1
    assert "7 cards   10 to 1" in done.stdout
