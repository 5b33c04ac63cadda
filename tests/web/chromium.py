"""How the tests start Chromium: without what a person's browser does besides showing pages."""

from __future__ import annotations

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

LEAN = ("--no-sandbox", f"--disable-features={','.join(_UNWANTED)}")
"""Flags for every browser of the tests."""
