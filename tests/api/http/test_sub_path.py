"""Below a path of another site every address that is handed out begins with that path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from tests.api.site import ADMIN, OPENING, Site, read

PATH = "/our/games"
FORWARDED = {"X-Forwarded-Prefix": PATH, "X-Forwarded-Host": "club.example"}

NAMED = re.compile(r"""\b(?:href|src|action|formaction|data-[\w-]+)=["'](/[^"']*)""")
"""Addresses from the root in a page."""
FOLLOWED = re.compile(r"""\b(?:href|src)=["'](/[^"']*)""")


@pytest.fixture(params=["told by the proxy", "told by a variable"])
def ask(request: pytest.FixtureRequest, sqlite_url: str) -> Iterator[Any]:
    """Asks an installation below PATH, which its proxy takes off or not."""
    by_proxy = request.param == "told by the proxy"
    more = {"proxies": 1} if by_proxy else {"address": f"https://club.example{PATH}"}
    site = Site(sqlite_url, **more)
    headers, before = (FORWARDED, "") if by_proxy else ({}, PATH)

    def ask(path: str, method: str = "GET", **options: Any) -> Any:
        return site.ask(method, before + path, at_root=True, headers=headers, **options)

    made = ask("/api/v1/games", "POST", json=FINAL)
    assert made.status_code == 201
    ask.made = read(made)  # type: ignore[attr-defined]
    ask("/api/v1/games/final/events", "POST", json={"events": list(OPENING)})
    yield ask
    site.services.engine.dispose()


FINAL = {
    "id": "final",
    "ruleset": "wannabe-football",
    "visibility": "public",
    "seats": [{"seat": "1", "name": "Ana"}, {"seat": "2", "name": "Bo"}],
}


def test_every_address_of_every_page_lies_below(ask: Any) -> None:
    seen, left = set(), ["/"]
    while left and len(seen) < 60:
        path = left.pop(0)
        seen.add(path)
        answer = ask(path)
        if answer.mimetype != "text/html":
            continue
        assert answer.status_code in (200, 302, 303, 403), path
        for found in map(unescape, NAMED.findall(answer.text)):
            assert found == PATH or found.startswith(f"{PATH}/"), (path, found)
            assert not found.startswith(PATH + PATH), (path, found)
        for found in map(unescape, FOLLOWED.findall(answer.text)):
            below = found.removeprefix(PATH).partition("#")[0]
            if below not in seen and below not in left and "/api/" not in below:
                left.append(below)
    assert len(seen) > 20


def test_links_redirects_and_cookies_lie_below(ask: Any) -> None:
    links = ask.made["links"]
    for link in filter(None, links.values()):
        assert re.match(rf"https?://club\.example{PATH}/games/final", link)
    problem = ask("/problems/schema")
    assert problem.headers["Location"].startswith(f"{PATH}/docs#")
    session = ask("/api/v1/session", "POST", json={"token": ADMIN})
    cookie = session.headers["Set-Cookie"]
    assert f"Path={PATH};" in cookie or cookie.endswith(f"Path={PATH}")


def test_scripts_and_the_manifest_lie_below(ask: Any) -> None:
    worker = ask("/table-worker.js").text
    files = re.findall(r'"(/[^"]+\.(?:js|css))"', worker)
    assert files
    assert all(file.startswith(f"{PATH}/static/") for file in files)
    for file in files:
        answer = ask(file.removeprefix(PATH))
        assert answer.status_code == 200
        if file.endswith(".js"):
            for named in re.findall(r"""["'`](/(?:api|games|static|table)[^"'`]*)""", answer.text):
                assert named.startswith(f"{PATH}/"), (file, named)
    manifest = read(ask("/app.webmanifest"))
    assert manifest["start_url"] == manifest["scope"] == f"{PATH}/"
    assert all(icon["src"].startswith(f"{PATH}/static/") for icon in manifest["icons"])


def test_streams_go_on_below(ask: Any) -> None:
    answer = ask("/api/v1/games/final/live?after=0", buffered=False)
    pieces = iter(answer.response)
    assert next(pieces) == b": welcome\n\n"
    assert next(pieces).startswith(b"id: 1\n")
    answer.close()


@pytest.mark.parametrize("told", ['/x"><script>', "//there", "relative", "/a b"])
def test_a_path_that_is_none_is_not_believed(sqlite_url: str, told: str) -> None:
    site = Site(sqlite_url, proxies=1)
    page = site.get("/", None, at_root=True, headers={"X-Forwarded-Prefix": told}).text
    assert told not in page
    assert 'href="/games' in page


def test_the_document_names_the_server_below(ask: Any) -> None:
    (server,) = read(ask("/openapi.json"))["servers"]
    assert server["url"].partition("://")[2] == f"club.example{PATH}"
    header = read(ask(server["url"].partition(PATH)[2] + "/api/v1/games/final"))
    assert header["links"]["web"] == f"{server['url']}/games/final"
