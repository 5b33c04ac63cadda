"""axe-core on a page, in light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_AXE = Axe()
_ALL: dict[str, Any] = {"resultTypes": ["violations"]}
_COLOURS = {**_ALL, "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""Light and dark differ in colours only, as a test of the style sheets says, so the other rules need to run once."""


def violations(page: Page, part: str | None = None) -> Iterator[tuple[str, dict[str, Any]]]:
    """What axe-core finds on the whole page, or in a part of it, each with the scheme in which it was found."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_AXE.axe_script)
    for scheme, options in (("light", _ALL), ("dark", _COLOURS)):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        found = page.evaluate("([part, options]) => axe.run(part ?? document, options)", [part, options])
        for rule in found["violations"]:
            yield scheme, rule
