"""The browser's files: every card is drawn, nothing is too heavy, and nothing needs what the policy forbids."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from seventh.cards import DECK_53
from tests.web.front import Visitor, chromium
from tests.web.serving import Server
from tools.card_faces import TARGET, sheet

WEB = Path(__file__).resolve().parents[2] / "src/seventh/web"
SCRIPTS = sorted((WEB / "static/js").rglob("*.js"))
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
    assert text.count("\n") <= 350


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


@pytest.mark.parametrize("game", ["boston-7-stud", "seven-card-thrill", "high-card-flush", "seven-card-stud"])
def test_a_table_weighs_less_than_400_kilobytes(server: Server, game: str):
    with chromium() as browser:
        visitor = Visitor(browser, server.url)
        finished = []
        visitor.page.on("requestfinished", lambda request: finished.append(request))
        visitor.go(f"/table/{game}-1")
        visitor.page.wait_for_selector("#stage > *")
        visitor.page.wait_for_load_state("networkidle")
        weights = {request.url: request.sizes()["responseBodySize"] for request in finished}
        assert 50_000 < sum(weights.values()) < 400_000, weights  # as sent
        assert {urlsplit(url).netloc for url in visitor.addresses} == {urlsplit(server.url).netloc}
        visitor.leave()


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
