"""A browser, and a served installation to look at with it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.api.site import Site
from tests.api.web.games import Served, add_blog, add_stage, enter, illegal, played
from tests.children import PATIENCE

expect.set_options(timeout=PATIENCE * 1000)

FEATURES = [
    # With each context Chromium would load two pages for its address bar, which nobody sees: that
    # takes ten times as long as our own page.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # What Playwright turns off, too: of two lists the last one counts.
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
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    f"--disable-features={','.join(FEATURES)}",
]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {
        "executable_path": os.environ.get("CHROMIUM", "/usr/bin/chromium"),
        "args": FLAGS,
    }


@pytest.fixture
def browser_context_args(served: Served) -> dict[str, Any]:
    """How pages are opened: without the service worker, which has tests of its own."""
    return {
        "base_url": served.url,
        "viewport": DESK,
        "reduced_motion": "reduce",
        "service_workers": "block",
    }


@pytest.fixture(scope="session")
def served(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """`whole`: a finished game; `spoiled`: with findings; `running`: its first sixty steps."""
    file = tmp_path_factory.mktemp("web") / "gametape.db"
    shutil.copy(sqlite_template, file)
    site = Site(f"sqlite:///{file}")
    add_stage(site.app)
    add_blog(site.app)
    enter(site, "whole", played(3, ("Foxes", "Stoats")))
    enter(site, "spoiled", illegal(played(2, ("Larks", "Ravens"))))
    enter(site, "running", played(1, ("Herons", "Swifts"))[:60])
    enter(site, "hidden", played(5, ("Elks", "Moose"))[:30], "unlisted")
    server = Served(site)
    yield server
    server.leave()
    site.services.engine.dispose()


@pytest.fixture
def page(page: Page, served: Served) -> Iterator[Page]:
    """A page that fails the test when its scripts or its policy complain."""
    page.set_default_timeout(PATIENCE * 1000)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: (
            complaints.append(message.text) if "Content Security Policy" in message.text else None
        ),
    )
    yield page
    assert complaints == []
