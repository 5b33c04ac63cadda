"""The pages of oversight in a browser, by keyboard, in light and dark, on a desktop, a tablet and a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.people import PHONE, Person
from tests.web.browser.test_access import Looking
from tests.web.serving import Server
from tests.web.test_oversight import PAGES, fill

pytestmark = pytest.mark.slow

SIZES: tuple[dict[str, Any], ...] = ({"viewport": {"width": 1024, "height": 768}}, PHONE)


def test_an_auditor_reads_all_pages_and_axe_finds_nothing(server: Server, arrive: Callable[..., Person]) -> None:
    people = fill(server, 48)
    server.run(server.room.people.register("Audrey Pages", "a long password", "auditor"))
    for size in SIZES:
        person = arrive(**size)
        page = person.goes_to("/login").page
        page.get_by_label("Name").fill("Audrey Pages")
        page.get_by_label("Password").fill("a long password")
        page.get_by_role("button", name="Log in").click()
        page.get_by_role("link", name="Oversight", exact=True).first.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Actual and theoretical hold")
        expect(page.locator('[data-by="total"]')).to_have_count(1)
        looking = Looking(person)
        for path in PAGES:
            person.goes_to(path)
            looking.at(path)
        assert looking.found == []
        # A table that is wider than the screen scrolls by itself, by keyboard too.
        person.goes_to("/oversight/flow")
        row = page.locator(f'tr[data-winner="{people["Alba"]}"], tr[data-loser="{people["Alba"]}"]')
        expect(row.filter(has_text="Beatrix")).to_contain_text("shared device")
        page.locator('input[name="since"]').fill("2001-01-01")
        page.locator('input[name="until"]').fill("2001-01-31")
        page.get_by_role("button", name="Show").press("Enter")
        expect(page.locator(".none")).to_have_text("No finished hands between players in this period.")
        with page.expect_download() as download:
            page.get_by_role("link", name="Download as CSV").click()
        assert download.value.suggested_filename == "chip-flow.csv"
        person.page.close()
