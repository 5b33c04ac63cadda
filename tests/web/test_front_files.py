"""The browser's files: every card is drawn, nothing is too heavy, and nothing needs what the policy forbids."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from seventh.cards import DECK_53
from seventh.games import GAMES
from seventh.web.assets import asset, bundle
from seventh.web.static_files import bare_css
from tests.web.front import Visitor, chromium
from tests.web.serving import Server
from tests.web.weight import first_cards, heaviest
from tools.card_faces import TARGET, sheet

WEB = Path(__file__).resolve().parents[2] / "src/seventh/web"
SCRIPTS = sorted((WEB / "static/js").rglob("*.js"))
LATER = {"walkthrough.js", "typed.js", "friends.js", "coach.js", "walkthrough.css", "friends.css", "coach.css"}
ALONE = {"friends.js", "friends.css"}
"""What a table for one has no use for."""
PAGES = sorted((WEB / "templates").rglob("*.html"))


def test_every_card_has_a_face():
    symbols = set(re.findall(r'<symbol id="([^"]+)"', TARGET.read_text(encoding="utf-8")))
    assert symbols == {card.text for card in DECK_53} | {"back"}


def test_the_faces_are_what_the_tool_draws():
    assert TARGET.read_text(encoding="utf-8") == sheet()


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_every_script_is_checked_and_short(script):
    text = script.read_text(encoding="utf-8")
    assert text.startswith("// @ts-check\n")
    assert text.count("\n") <= 400


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_R31_no_page_has_inline_script_or_style(page):
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text)
    for tag in re.findall(r"<script[^>]*>", text):
        assert "src=" in tag or 'type="application/json"' in tag


def test_nothing_names_another_host():
    for path in [*SCRIPTS, *PAGES, *(WEB / "static/css").glob("*.css")]:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|//cdn", text), path.name


@pytest.mark.slow
def test_a_browser_receives_less_than_240_kilobytes_up_to_the_first_cards(server: Server):
    with chromium() as browser:
        for game in GAMES:
            weight = first_cards(browser, server.url, game)
            assert 100_000 < weight.sent < 240_000, (game, weight.sent, heaviest(weight))
            assert weight.sent < weight.decoded < 400_000, (game, weight.decoded, heaviest(weight))  # unpacked


def test_what_is_not_needed_for_the_first_cards_is_loaded_when_it_is_used(server: Server):
    with chromium() as browser:
        visitor = Visitor(browser, server.url)
        visitor.sit("high-card-flush")
        visitor.page.wait_for_load_state("networkidle")
        names = {urlsplit(url).path.rpartition("/")[2] for url in visitor.addresses}
        assert not names & LATER
        started = {urlsplit(url).path.rpartition("/")[2] for url in visitor.addresses if "/static/table-" in url}
        assert started == {"table.js"}  # one script for all that is needed
        visitor.page.keyboard.press("k")
        visitor.page.wait_for_selector("#coach-home")
        visitor.types("state")
        visitor.page.keyboard.press("Escape")
        visitor.page.keyboard.press("g")
        visitor.page.wait_for_selector("#tour")
        visitor.page.wait_for_function("document.querySelector('#tour-text').textContent")
        assert {urlsplit(url).path.rpartition("/")[2] for url in visitor.addresses} >= LATER - ALONE
        assert {urlsplit(url).netloc for url in visitor.addresses} == {urlsplit(server.url).netloc}
        assert visitor.troubles == []
        visitor.leave()


def test_scripts_share_a_version_and_can_be_kept(server: Server):
    browser = server.browser()
    for address in (asset("js/table.js"), bundle("table")):
        assert "immutable" in browser.get(address).headers["cache-control"]
        assert browser.get(address.replace("/table.js", "/proof/deck.js")).status_code == 200
        of_another_release = re.sub(r"(js|table)-\w+", r"\1-0123456789", address)
        answer = browser.get(of_another_release)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
        assert "content-security-policy" not in answer.headers
        for path in ("/nothing.js", "/%2e%2e/%2e%2e/app.py", "//etc/hostname", "/table%00.js"):
            assert browser.get(address.replace("/table.js", path)).status_code == 404
    assert "content-security-policy" in browser.get("/static/img/cards.svg").headers
    assert browser.get("/static/js-0123456789/../../app.py").status_code == 404


@pytest.mark.parametrize("game", ["high-card-flush", "seven-card-stud"])
def test_the_lobby_fetches_what_a_table_loads_while_the_visitor_reads(server, game):
    browser = server.browser()
    lobby, table = (browser.get(path).text for path in ("/", f"/table/{game}-1"))
    ahead, loads = _linked(lobby), _linked(table)
    assert bundle("table") in loads
    assert loads <= ahead


def _linked(page: str) -> set[str]:
    return set(re.findall(r'<link rel="(?:stylesheet|preload|modulepreload|prefetch)" href="([^"]+)"', page))


def test_files_are_compressed_revalidated_and_found_by_their_type(server):
    browser = server.browser()
    plain = browser.get("/static/js/table.js", headers={"Accept-Encoding": "identity"})
    zipped = browser.get("/static/js/table.js", headers={"Accept-Encoding": "gzip"})
    assert zipped.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert plain.content == zipped.content
    assert plain.headers["content-type"].startswith("text/javascript")
    assert (plain.headers["cache-control"], plain.headers["vary"]) == ("no-cache", "Accept-Encoding")
    again = browser.get("/static/js/table.js", headers={"If-None-Match": plain.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "immutable" in browser.get("/static/js/table.js?v=1").headers["cache-control"]
    assert browser.head("/static/js/table.js").headers["content-length"]
    font = browser.get("/static/fonts/sans.woff2")
    assert (font.headers["content-type"], font.content[:4]) == ("font/woff2", b"wOF2")
    for path in ("/static/nothing.js", "/static/js", "/static/../app.py", "/static/%2e%2e/app.py"):
        assert browser.get(path).status_code == 404
    assert browser.post("/static/js/table.js").status_code == 405


@pytest.mark.parametrize("path", sorted((WEB / "static/css").glob("*.css")), ids=lambda path: path.name)
def test_a_style_sheet_is_served_without_its_comments_and_otherwise_whole(path: Path):
    source = path.read_text(encoding="utf-8")
    assert not any("/*" in string for string in re.findall(r'"[^"\n]*"|url\([^)]*\)', re.sub(r"/\*.*?\*/", "", source)))
    served = bare_css(source.encode()).decode()
    assert "/*" not in served
    rules = [part for part in re.split(r"/\*(?:[^*]|\*(?!/))*\*/", source) if part.strip()]
    assert "".join("".join(rules).split()) == "".join(served.split())
