"""The code shared by the stud family mentions no single game: no name, no clause id, no PHH variant."""

import re
from pathlib import Path

import pytest

import seventh
from seventh.games import GAMES, book_house, new_round
from seventh.house import WrongHouse
from seventh.rounds.stud import StudRound
from seventh.rounds.stud.house import StudHouse

SOURCE = Path(seventh.__file__).parent
SHARED = ("rounds/stud", "records", "fair", "bots")
STUD = [game for game in GAMES.values() if issubclass(game.house, StudHouse)]


@pytest.mark.parametrize("folder", SHARED)
def test_shared_code_names_no_game(folder):
    words = [word for game in GAMES.values() for word in (game.name, game.book.title, game.phh) if word]
    words += [clause for game in STUD for clause in game.clauses]
    named = re.compile(rf"\b({'|'.join(map(re.escape, words))})\b")
    files = list((SOURCE / folder).rglob("*.py"))
    assert files
    assert [(file.name, found[0]) for file in files for found in named.finditer(file.read_text())] == []


@pytest.mark.parametrize("game", STUD, ids=lambda game: game.name)
def test_every_clause_that_the_family_names_is_one_of_the_game(game):
    named = list(vars(game.house.family.clauses).values())
    assert len(set(named)) == len(named)
    assert set(named) == set(game.clauses)


@pytest.mark.parametrize("game", STUD, ids=lambda game: game.name)
def test_a_round_is_of_its_houses_game(game):
    hand = new_round(game.book, {1: 1000, 2: 1000})
    assert isinstance(hand, StudRound)
    assert hand.game == hand.view(None).game == game.name


def test_a_house_of_another_family_is_refused():
    with pytest.raises(WrongHouse, match=r"^the house is for high-card-flush, which is not a game of stud$"):
        StudRound(book_house("high-card-flush"), {1: 1000, 2: 1000})
