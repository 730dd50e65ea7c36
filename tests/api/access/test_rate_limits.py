"""How often one may ask, by token or by address; an admin as often as he likes."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import pytest

from api.access.rate_limits import Buckets
from api.settings import Settings
from tests.api.site import ADMIN, Game, Site, read


@pytest.fixture
def strict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """An installation with narrow limits, on which no time passes."""
    monkeypatch.setattr("api.access.rate_limits.monotonic", lambda: 1.0)
    return Site(
        f"sqlite:///{tmp_path / 'strict.db'}",
        requests_per_minute=6,
        requests_per_minute_by_address=3,
        wrong_tokens_per_minute=2,
    )


def asked(site: Site, token: str | None, times: int, address: str = "192.0.2.1") -> list[int]:
    environ = {"REMOTE_ADDR": address}
    answers = (site.get("/rulesets", token, environ_base=environ) for _ in range(times))
    return [answer.status_code for answer in answers]


def test_an_address_has_a_limit(strict: Site) -> None:
    assert asked(strict, None, 5) == [200, 200, 200, 429, 429]
    assert asked(strict, None, 1, "192.0.2.2") == [200]
    answer = strict.get("/games", None, environ_base={"REMOTE_ADDR": "192.0.2.1"})
    assert read(answer)["type"] == "/problems/too-many-requests"
    assert 1 <= int(answer.headers["Retry-After"]) <= 20


def test_a_token_has_a_limit_wherever_it_is(strict: Site) -> None:
    game = strict.make()
    assert asked(strict, game.recorder, 4) == [200] * 4
    assert asked(strict, game.recorder, 3, "192.0.2.2") == [200, 200, 429]
    assert asked(strict, None, 1) == [200]


def test_everybody_in_the_stands_has_his_own_limit(strict: Site) -> None:
    game = strict.make()
    assert asked(strict, game.spectator, 7) == [200] * 6 + [429]
    assert asked(strict, game.spectator, 1, "192.0.2.2") == [200]


def test_an_admin_has_none(strict: Site) -> None:
    assert set(asked(strict, ADMIN, 50)) == {200}
    assert set(asked(strict, strict.token("admin"), 50)) == {200}


def test_tokens_cannot_be_guessed(strict: Site) -> None:
    environ = {"REMOTE_ADDR": "192.0.2.1"}
    answers = [
        strict.get("/games", f"guess-{n}", environ_base=environ).status_code for n in range(4)
    ]
    assert answers == [401, 401, 429, 429]


def test_health_has_no_limit(strict: Site) -> None:
    asked(strict, None, 5)
    for _ in range(5):
        answer = strict.get("/healthz", None, at_root=True, environ_base={"REMOTE_ADDR": "x"})
        assert answer.status_code == 200


def test_a_bucket_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("api.access.rate_limits.monotonic", lambda: now)
    buckets = Buckets(60)
    assert [buckets.take("a") for _ in range(60)] == [0] * 60
    assert buckets.take("a") == pytest.approx(1)
    now += 2.5
    assert [buckets.take("a") > 0 for _ in range(3)] == [False, False, True]


def test_full_buckets_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("api.access.rate_limits.monotonic", lambda: now)
    monkeypatch.setattr("api.access.rate_limits.KEPT", 10)
    buckets = Buckets(60)
    for number in range(10):
        buckets.take(str(number))
    now += 1
    buckets.take("late")
    assert set(buckets._left) == {"late"}


def test_a_game_is_still_recorded_at_its_limit(strict: Site) -> None:
    """The referee and admins go on while a recorder waits."""
    game: Game = strict.make()
    asked(strict, game.recorder, 10)
    strict.judge(game)
    assert strict.get(game.path, ADMIN).status_code == 200


def test_an_answer_tells_what_is_left(strict: Site) -> None:
    """In the fields of the IETF's draft; an admin has no limit to be told of."""
    environ = {"REMOTE_ADDR": "192.0.2.1"}
    told = [strict.get("/games", None, environ_base=environ).headers for _ in range(4)]
    assert {headers["RateLimit-Policy"] for headers in told} == {'"address";q=3;w=60'}
    assert [headers["RateLimit"].partition(";t=")[0] for headers in told] == [
        f'"address";r={left}' for left in (2, 1, 0, 0)
    ]
    assert 50 <= int(told[-1]["RateLimit"].partition(";t=")[2]) <= 60
    game = strict.make()
    assert strict.get("/games", game.recorder).headers["RateLimit-Policy"] == '"token";q=6;w=60'
    assert "RateLimit" not in strict.get("/games").headers


GUESSES = ("header", "form", "link", "session")


def guessed(site: Site, how: str, token: str, address: str = "192.0.2.1") -> int:
    """The status of what is answered to a token, however it comes."""
    more: dict[str, Any] = {"environ_base": {"REMOTE_ADDR": address}}
    match how:
        case "header":
            return site.get("/rulesets", token, **more).status_code
        case "form":
            return site.ask("POST", "/session", None, data={"token": token}, **more).status_code
        case "link":
            return site.ask("POST", "/session", None, json={"token": token}, **more).status_code
    headers = {"Cookie": f"gametape=word.{token}"}
    return site.get("/rulesets", None, headers=headers, **more).status_code


@pytest.mark.parametrize("how", GUESSES)
@pytest.mark.parametrize("then", GUESSES)
def test_one_limit_stands_before_whatever_takes_a_token(strict: Site, how: str, then: str) -> None:
    """A right one is not told from a wrong one then."""
    game = strict.make()
    for n in range(2):
        assert guessed(strict, how, f"guess-{n}") in (401, 200)
    assert guessed(strict, then, "guess-3") == 429
    assert guessed(strict, then, game.recorder) == 429
    assert guessed(strict, then, game.recorder, "192.0.2.2") in (200, 201, 303)


def test_who_was_let_in_before_goes_on(strict: Site) -> None:
    game = strict.make()
    assert guessed(strict, "header", game.recorder) == 200
    for n in range(3):
        guessed(strict, "link", f"guess-{n}")
    assert guessed(strict, "header", game.recorder) == 200
    assert guessed(strict, "header", game.spectator) == 429
    assert guessed(strict, "header", ADMIN) == 200


def test_it_says_when_to_come_again(strict: Site) -> None:
    for _ in range(3):
        guessed(strict, "link", "guess")
    environ = {"REMOTE_ADDR": "192.0.2.1"}
    answer = strict.ask("POST", "/session", None, json={"token": "x"}, environ_base=environ)
    assert 1 <= int(answer.headers["Retry-After"]) <= 30


def test_tokens_that_have_ended_are_no_guesses(strict: Site) -> None:
    made = read(strict.post("/tokens", {"role": "organizer"}))
    strict.delete(f"/tokens/{made['id']}")
    assert [guessed(strict, "session", made["token"]) for _ in range(3)] == [200] * 3


@pytest.mark.parametrize(
    "token",
    [
        "secret",
        "x",
        "a" * 40,
        "password" * 5,
        "Admin-Token-Secret-123456",
        "abababababababababababab",
    ],
)
def test_a_weak_token_of_the_admin_is_refused_at_start(token: str) -> None:
    with pytest.raises(ValueError, match="GAMETAPE_ADMIN_TOKEN can be guessed") as refused:
        Settings.from_environ({"GAMETAPE_ADMIN_TOKEN": token})
    assert "secrets.token_urlsafe(32)" in str(refused.value)


def test_a_random_token_of_the_admin_is_taken() -> None:
    for _ in range(100):
        token = secrets.token_urlsafe(32)
        assert Settings.from_environ({"GAMETAPE_ADMIN_TOKEN": token}).admin_token == token


def test_a_session_forgets_tokens_that_were_none(strict: Site) -> None:
    """Else a browser that holds one would shut itself out."""
    game = strict.make()
    browser = strict.app.test_client()
    browser.set_cookie("gametape", f"word.{'x' * 43}.{game.recorder}")
    for _ in range(3):
        assert browser.get(game.path).status_code == 200
    cookie = browser.get_cookie("gametape")
    assert cookie is not None
    assert cookie.value == f"word.{game.recorder}"
