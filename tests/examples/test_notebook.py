"""The outputs in the example notebook are up to date."""

import json

from tools.notebook import NOTEBOOK, run, text


def test_the_notebook_shows_what_a_fresh_run_gives():
    """`python -m tools.notebook` regenerates it."""
    stored = json.loads(NOTEBOOK.read_text())
    assert len([cell for cell in stored["cells"] if cell["cell_type"] == "code"]) > 5
    for cell, fresh in zip(stored["cells"], run(stored)["cells"], strict=True):
        assert cell == fresh, "".join(cell["source"])
    assert NOTEBOOK.read_text() == text(stored)
