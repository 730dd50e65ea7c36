"""Lists in pages: by number and by key, counted no further than is useful."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api import paging
from tests.api.http.test_paging import links as linked
from tests.api.site import ADMIN, Site, read


def links(site: Site, path: str, token: str | None = ADMIN) -> list[Any]:
    """The entries of all pages, from one link to the next."""
    found: list[Any] = []
    while path:
        answer = site.get(path, token)
        assert answer.status_code == 200, answer.text
        found += read(answer)
        path = linked(answer).get("next", "")
    return found


@pytest.fixture
def listed(either_site: Site) -> Site:
    """An organizer's games and an admin's, public and unlisted; people; a league."""
    site = either_site
    organizer = site.token("organizer")
    for n in range(7):
        site.make(
            organizer if n % 2 else ADMIN, id=f"g{n}", visibility=("public", "unlisted")[n % 3 > 0]
        )
        site.post("/people", {"name": f"Person {n % 3}"}, organizer)
        site.post("/leagues", {"id": f"l{n}", "name": f"League {n % 3}"}, ADMIN)
    site.tokens = {"organizer": organizer}  # type: ignore[attr-defined]
    return site


@pytest.mark.parametrize(
    "path", ["/games", "/games?status=setup", "/people", "/tokens", "/leagues"]
)
@pytest.mark.parametrize("size", [1, 3, 7])
def test_links_lead_through_the_whole_list(listed: Site, path: str, size: int) -> None:
    more = "&" if "?" in path else "?"
    whole = read(listed.get(f"{path}{more}page_size=100"))
    assert len(whole) >= 7
    assert links(listed, f"{path}{more}page_size={size}") == whole


def test_what_an_organizer_may_see_in_two_ways_is_listed_once(listed: Site) -> None:
    organizer = listed.tokens["organizer"]  # type: ignore[attr-defined]
    whole = [game["id"] for game in links(listed, "/games?page_size=2", organizer)]
    assert whole == ["g6", "g5", "g3", "g1", "g0"]
    answer = listed.get("/games?page_size=2&page=2", organizer)
    assert [game["id"] for game in read(answer)] == ["g3", "g1"]
    assert json.loads(answer.headers["X-Pagination"])["total"] == 5


def test_a_list_that_grows_is_gone_through_without_a_gap(listed: Site) -> None:
    first = listed.get("/games?page_size=3")
    listed.make(id="newest")
    rest = links(listed, linked(first)["next"])
    assert [game["id"] for game in [*read(first), *rest]] == [f"g{n}" for n in reversed(range(7))]


def test_a_long_list_is_not_counted_to_its_end(
    listed: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paging, "COUNTED", 4)
    told = json.loads(listed.get("/games?page_size=2").headers["X-Pagination"])
    assert (told["total"], told["more"], told["next_page"]) == (4, True, 2)
    answer = listed.get("/games?page_size=2&page=4")
    assert [game["id"] for game in read(answer)] == ["g0"]
    told = json.loads(answer.headers["X-Pagination"])
    assert told["page"] == 4 and told["last_page"] == 4 and "next_page" not in told
    page = listed.get("/games", at_root=True)
    assert "More than 4 games" in page.text


def test_a_key_that_is_none_is_refused(listed: Site) -> None:
    for key in ("x", "W10", "WzFd", "WyJcdTAwMDAiXQ", "%00"):
        answer = listed.get(f"/games?after={key}")
        assert answer.status_code == 422, key
        assert "link of the page before" in answer.text or "NUL" in answer.text.upper()
    assert listed.get("/people?after=WyJhIl0").status_code == 200
