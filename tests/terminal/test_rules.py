"""`seventh rules`: every clause is stated, every setting reads correctly, and the text keeps to its columns."""

import json
import re
from typing import Any

import pytest

from seventh import games
from seventh.games import book_house, parse_house, rules_of
from seventh.house.rules import Table
from seventh.house.rules.text import clause_text
from tests.terminal.at_the_prompt import seventh

CLAUSES = {
    "boston-7-stud": [f"B{n}" for n in range(1, 21)],
    "seven-card-thrill": [f"T{n}" for n in range(1, 14)],
    "high-card-flush": [f"H{n}" for n in range(1, 13)],
}
GAMES = list(CLAUSES)

# Other values for string settings, and for numbers where not every value is valid.
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
    "excess_raise": ["void"],
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


def content(house) -> list[tuple]:
    """The text of the rules without the options and the hash, which change with any setting."""
    return [(section.title, section.parts) for section in rules_of(house).sections if section.title != "Options"]


@pytest.mark.filterwarnings("ignore::seventh.house.load.HouseWarning")
@pytest.mark.parametrize(("game", "path", "other"), SETTINGS)
def test_every_setting_of_every_house_changes_the_text(game, path, other):
    house = parse_house(f"{path} = {toml(other)}", game)
    assert content(house) != content(book_house(game)) or path == "title"
    text = str(rules_of(house))
    assert text != str(rules_of(book_house(game))).replace(book_house(game).hash, house.hash)
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
    ids = {line[:6].strip() for line in str(rules_of(book_house(game))).splitlines() if re.match(r"[A-Z]\d+ ", line)}
    assert ids == set(CLAUSES[game])


@pytest.mark.parametrize("game", GAMES)
def test_the_text_names_its_game_and_the_exact_rules(game):
    house = book_house(game)
    first, _, _, named, exactly = str(rules_of(house)).splitlines()[:5]
    assert (first, exactly) == (house.title, f"Rules hash: {house.hash}")
    assert game in named


def said(game: str, settings: str, clause: str) -> str:
    parts = rules_of(parse_house(settings, game)).of(clause)
    return " ".join(" ".join(map(str, part.rows)) if isinstance(part, Table) else part.text for part in parts)


NEVER_COMPLETED = 'stub_racked = "before_count"\nsix_card_dealer = "until_racked"'
SPREAD = 'structure = "spread_limit"'
READINGS = [
    # game, setting, clause, what the book's value says, what the other value says
    ("seven-card-stud", "deal_moves = true", "S3", "from the same position", "moves one seat clockwise"),
    ("seven-card-stud", "opener_may_fold = false", "S9", "includes the first to act", "on a street may not"),
    ("seven-card-stud", SPREAD, "S18", "completes it to $4.", "The bring-in is a full bet."),
    ("seven-card-stud", SPREAD, "S18", "towards the cap", "may open for more"),
    (
        "seven-card-stud",
        "half_bet_rule = false",
        "S21",
        "less than half of the next full",
        "does not reach the next full",
    ),
    ("seven-card-stud", "half_bet_rule = false", "S21", "'$6.50'", "('over a bet of $4', '$8', '$8')"),
    ("seven-card-stud", 'short_all_in = "per_player"', "S21", "fell short of", "an all-in to $6, it is to $10"),
    ("seven-card-stud", 'structure = "no_limit"', "S21", "fell short of", "an all-in to $6, it is to $10"),
    ("seven-card-stud", "raise_cap = 0", "S21", "Once the cap is reached", "who have acted, and the next"),
    ("seven-card-stud", 'dead_side_pots = "with_last_pot"', "S22", "returned without rake", "to the pot below it"),
    ("boston-7-stud", 'deal = "one_at_a_time"', "B4", "as one stack", "dealt one at a time"),
    ("boston-7-stud", 'final_four = "as_first_three"', "B8", "four consecutive cards", "in the same way as the first"),
    ("boston-7-stud", 'six_card_dealer = "until_racked"', "B18", "drawn from the top of the stub", "Once the stub"),
    ("high-card-flush", 'six_card_dealer = "until_racked"', "H12", "drawn from the top of the stub", "Once the stub"),
    ("seven-card-thrill", 'six_card_dealer = "until_racked"', "T13", "drawn from the top of the stub", "Once the stub"),
    ("boston-7-stud", 'three_card_claim = "automatic"', "B5", "only if you claim it", "without a claim"),
    ("boston-7-stud", "three_card_up_to_ante = false", "B3", "may not be larger", "may be larger"),
    ("boston-7-stud", "auto_set = false", "B9", "it keeps your best five", "does not do it for you"),
    ("boston-7-stud", 'bonus_hand = "as_set"', "B9", "based on all seven cards", "based only on the five you keep"),
    ("boston-7-stud", 'ante_only = "bonus_table"', "B13", "the dealer's hand is better", "not against the dealer"),
    ("boston-7-stud", 'stub_racked = "before_count"', "B8", "counted before the stub", "at once, before the"),
    ("boston-7-stud", NEVER_COMPLETED, "B18", "draws the missing card", "has too many or too few"),
    ("boston-7-stud", 'three_card_exception = "every_void"', "B16", "nothing is paid on", "are paid as in B15"),
    ("boston-7-stud", 'early_exposure = "void"', "B20", "exposed too early, play continues", "all hands are void"),
    ("boston-7-stud", "void_refunds_folded = false", "B20", "The same applies", "get neither their ante nor"),
    ("boston-7-stud", "caps = []", "B14", "sets the cap", "there is no cap"),
    (
        "boston-7-stud",
        "pays.ante_bonus.three_of_a_kind = 0",
        "B20",
        "paid 1 to 1 on the ante",
        "no three-card hand is paid",
    ),
    ("boston-7-stud", "pays.ante_bonus.three_of_a_kind = 2", "B20", "paid 1 to 1 on", "paid 2 to 1 on"),
    ("boston-7-stud", "pays.three_card_bonus.flush = 0", "B6", "3 to 1", "not paid"),
    ("boston-7-stud", "limits.ante.maximum = 900", "B2", "$2 to $10", "$2 to $9"),
    ("seven-card-thrill", 'primary_wagers = "exactly_one"', "T2", "make several", "allows only one"),
    ("seven-card-thrill", 'deal = "one_at_a_time"', "T4", "in one stack", "seven times round"),
    ("seven-card-thrill", 'dealer_up_card = "first"', "T4", "the last one dealt", "the first one dealt"),
    ("seven-card-thrill", "best_five_plays = false", "T5", "cost you nothing", "five you keep are the ones that play"),
    ("seven-card-thrill", 'half_pay_kings = "holds_kings"', "T8", "Only a one-pair hand", "Two pair including kings"),
    ("seven-card-thrill", 'joker_in_flush = "ace"', "T11", "not among the other four", "with two aces"),
    ("seven-card-thrill", 'ace_to_five = "lowest"', "T6", "directly below A-K-Q-J-10", "the lowest straight"),
    ("seven-card-thrill", 'ace_to_five = "lowest"', "T11", "it makes 5-4-3-2-A", "it makes 6-5-4-3-2"),
    ("seven-card-thrill", 'early_exposure = "void"', "T13", "play continues", "too early, all hands are void"),
    ("seven-card-thrill", "cap = 50000", "T12", "there is no cap", "paid at most $500 in winnings"),
    ("seven-card-thrill", "pays.poker.low_dealer_hand = 0", "T7", "it pays 1 to 2", "wins nothing and is returned"),
    ("seven-card-thrill", "pays.pair_of_kings.kings = 0", "T8", "is paid 1 to 2", "pair of kings loses"),
    ("seven-card-thrill", "pays.full_house.full_house = 0", "T9", "30 to 1", "pays nothing in this house"),
    ("high-card-flush", 'deal = "one_at_a_time"', "H12", "in one stack", "seven times round"),
    ("high-card-flush", 'folded_bonus = "automatic"', "H10", "must claim", "without a claim"),
    ("high-card-flush", 'aggregate_cap_scope = "player"', "H11", "All players in a round", "each player's hand"),
    ("high-card-flush", "aggregate_cap = 0", "H11", "$25,000", "there is no cap"),
    ("high-card-flush", 'early_exposure = "play_on"', "H12", "antes and raises are returned", "play continues"),
    ("high-card-flush", "void_refunds_folded = false", "H12", "like everyone else", "are still lost"),
    ("high-card-flush", "dealer_qualifies.high_card = 10", "H5", "nine high", "ten high"),
    ("high-card-flush", "dealer_qualifies.length = 4", "H5", "three-card flush", "four-card flush"),
    ("high-card-flush", "most_raise.four_or_fewer = 2", "H4", "exactly one ante", "four or fewer or five cards"),
    ("high-card-flush", 'excess_raise = "void"', "H4", "the rest is returned", "voids the hand"),
    ("high-card-flush", "table_unit = 50", "H4", "steps of $1.", "steps of $0.50."),
]


@pytest.mark.filterwarnings("ignore::seventh.house.load.HouseWarning")
@pytest.mark.parametrize(("game", "setting", "clause", "book", "other"), READINGS)
def test_each_value_of_a_setting_changes_the_text(game, setting, clause, book, other):
    assert book in said(game, "", clause)
    assert other not in said(game, "", clause)
    assert other in said(game, setting, clause)
    assert book not in said(game, setting, clause)


def test_B4_the_final_four_are_consecutive_even_if_the_first_three_are_dealt_one_at_a_time():
    assert "four consecutive cards" in said("boston-7-stud", 'deal = "one_at_a_time"', "B8")


def test_readings_are_in_brackets_and_a_legend_explains_them():
    text = " ".join(str(rules_of(book_house("boston-7-stud"))).split())
    assert "Text in [brackets] is a reading: how this house decides a point that the published rules" in text
    assert "one that you do not claim. [You may claim it until the first of the last four cards is dealt," in text
    assert "B20 [If three-card hands are paid in a void round" in text
    assert "B14 [Wagers and limits]" in text
    assert "B1 The game uses one deck" in text
    assert "Text in [brackets] is a reading" in clause_text(rules_of(book_house("boston-7-stud")), "B5")
    assert "brackets" not in clause_text(rules_of(book_house("boston-7-stud")), "B1")


def test_S21_the_rules_say_how_much_a_raise_over_an_all_in_is():
    """The worked amounts, in the house's own money."""
    stakes = "[stakes]\nbring_in = 10000\nsmall_bet = 40000\nbig_bet = 80000"
    text = said("seven-card-stud", stakes, "S21")
    assert "('instead of completing $100', '$250', '$400', '$650')" in text
    assert "('instead of a bet of $400', '$200', '$400', '$600')" in text
    assert "('over a bet of $400', '$600', '$800', '$1,000')" in text


@pytest.mark.parametrize("structure", ["spread_limit", "pot_limit", "no_limit"])
def test_S18_S19_only_fixed_limit_mentions_a_cap(structure):
    text = str(rules_of(parse_house(f'structure = "{structure}"', "seven-card-stud"))).partition("House options")[0]
    assert " cap" not in text
    assert "half" not in text


def test_equal_raises_for_every_hand_are_said_once():
    settings = "most_raise = {four_or_fewer = 1, five = 1, six_or_seven = 1}"
    assert "Whatever you hold, you may raise exactly one ante." in said("high-card-flush", settings, "H4")


def test_rounding_and_seats_are_stated():
    text = " ".join(str(rules_of(parse_house('rounding = "down"\nseats = 1', "high-card-flush"))).split())
    assert "rounded down" in text
    assert "The table seats one player, who plays against the dealer." in text


def test_one_clause_can_be_asked_for():
    assert clause_text(rules_of(book_house("high-card-flush")), "h8").splitlines()[0] == "H8    Flush"
    assert "7 cards   200 to 1" in clause_text(rules_of(book_house("high-card-flush")), "H8")
    assert clause_text(rules_of(book_house("high-card-flush")), "H99") == ""


def test_pay_tables_are_aligned():
    lines = str(rules_of(book_house("boston-7-stud"))).splitlines()
    first = lines.index("B12   Ante bonus")
    assert lines[first + 1 : first + 4] == [
        "        hand                  pays",
        "        royal flush       200 to 1",
        "        straight flush     50 to 1",
    ]


def test_a_long_last_column_is_wrapped_under_itself():
    house = parse_house('currency = "play money "', "boston-7-stud")
    text = str(rules_of(house))
    assert max(map(len, text.splitlines())) <= 80
    assert "play money 2 to play money 10" in text


@pytest.mark.parametrize("game", GAMES)
def test_the_command_prints_text_or_json(game):
    text, data = seventh("rules", game), seventh("rules", game, "--json")
    assert (text.returncode, text.stderr, text.stdout) == (0, "", str(rules_of(book_house(game))))
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
    assert done.stderr == f"seventh: unknown game 'chess'; choose from {', '.join(games.GAMES)}\n"


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
    assert "not for high-card-flush" in done.stderr


def test_a_doubtful_pay_table_is_a_warning_and_no_failure(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('game = "high-card-flush"\npays.flush.seven_cards = 10')
    done = seventh("rules", "high-card-flush", "--house", str(file))
    assert done.returncode == 0
    assert done.stderr.startswith("seventh: warning: ")
    assert done.stderr.count("\n") == 1
    assert "7 cards   10 to 1" in done.stdout
