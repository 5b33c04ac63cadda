"""The keys that no spot may have are those that the table page uses, and the documentation lists them."""

import re
from pathlib import Path

from seventh.games.checking import PAGE_KEYS
from tests.known import known

ROOT = Path(__file__).parents[2]
DECISIONS = set("FBCSA")
"""The keys of decisions after the deal, which the game's words define."""


def test_the_keys_of_the_page_are_those_of_its_script():
    script = (ROOT / "src/seventh/web/static/js/keyboard.js").read_text()
    always = known(re.search(r"const always = \{(.*?)\};", script, re.DOTALL))[1]
    single = {one.strip('"') for one in re.findall(r"""(?:^|[\s,])("."|[A-Z]): \(\) =>""", always)} - {" "}
    betting = set(re.findall(r'letter === "(\w)"', script))
    first, last = known(re.search(r"\[(\d)-(\d)\]", script)).groups()
    chips = {str(number) for number in range(int(first), int(last) + 1)}
    assert len(single) > 8
    assert set(PAGE_KEYS) == single | betting | chips | DECISIONS


def test_the_documentation_lists_the_keys_of_the_page():
    said = known(re.search(r"the page uses (.*?)\.\n", (ROOT / "docs/adding-a-game.md").read_text()))[1]
    keys = set(re.split(r", | and ", said.replace("1 to 5", "1, 2, 3, 4, 5")))
    assert keys == set(PAGE_KEYS)
