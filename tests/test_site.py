"""The documentation as a site: it builds without a warning, needs no network, and has everything it should."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest

import seventh
from seventh.games import GAMES
from seventh.room.settings import RoomSettings
from tools import site

pytestmark = pytest.mark.slow


class Page(HTMLParser):
    """The anchors of a page, what it links to, and what a browser loads to show it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.anchors |= {found[name] for name in ("id", "name") if found.get(name)}
        if tag == "a" and found.get("href"):
            self.links.add(found["href"])
        if tag == "link" and found.get("rel") not in ("canonical", "next", "prev") and found.get("href"):
            self.loads.add(found["href"])
        if tag in ("img", "script", "iframe", "source") and found.get("src"):
            self.loads.add(found["src"])


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    done = site.build(folder)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


@pytest.fixture(scope="module")
def pages(built):
    return {path: Page(path.read_text(encoding="utf-8")) for path in sorted(built.rglob("*.html"))}


def test_links_and_anchors_lead_somewhere(built, pages):
    broken = []
    for path, page in pages.items():
        if path.name == "404.html":  # its links are absolute, for a server
            continue
        for link in page.links | page.loads:
            if re.match(r"https://|mailto:|data:|javascript:", link):
                continue
            place, _, anchor = link.partition("#")
            target = (path.parent / unquote(place)).resolve() if place else path
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                broken.append(f"{path.relative_to(built)}: {link}")
            elif anchor and target in pages and anchor not in pages[target].anchors and anchor != "__tabbed":
                broken.append(f"{path.relative_to(built)}: {link}: no such anchor")
    assert not broken


def test_nothing_is_loaded_from_the_network(built, pages):
    assert not {link for page in pages.values() for link in page.loads if re.match(r"(https?:)?//", link)}
    for style in built.rglob("*.css"):
        assert not re.search(r"url\([\"']?(https?:)?//|@import", style.read_text(encoding="utf-8")), style


def test_search_finds_a_clause_and_a_function(built):
    index = json.loads((built / "search" / "search_index.json").read_text(encoding="utf-8"))
    text = {entry["location"].partition("#")[0]: "" for entry in index["docs"]}
    for entry in index["docs"]:
        text[entry["location"].partition("#")[0]] += entry["title"] + entry["text"]
    assert "rank_hands" in text["api.html"]
    assert "H12" in text["rules/high-card-flush.html"]
    assert (built / "search" / "search_index.js").exists(), "for pages opened from a disk"


@pytest.mark.parametrize("name", seventh.__all__)
def test_every_public_name_is_in_the_api_reference(pages, built, name):
    assert f"seventh.{name}" in pages[built / "api.html"].anchors


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_is_an_anchor_in_the_rules_of_its_game(pages, built, name):
    page = pages[built / "rules" / f"{name}.html"]
    assert set(GAMES[name].clauses) <= page.anchors
    assert {f"../rules.html#{clause}" for clause in GAMES[name].clauses} <= page.links
    assert set(GAMES[name].clauses) <= pages[built / "rules.html"].anchors


def test_every_command_and_every_setting_is_on_its_page(built):
    from seventh.cli.common import app

    commands = (built / "command-line.html").read_text(encoding="utf-8")
    for name in app:
        if not name.startswith("-"):
            assert f'id="seventh-{name}"' in commands, name
    assert " -m " not in commands, "usage is that of seventh, not of the program that builds the page"
    settings = (built / "settings.html").read_text(encoding="utf-8")
    for name in RoomSettings.__dataclass_fields__:
        assert f"<code>{name}</code>" in settings, name


@pytest.mark.parametrize("name", GAMES)
def test_every_house_setting_is_in_the_reference(built, name):
    text = (built / "house-settings.html").read_text(encoding="utf-8")
    for field in fields(GAMES[name].house):
        assert re.search(rf"<code>{field.name}[.<]", text), field.name


def test_the_command_refuses_what_it_does_not_know(capsys):
    assert site.main(["--serve"]) == 2
    assert capsys.readouterr().err == "usage: python -m tools.site [FOLDER]\n"
