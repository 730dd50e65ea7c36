"""Pages of other sites: they may read, and write with a token; never with a cookie."""

from __future__ import annotations

import pytest

from api.access.sessions import SESSION
from tests.api.site import API, Game, Site, event

ELSEWHERE = {"Origin": "https://elsewhere.example"}
ALLOW = "Access-Control-Allow-Origin"


@pytest.mark.parametrize(
    "path", ["/games", "/games/final", "/games/final/state", "/games/none", "/rulesets"]
)
def test_a_page_elsewhere_reads_answers_and_refusals(site: Site, game: Game, path: str) -> None:
    answer = site.get(path, game.spectator, headers=ELSEWHERE)
    assert answer.headers[ALLOW] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    exposed = answer.headers["Access-Control-Expose-Headers"].split(", ")
    assert {"ETag", "Location", "Link", "X-Pagination", "RateLimit", "Retry-After"} <= set(exposed)
    assert "Origin" in answer.headers.getlist("Vary")


def test_a_page_elsewhere_records_with_a_token(site: Site, game: Game) -> None:
    asked = {
        **ELSEWHERE,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, content-type, if-match",
    }
    before = site.ask("OPTIONS", f"{game.path}/events", None, headers=asked)
    assert before.status_code == 200
    assert before.headers[ALLOW] == "*"
    assert "POST" in before.headers["Access-Control-Allow-Methods"]
    allowed = before.headers["Access-Control-Allow-Headers"].lower().split(", ")
    assert {"authorization", "content-type", "if-match", "last-event-id"} <= set(allowed)
    body = {"events": [event("NoteAdded", None, text="From elsewhere.")]}
    answer = site.post(f"{game.path}/events", body, game.recorder, headers=ELSEWHERE)
    assert answer.status_code == 201
    assert answer.headers[ALLOW] == "*"


@pytest.mark.parametrize("path", ["/", "/games", "/docs", f"{API}/session"])
def test_pages_and_the_session_are_for_our_own_pages(site: Site, path: str) -> None:
    assert ALLOW not in site.get(path, None, at_root=True, headers=ELSEWHERE).headers


def test_a_session_is_not_carried_elsewhere(site: Site, game: Game) -> None:
    """A browser shows no answer with `*` to a page that sent cookies; and we set none for it."""
    client = site.app.test_client()
    signed_in = client.post(f"{API}/session", json={"token": game.recorder})
    assert "SameSite" in signed_in.headers["Set-Cookie"]
    assert client.get_cookie(SESSION) is not None
    answer = client.get(game.path, headers=ELSEWHERE)
    assert answer.headers[ALLOW] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    body = {"events": [event("NoteAdded", None, text="Unseen.")]}
    assert client.post(f"{game.path}/events", json=body, headers=ELSEWHERE).status_code == 403


def test_nobody_elsewhere_asks_for_nothing_new(site: Site) -> None:
    assert ALLOW not in site.get("/games").headers


def test_to_ask_whether_one_may_is_not_counted(sqlite_url: str) -> None:
    site = Site(sqlite_url, requests_per_minute_by_address=1)
    asked = {**ELSEWHERE, "Access-Control-Request-Method": "GET"}
    for _ in range(3):
        assert site.ask("OPTIONS", "/games", None, headers=asked).status_code == 200
    assert site.get("/games", None).status_code == 200
