"""The web app's session: links become a cookie, and no other site can use it."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import Client

from tests.api.site import ADMIN, API, CREATION, Game, Site, event, read

NOTE = {"events": [event("NoteAdded", None, text="so")]}


class Browser:
    """Keeps cookies, and the CSRF token that pages carry."""

    def __init__(self, site: Site) -> None:
        self.client: Client = site.app.test_client()
        self.csrf: str | None = None

    def open(self, method: str, path: str, **more: Any) -> Any:
        headers = {**more.pop("headers", {})}
        if self.csrf is not None:
            headers.setdefault("X-CSRF-Token", self.csrf)
        return self.client.open(path, method=method, headers=headers, **more)

    def sign_in(self, token: str, **more: Any) -> Any:
        answer = self.open("POST", f"{API}/session", json={"token": token}, **more)
        if answer.status_code == 201:
            self.csrf = read(answer)["csrf"]
        return answer

    @property
    def cookie(self) -> str | None:
        found = self.client.get_cookie("gametape")
        return None if found is None else found.value


@pytest.fixture
def browser(site: Site) -> Browser:
    return Browser(site)


def test_a_link_opens_its_game(browser: Browser, game: Game) -> None:
    assert browser.open("GET", game.path).status_code == 404
    answer = browser.sign_in(game.spectator)
    assert read(answer)["role"] == "spectator"
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    assert browser.open("GET", game.path).status_code == 200
    assert browser.open("POST", f"{game.path}/events", json=NOTE).status_code == 403


def test_the_cookie_is_for_https_alone_where_there_is_https(site: Site, game: Game) -> None:
    browser = Browser(site)
    answer = browser.sign_in(game.spectator, base_url="https://localhost")
    assert "Secure" in answer.headers["Set-Cookie"]


def test_a_session_holds_several_links(browser: Browser, site: Site, game: Game) -> None:
    other = site.make(id="other")
    browser.sign_in(game.spectator)
    browser.sign_in(other.recorder)
    browser.sign_in(game.recorder)
    assert browser.open("POST", f"{game.path}/events", json=NOTE).status_code == 201
    assert browser.open("POST", f"{other.path}/events", json=NOTE).status_code == 201
    listed = read(browser.open("GET", f"{API}/games"))
    assert game.id in [one["id"] for one in listed]


def test_a_write_needs_the_csrf_token(browser: Browser, game: Game) -> None:
    browser.sign_in(game.recorder)
    for csrf in ("", "0" * 32):
        answer = browser.open(
            "POST", f"{game.path}/events", json=NOTE, headers={"X-CSRF-Token": csrf}
        )
        assert answer.status_code == 403
        assert read(answer)["type"] == "/problems/csrf"
    assert browser.open("GET", game.path, headers={"X-CSRF-Token": ""}).status_code == 200
    assert browser.open("POST", f"{game.path}/events", json=NOTE).status_code == 201


def test_a_bearer_token_needs_no_csrf_token(browser: Browser, game: Game) -> None:
    browser.sign_in(game.spectator)
    browser.csrf = None
    headers = {"Authorization": f"Bearer {game.recorder}"}
    answer = browser.open("POST", f"{game.path}/events", json=NOTE, headers=headers)
    assert answer.status_code == 201


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
    ],
)
def test_no_other_site_signs_anybody_in(
    browser: Browser, game: Game, headers: dict[str, str]
) -> None:
    assert browser.sign_in(game.spectator, headers=headers).status_code == 403
    assert browser.cookie is None


@pytest.mark.parametrize(
    "headers", [{"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://localhost"}]
)
def test_a_page_of_ours_does(browser: Browser, game: Game, headers: dict[str, str]) -> None:
    assert browser.sign_in(game.spectator, headers=headers).status_code == 201


def test_a_sign_in_link_works_once(browser: Browser, site: Site) -> None:
    _, secret = site.services.tokens.make("admin", name="sign-in", link=True)
    assert site.get("/games", secret).status_code == 401
    assert read(browser.sign_in(secret))["role"] == "admin"
    assert browser.open("GET", f"{API}/tokens").status_code == 200
    assert Browser(site).sign_in(secret).status_code == 401


def test_the_installation_s_own_token_signs_in(browser: Browser) -> None:
    assert browser.sign_in(ADMIN).status_code == 201
    assert browser.open("GET", f"{API}/tokens").status_code == 200


def test_signing_out_ends_the_session(browser: Browser, site: Site) -> None:
    _, secret = site.services.tokens.make("admin", name="sign-in", link=True)
    browser.sign_in(secret)
    cookie = browser.cookie
    assert cookie is not None
    assert browser.open("DELETE", f"{API}/session", headers={"X-CSRF-Token": ""}).status_code == 403
    assert browser.open("DELETE", f"{API}/session").status_code == 204
    assert browser.cookie is None
    thief = Browser(site)
    thief.client.set_cookie("gametape", cookie)
    assert thief.open("GET", f"{API}/tokens").status_code == 401


def test_a_revoked_link_is_forgotten(browser: Browser, site: Site, game: Game) -> None:
    made = read(site.post("/tokens", {"role": "spectator", "game": game.id}))
    browser.sign_in(made["token"])
    assert browser.open("GET", game.path).status_code == 200
    site.delete(f"/tokens/{made['id']}")
    assert browser.open("GET", game.path).status_code == 404


def test_a_wrong_token_is_refused(browser: Browser) -> None:
    assert browser.sign_in("nobody").status_code == 401
    assert browser.cookie is None


@pytest.mark.parametrize(
    ("wanted", "location"),
    [
        ("/games/final", "/games/final"),
        ("https://elsewhere.example/", "/"),
        ("//elsewhere.example/", "/"),
        ("/\\elsewhere.example/", "/"),
        ("", "/"),
    ],
)
def test_a_form_is_sent_on_to_a_page_of_ours(
    browser: Browser, game: Game, wanted: str, location: str
) -> None:
    answer = browser.open("POST", f"{API}/session", data={"token": game.spectator, "next": wanted})
    assert answer.status_code == 303
    assert answer.headers["Location"] == location


def test_a_broken_cookie_is_nobody_s(site: Site, game: Game) -> None:
    for cookie in ("", ".", "..%FF..", "x." * 500):
        browser = Browser(site)
        browser.client.set_cookie("gametape", cookie)
        assert browser.open("GET", game.path).status_code == 404
        assert browser.open("GET", "/").status_code == 200


class TestLinks:
    """The token of a link is taken for what its page shows, and never instead of one's own."""

    @staticmethod
    def opened(browser: Browser, token: str, page: str | None = None) -> Any:
        answer = browser.open("POST", f"{API}/session", json={"token": token, "page": page})
        browser.csrf = (answer.get_json() or {}).get("csrf", browser.csrf)
        return answer

    @pytest.mark.parametrize(
        ("page", "status"),
        [
            ("/games/final", 201),
            ("/games/final/record", 201),
            ("/games/final/3", 201),
            ("/games/other", 403),
            ("/", 403),
            ("/leagues/final", 403),
            ("/people/final", 403),
        ],
    )
    def test_a_token_is_for_the_pages_of_its_game(
        self, site: Site, game: Game, page: str, status: int
    ) -> None:
        browser = Browser(site)
        assert self.opened(browser, game.recorder, page).status_code == status
        seen = 200 if status == 201 else 404
        assert browser.open("GET", game.path).status_code == seen

    @pytest.mark.parametrize("role", ["admin", "organizer"])
    def test_no_page_but_that_to_sign_in_takes_a_token_for_everything(
        self, site: Site, role: str
    ) -> None:
        for page in ("/", "/games", "/games/final", "/leagues/club"):
            browser = Browser(site)
            assert self.opened(browser, site.token(role), page).status_code == 403, page

    def test_who_is_signed_in_is_not_signed_in_as_somebody_else(self, site: Site) -> None:
        own, other = site.token("organizer"), site.token("organizer")
        _, once = site.services.tokens.make("organizer", name="sign-in", link=True)
        browser = Browser(site)
        self.opened(browser, own)
        for token in (other, once):
            answer = self.opened(browser, token, "/sign-in")
            assert answer.status_code == 409
            assert "sign out before" in answer.get_json()["detail"]
        assert self.opened(Browser(site), once, "/sign-in").status_code == 201

    def test_games_are_made_as_who_is_signed_in(self, site: Site) -> None:
        """Also by who has opened the link of an organizer of another league."""
        site.post("/leagues", {"id": "club", "name": "Club"})
        own, theirs = site.token("organizer"), site.token("organizer", league="club")
        browser = Browser(site)
        self.opened(browser, own)
        assert self.opened(browser, theirs, "/leagues/club").status_code == 201
        made = browser.open("POST", f"{API}/games", json={**CREATION, "id": "mine"})
        assert made.status_code == 201
        assert site.get("/games/mine", own).status_code == 200
        assert site.get("/games/mine", theirs).status_code == 404

    def test_a_link_gives_its_rights_beside_one_s_own(self, site: Site, game: Game) -> None:
        browser = Browser(site)
        self.opened(browser, site.token("organizer"))
        assert browser.open("GET", f"{API}/games/final").status_code == 404
        assert self.opened(browser, game.recorder, "/games/final/record").status_code == 201
        told = browser.open("POST", f"{game.path}/events", json=NOTE)
        assert told.status_code == 201
