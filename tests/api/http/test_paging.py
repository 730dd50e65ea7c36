"""Pages lead to their neighbours by `Link` (RFC 8288)."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from werkzeug.http import parse_options_header

from tests.api.site import Site, read


def links(answer: object) -> dict[str, str]:
    """rel -> path and query, as a client reads them."""
    header: str = answer.headers.get("Link", "")  # type: ignore[attr-defined]
    found = {}
    for link in filter(None, header.split(", ")):
        target, options = parse_options_header(link)
        parts = urlsplit(target.strip("<>"))
        found[options["rel"]] = f"{parts.path}?{parts.query}"
    return found


@pytest.fixture
def three(site: Site) -> Site:
    for name in ("one", "two", "three"):
        site.make(id=name)
    return site


def test_every_page_is_found_by_following_links(three: Site) -> None:
    path, seen = "/games?page_size=1&q=Ana", []
    while path:
        answer = three.get(path)
        seen += [game["id"] for game in read(answer)]
        path = links(answer).get("next", "")
    assert seen == ["three", "two", "one"]


def test_the_links_of_a_page(three: Site) -> None:
    of = "/api/v1/games?page_size=1&page={}"
    middle = links(three.get("/games?page=2&page_size=1"))
    last = read(three.get(middle.pop("next")))
    assert [game["id"] for game in last] == ["one"]  # It goes on by key, the others by number.
    assert middle == {"first": of.format(1), "prev": of.format(1), "last": of.format(3)}
    assert set(links(three.get("/games?page_size=1"))) == {"first", "next", "last"}
    assert set(links(three.get("/games?page_size=1&page=3"))) == {"first", "prev", "last"}


def test_an_empty_list_has_no_pages(site: Site) -> None:
    assert "Link" not in site.get("/games").headers
