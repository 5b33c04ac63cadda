"""The lab has only shared code: a game's own mathematics is in its folder."""

from pathlib import Path

import pytest

from seventh import lab
from seventh.games import GAMES, book_house

SOURCES = {str(file.relative_to(Path(lab.__file__).parent)): file for file in Path(lab.__file__).parent.rglob("*.py")}


@pytest.mark.parametrize("source", SOURCES)
def test_the_lab_names_no_game(source):
    text = SOURCES[source].read_text().lower()
    for name in GAMES:
        for said in (name, name.replace("-", "_"), name.replace("-", " "), book_house(name).title.lower()):
            assert said not in text
