"""Pages lead to their neighbours by `Link` (RFC 8288)."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import pytest
from werkzeug.http import parse_options_header

from api.http.messages import NDJSON
from tests.api.site import Site, event, read, read_lines

RULESET = "wannabe-football"


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


@pytest.fixture
def told(site: Site) -> Site:
    """A league with a season, and a game of seven events of which one was taken back."""
    site.post("/leagues", {"id": "table", "name": "Table"})
    for name in ("one", "two"):
        site.post("/leagues/table/seasons", {"id": name, "name": name, "ruleset": RULESET})
    game = site.make(id="final")
    notes = [event("NoteAdded", None, text=text) for text in ("a", "b", "c", "d")]
    site.record(game, *notes, event("EventRetracted", None, target=3))
    return site


LONG = {
    "/games/final/events?": 6,
    "/games/final/events?view=effective&": 4,
    "/games/final/events?version=3&": 3,
    "/games/final/timeline?": 4,
    "/leagues/table/events?": 3,
    "/leagues/table/events?view=effective&": 3,
    "/events?": 9,
}


@pytest.mark.parametrize("lines", [False, True], ids=["json", "lines"])
@pytest.mark.parametrize("path", LONG)
@pytest.mark.parametrize("limit", [1, 2, 3, 500])
def test_every_part_of_a_long_list_leads_to_the_next(
    told: Site, path: str, limit: int, lines: bool
) -> None:
    headers = {"Accept": NDJSON} if lines else {}
    whole, _ = parts(told, f"{path}limit=5000", headers)
    found, count = parts(told, f"{path}limit={limit}", headers)
    assert len(whole) == LONG[path]
    assert found == whole
    assert count == -(-len(whole) // limit)


def parts(site: Site, path: str, headers: dict[str, str]) -> tuple[list[Any], int]:
    """All that is found by following `next`, and in how many answers."""
    found: list[Any] = []
    count = 0
    while path:
        answer = site.get(path, headers=headers)
        assert answer.status_code == 200
        if answer.mimetype == NDJSON:
            found += read_lines(answer)
        else:
            document = read(answer)
            found += document["rows"] if "rows" in document else document["events"]
        path, count = links(answer).get("next", ""), count + 1
    return found, count


def test_a_log_to_its_end_leads_nowhere(told: Site) -> None:
    answer = told.get("/games/final/events", headers={"Accept": NDJSON})
    assert len(read_lines(answer)) == 6
    assert "Link" not in answer.headers
