"""What every answer has, health, numbers, rulesets, boxes, settings."""

from __future__ import annotations

import json
from time import time
from typing import Any

import jsonschema
import pytest

from api.app import create_app
from api.settings import Settings
from projections.kit.find import rulesets
from tests.api.site import ADMIN, Game, Site, event, read
from workers.queue import WAITING, connect

ALL_RULESETS = list(rulesets())


@pytest.mark.parametrize(
    "path",
    ["/", "/docs", "/openapi.json", "/healthz", "/api/v1/games/final", "/api/v1/games/none",
     "/api/v1/games/final/board.svg", "/api/v1/games/final/export", "/nothing"],
)  # fmt: skip
def test_every_answer_is_protected(site: Site, game: Game, path: str) -> None:
    headers = site.get(path, at_root=True).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'" if "/api/" in path else "default-src '")
    assert "script-src" not in policy
    assert "unsafe-inline" not in policy or path.endswith("svg")
    assert "Strict-Transport-Security" not in headers
    secure = site.get(path, at_root=True, base_url="https://localhost").headers
    assert secure["Strict-Transport-Security"]


def test_a_picture_may_be_embedded_anywhere(site: Site, game: Game) -> None:
    answer = site.get(f"{game.path}/board.svg")
    assert answer.content_type.startswith("image/svg+xml")
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "frame-ancestors" not in answer.headers["Content-Security-Policy"]


def test_health_says_who_is_there(site: Site) -> None:
    alive = site.get("/healthz", None, at_root=True)
    assert alive.status_code == 200
    ready = site.get("/readyz", None, at_root=True)
    assert ready.status_code == 200
    nobody = {"redis": False, "workers": 0, "waiting": 0, "lag": 0.0, "damaged": 0}
    assert read(ready) == {"ready": True, **nobody, "set_aside": []}


def test_health_knows_redis(sqlite_url: str, redis_url: str) -> None:
    site = Site(sqlite_url, redis=redis_url)
    assert read(site.get("/readyz", None, at_root=True))["redis"] is True


def test_health_and_numbers_tell_how_far_the_referee_lags(sqlite_url: str, redis_url: str) -> None:
    site = Site(sqlite_url, redis=redis_url)
    redis = connect(redis_url)
    redis.zadd(WAITING, {"first": time() - 90, "second": time() - 5})
    ready = read(site.get("/readyz", None, at_root=True))
    assert (ready["workers"], ready["waiting"]) == (0, 2)
    assert ready["lag"] >= 90
    numbers = site.get("/metrics", None, at_root=True).text
    assert "gametape_referee_waiting 2.0" in numbers
    assert float(numbers.split("\ngametape_referee_lag ")[1].split()[0]) >= 90


def test_recording_needs_no_redis(sqlite_url: str) -> None:
    site = Site(sqlite_url, redis="redis://127.0.0.1:1/0")
    game = site.make()
    site.record(game, event("NoteAdded", None, text="so"))
    assert read(site.get("/readyz", None, at_root=True))["redis"] is False


def test_numbers_are_counted(site: Site, game: Game) -> None:
    text = site.get("/metrics", None, at_root=True).text
    assert 'endpoint="events.record_events",method="POST",status="201"' in text
    assert "gametape_events_appended_total 3.0" in text
    assert "gametape_request_seconds_bucket" in text


def test_invented_methods_and_addresses_add_no_numbers(site: Site) -> None:
    def lines() -> int:
        return site.get("/metrics", None, at_root=True).text.count("\n")

    def invent(prefix: str) -> None:
        for number in range(5):
            site.ask(f"{prefix}{number}", f"/{prefix}{number}", None)
            site.ask("GET", f"/{prefix}{number}", None)

    lines()
    invent("A")
    before = lines()
    invent("B")
    assert lines() == before


@pytest.mark.parametrize("ruleset", ALL_RULESETS)
def test_a_ruleset_is_described(site: Site, ruleset: str) -> None:
    document = read(site.get(f"/rulesets/{ruleset}", None))
    assert set(document) == {
        "id", "name", "seats", "events", "options", "rules", "rulings", "sample_box"
    }  # fmt: skip
    rules = rulesets()[ruleset]
    assert set(document["events"]) == set(rules.payloads)
    for schema in [*document["events"].values(), document["options"]]:
        jsonschema.Draft202012Validator.check_schema(schema)
    assert {rule["id"] for rule in document["rules"]} == {
        r.id for r in rules.rulebook.rules.values()
    }
    game = site.make(ruleset=ruleset, seats=named(document["seats"][0]))
    options = read(site.get(game.path))["options"]
    jsonschema.validate(options, document["options"])


def named(seats: list[str]) -> list[dict[str, Any]]:
    return [{"seat": seat, "name": f"Side {seat}"} for seat in seats]


@pytest.mark.parametrize("ruleset", ALL_RULESETS)
def test_a_box_says_what_it_admits(site: Site, ruleset: str) -> None:
    document = read(site.get(f"/rulesets/{ruleset}?box=sample", None))
    assert isinstance(document["teams"], list)
    offered = rulesets()[ruleset].offers
    assert callable(offered)
    jsonschema.Draft202012Validator.check_schema(document["options"])
    same = read(site.get(f"/rulesets/{ruleset}?box={document['sample_box']}", None))
    assert same == document


def test_rulesets_are_listed(site: Site) -> None:
    assert [one["id"] for one in read(site.get("/rulesets", None))] == ALL_RULESETS


def test_a_box_is_its_content(site: Site) -> None:
    sample = rulesets()["wannabe-football"].sample_box
    content = {**sample, "name": "Our  OWN box (2nd)!"}
    first = site.post("/boxes", {"ruleset": "wannabe-football", "box": content})
    again = site.post("/boxes", {"box": content, "ruleset": "wannabe-football"})
    assert (first.status_code, again.status_code) == (201, 200)
    box = read(first)
    assert box == read(again)
    assert box["id"] == f"our-own-box-2nd@{box['hash'][:12]}"
    assert box["sample"] is False
    assert box["box"] == content
    assert read(site.get(first.headers["Location"], None)) == box
    listed = site.get("/boxes?ruleset=wannabe-football", None)
    assert [one["id"] for one in read(listed)] == [
        read(site.get("/rulesets/wannabe-football"))["sample_box"],
        box["id"],
    ]
    assert json.loads(listed.headers["X-Pagination"])["total"] == 2
    assert read(site.get(site.make(box=box["id"]).path))["box"] == box["id"]


def test_the_sample_sent_is_the_sample(site: Site) -> None:
    sample = rulesets()["wannabe-football"].sample_box
    answer = site.post("/boxes", {"ruleset": "wannabe-football", "box": sample})
    assert answer.status_code == 200
    assert read(answer)["sample"] is True


def test_settings_are_read_from_the_environment() -> None:
    told = {
        "GAMETAPE_DATABASE": "postgresql://there/games",
        "GAMETAPE_REDIS": "redis://there",
        "GAMETAPE_ADMIN_TOKEN": ADMIN,
        "GAMETAPE_ADDRESS": "https://games.example/",
        "GAMETAPE_PROXIES": "2",
        "GAMETAPE_SYNCHRONOUS": "normal",
        "GAMETAPE_REQUESTS_PER_MINUTE": "10",
        "GAMETAPE_REQUESTS_PER_MINUTE_BY_ADDRESS": "5",
    }
    settings = Settings.from_environ(told)
    assert settings.database == "postgresql://there/games"
    assert (settings.redis, settings.admin_token) == ("redis://there", ADMIN)
    assert (settings.address, settings.proxies) == ("https://games.example", 2)
    assert settings.synchronous == "NORMAL"
    assert settings.requests_per_minute == 10
    assert settings.requests_per_minute_by_address == 5
    assert (
        Settings.from_environ({"GAMETAPE_DATA": "/data"}).database == "sqlite:////data/gametape.db"
    )


@pytest.mark.parametrize("told", [{"GAMETAPE_PROXIES": "-1"}, {"GAMETAPE_SYNCHRONOUS": "OFF"}])
def test_settings_that_are_none_are_refused(told: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=next(iter(told))):
        Settings.from_environ(told)


def test_addresses_come_from_proxies_that_are_believed(sqlite_url: str) -> None:
    forwarded = {"X-Forwarded-Host": "games.example", "X-Forwarded-Proto": "https"}
    for proxies, web in ((0, "http://localhost"), (1, "https://games.example")):
        app = create_app(Settings(database=sqlite_url, admin_token=ADMIN, proxies=proxies))
        site = Site.__new__(Site)
        site.app, site.client = app, app.test_client()
        body = {"ruleset": "wannabe-football", "seats": named(["1", "2"])}
        answer = site.post("/games", body, ADMIN, headers=forwarded)
        assert read(answer)["links"]["web"].startswith(web)
