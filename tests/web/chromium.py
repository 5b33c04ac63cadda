"""How tests, tools and benchmarks start Chromium: without what a person's browser does besides showing pages."""

from __future__ import annotations

import shutil

from tools.system_packages import BROWSERS

_UNWANTED = (
    # Pages of the address bar's suggestions, of which every window loads two: they took half of the tests' time.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    # Playwright switches these off too, but the last `--disable-features` replaces all others.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)

FLAGS = (
    "--no-sandbox",
    f"--disable-features={','.join(_UNWANTED)}",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--disable-dev-shm-usage",
)
"""Flags for every browser."""


def installed() -> str | None:
    """The path of the system's Chromium."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)
