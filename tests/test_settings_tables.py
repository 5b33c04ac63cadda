"""docs/settings.md and docs/house-settings.md list all settings as they are."""

from dataclasses import fields
from pathlib import Path

import pytest

from seventh.games import GAMES
from seventh.room.settings import RoomSettings
from tools import settings_tables


@pytest.mark.parametrize("path", settings_tables.PAGES, ids=lambda path: path.name)
def test_the_page_is_up_to_date(path: Path):
    assert path.read_text(encoding="utf-8") == settings_tables.page(path), "run python -m tools.settings_tables"


def test_every_setting_of_a_room_and_every_game_is_there():
    room, houses = (path.read_text(encoding="utf-8") for path in settings_tables.PAGES)
    assert all(f"\n| `{one.name}` |" in room for one in fields(RoomSettings))
    assert all(f'| `game` | `"{game}"` |' in houses for game in GAMES)


def test_the_command_checks_and_refuses_other_arguments(capsys, monkeypatch, tmp_path):
    assert settings_tables.main(["--check"]) == 0
    assert settings_tables.main(["--nonsense"]) == 2
    stale = tmp_path / "settings.md"
    stale.write_text("<!-- room settings: written by tools/settings_tables.py -->\n<!-- end of settings -->\n")
    monkeypatch.setattr(settings_tables, "PAGES", (stale,))
    monkeypatch.setattr(settings_tables, "ROOT", tmp_path)
    assert settings_tables.main(["--check"]) == 1
    assert "settings.md is not up to date" in capsys.readouterr().out
    assert settings_tables.main([]) == 0
    assert "| `betting_window` |" in stale.read_text()
