"""The API reference describes every member of every class that it lists.

The site leaves out members without a docstring, except the values of an enumeration.
"""

import importlib
import re
from pathlib import Path
from types import FunctionType

import griffe
import pytest

LISTED = re.findall(r"^::: (\S+)$", (Path(__file__).parent.parent / "docs" / "api.md").read_text(), re.MULTILINE)


def home_of(name: str) -> tuple[str, str]:
    """The module and the name under which a listed object is defined."""
    try:
        return importlib.import_module(name).__name__, ""
    except ImportError:
        module, _, last = name.rpartition(".")
        found = getattr(importlib.import_module(module), last)
        if isinstance(found, type | FunctionType):
            return found.__module__, found.__name__
        return module, last


@pytest.fixture(scope="module")
def package():
    return griffe.load("seventh", search_paths=[Path(__file__).parent.parent / "src"], try_relative_path=False)


@pytest.mark.parametrize("name", LISTED)
def test_every_public_member_has_a_docstring(package, name):
    module, last = home_of(name)
    found = package[".".join([*module.split("."), *([last] if last else [])][1:])]
    members = [found, *(found.members.values() if found.is_class else ())]
    public = [one for one in members if not one.name.startswith("_") and not one.name.isupper() and not one.is_alias]
    assert not [one.path for one in public if not one.docstring]
