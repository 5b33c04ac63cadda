"""What differs between two versions of a house, in words."""

from __future__ import annotations

from seventh.house.settings import changed_texts, settings_of, texts_of
from seventh.house.values import House


def changes_in_words(new: House, old: House) -> list[str]:
    """Each setting that changed: `ante minimum $10 (was $2)`; pay tables in odds, other settings by their value."""
    before = texts_of(old)
    settings = {setting.path: setting for setting in (*settings_of(old), *settings_of(new))}
    found = []
    for path, text in changed_texts(new, old).items():
        setting = settings.get(path)
        if setting is None:
            continue
        shown = [_value(new, setting.amount, setting.kind, value) for value in (text, before.get(path, ""))]
        found.append(f"{setting_words(path)} {shown[0]} (was {shown[1]})")
    return found


def setting_words(path: str) -> str:
    """A setting by its name: `ante minimum`, `flush six cards`."""
    top, _, rest = path.partition(".")
    return (rest if rest and top in ("limits", "pays") else path).replace(".", " ").replace("_", " ")


def _value(house: House, amount: bool, kind: str, text: str) -> str:
    if amount and text.isdecimal():
        return house.money(int(text))
    if not text:
        return "none"
    return f"{text} to 1" if kind == "pays" else {"true": "yes", "false": "no"}.get(text, text.replace("_", " "))
