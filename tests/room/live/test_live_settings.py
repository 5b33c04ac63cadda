"""Settings: working defaults, and errors for invalid values."""

from dataclasses import fields

import pytest

from seventh.room.settings import RoomSettings, SettingsError, TablePlan, load_settings


def test_every_setting_says_what_it_does():
    for item in fields(RoomSettings):
        assert item.metadata["doc"].endswith("."), item.name


def test_a_file_names_what_differs(tmp_path):
    file = tmp_path / "room.toml"
    file.write_text('betting_window = 9000\ntables = [{game = "seven-card-stud", count = 4}]\n')
    settings = load_settings(file)
    assert settings.betting_window == 9000
    assert settings.tables == (TablePlan("seven-card-stud", 4),)
    assert settings.but(betting_window=15_000, tables=RoomSettings().tables) == RoomSettings()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("betting = 1", "'betting' is not a setting"),
        ("betting_window = -1", "betting_window is -1"),
        ("betting_window = true", "betting_window is True"),
        ("decision_clock = 0", "a whole number from 1"),
        ("betting_window = 'long'", "betting_window is 'long'"),
        ("dealer_buy_in_most = 10", "below dealer_buy_in_least"),
        ('tables = [{game = "chess", count = 1}]', "'chess'"),
        ('tables = [{game = "seven-card-stud", count = -1}]', "the count -1"),
        ("tables = [1]", "a game or a house, and a count"),
        ("= 3", "is not TOML"),
    ],
)
def test_mistakes_are_named_in_one_line(tmp_path, text, says):
    file = tmp_path / "room.toml"
    file.write_text(text)
    with pytest.raises(SettingsError, match=says) as caught:
        load_settings(file)
    assert "\n" not in str(caught.value)
    assert str(file) in str(caught.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(SettingsError, match="cannot read"):
        load_settings(tmp_path / "nothing.toml")
