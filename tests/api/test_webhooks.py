"""Webhooks: who may have them, what they tell, and that nobody is told what he may not see."""

from __future__ import annotations

import json
from typing import Any

import pytest

from projections.seasons import kept_standings
from tests.api.access.test_roles import MAKES, ROLES, Cast
from tests.api.club import club
from tests.api.site import ADMIN, HANDS, OPENING, Game, Site, event, read
from tests.receiver import receiver
from workers.deliveries import deliver, due

ALL = ["game.finished", "finding", "standings.changed"]
URL = "https://example.com/hook"
OUT_OF_TURN = event("CardPlayed", "2", card=HANDS["2"][0])
CONCEDED = event("GameEnded", None, reason="concession", winner="1")


def listen(site: Site, token: str = ADMIN, **more: Any) -> str:
    answer = site.post("/webhooks", {"url": URL, "events": ALL, **more}, token)
    assert answer.status_code == 201, answer.text
    return str(read(answer)["id"])


def told(site: Site, webhook: str, token: str = ADMIN) -> list[dict[str, Any]]:
    """The bodies of what a webhook was told, oldest first."""
    listed = read(site.get(f"/webhooks/{webhook}/deliveries?page_size=100", token))
    return [one["body"] for one in reversed(listed)]


def record(site: Site, game: Game, *events: dict[str, Any]) -> None:
    """Records each event, and the referee comes by after each."""
    for one in events:
        site.record(game, one)
        site.judge(game)


def test_who_may_have_webhooks(site: Site) -> None:
    cast = Cast(site)
    mine = listen(site)
    for role in ROLES:
        made = MAKES[role]
        allowed = made == 201
        assert cast.ask(role, "POST", "/webhooks", {"url": URL, "events": ALL}) == made
        assert cast.ask(role, "GET", "/webhooks") == (200 if allowed else made)
        for method, path in (("GET", ""), ("GET", "/deliveries")):
            status = 200 if role == "admin" else 404 if allowed else made
            assert cast.ask(role, method, f"/webhooks/{mine}{path}") == status, role
        if role != "admin":
            assert cast.ask(role, "DELETE", f"/webhooks/{mine}") == (404 if allowed else made)
    assert cast.ask("admin", "DELETE", f"/webhooks/{mine}") == 204
    assert cast.ask("admin", "GET", f"/webhooks/{mine}") == 404
    [owned] = read(site.get("/webhooks", cast.tokens["owner"]))
    assert owned["url"] == URL
    assert cast.ask("owner", "DELETE", f"/webhooks/{owned['id']}") == 204


def test_the_secret_is_shown_once(site: Site) -> None:
    made = site.post("/webhooks", {"url": URL, "events": ["finding", "finding"]})
    document = read(made)
    assert document["secret"].startswith("whsec_")
    assert document["events"] == ["finding"]
    shown = site.get(made.headers["Location"])
    assert read(shown) == {k: v for k, v in document.items() if k != "secret"}
    assert document["secret"] not in shown.text + site.get("/webhooks").text


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"url": URL}, "events"),
        ({"url": URL, "events": []}, "events"),
        ({"url": URL, "events": ["rain"]}, "events"),
        ({"events": ALL}, "url"),
        ({"url": "http://example.com/", "events": ALL}, "url"),
        ({"url": "https://127.0.0.1/", "events": ALL}, "url"),
        ({"url": "https://localhost/", "events": ALL}, "url"),
        ({"url": "https://me:word@example.com/", "events": ALL}, "url"),
        ({"url": URL, "events": ALL, "league": "none"}, "league"),
        ({"url": URL, "events": ALL, "league": "a-game"}, "league"),
        ({"url": URL, "events": ALL, "secret": "mine"}, "secret"),
    ],
)
def test_what_is_no_webhook_is_refused(site: Site, body: Any, field: str) -> None:
    site.make(id="a-game")
    answer = site.post("/webhooks", body)
    assert answer.status_code == 422
    assert field in read(answer)["errors"]
    assert read(site.get("/webhooks")) == []


def test_a_game_s_end_and_each_finding_are_told_once(either_site: Site) -> None:
    site = either_site
    webhook = listen(site)
    game = site.make(id="final")
    note = event("NoteAdded", None, text="so")
    record(site, game, *OPENING, OUT_OF_TURN, note, CONCEDED, note)
    site.judge(game)
    bodies = told(site, webhook)
    assert [body["type"] for body in bodies] == ["finding", "game.finished"]
    assert bodies[0]["data"] == {
        "game": "final",
        "ruleset": "wannabe-football",
        "league": None,
        "season": None,
        "fixture": None,
        "version": 5,
        "rule": "wannabe-football.turn.out-of-turn",
        "severity": "illegal",
        "citation": bodies[0]["data"]["citation"],
    }
    assert bodies[1]["data"]["result"]["winner"] == "1"
    assert bodies[1]["data"]["status"] == "ended"


def test_a_corrected_result_is_told_again(site: Site) -> None:
    webhook = listen(site, events=["game.finished"])
    game = site.make(id="final")
    other = {"reason": "concession", "winner": "2"}
    record(site, game, *OPENING, CONCEDED)
    record(site, game, event("EventAmended", None, target=5, data=other))
    record(site, game, event("EventRetracted", None, target=6))
    record(site, game, event("EventRetracted", None, target=5))
    record(site, game, CONCEDED)
    winners = [body["data"]["result"]["winner"] for body in told(site, webhook)]
    assert winners == ["1", "2", "1"], "the same result that comes back is no news"


def test_a_finding_of_an_old_event_is_told_and_no_other_again(site: Site) -> None:
    webhook = listen(site, events=["finding"])
    game = site.make(id="final")
    record(site, game, *OPENING, OUT_OF_TURN, event("NoteAdded", None, text="so"))
    retold = event("EventInserted", None, after=3, **OUT_OF_TURN)
    record(site, game, retold)
    versions = [body["data"]["version"] for body in told(site, webhook)]
    assert versions[0] == 5
    assert set(versions[1:]) == {4, 7}, "the card that was forgotten, and the toss after it"
    assert versions.count(5) == 1


def test_what_was_so_before_is_no_news(site: Site) -> None:
    game = site.make(id="final")
    record(site, game, *OPENING, OUT_OF_TURN, CONCEDED)
    webhook = listen(site)
    record(site, game, event("NoteAdded", None, text="so"))
    site.services.people.erase("nobody")
    assert told(site, webhook) == []


def test_what_if_lines_are_no_news(site: Site) -> None:
    webhook = listen(site)
    game = site.make(id="final")
    record(site, game, *OPENING)
    branch = site.of(site.post(f"{game.path}/branches", {"step": 4}))
    record(site, branch, OUT_OF_TURN, CONCEDED)
    assert told(site, webhook) == []


def test_an_organizer_is_told_of_games_that_he_may_see(site: Site) -> None:
    cast = Cast(site)
    roles = ("admin", "owner", "organizer")
    hooks = {role: listen(site, str(cast.tokens[role])) for role in roles}
    for visibility in ("private", "unlisted", "public"):
        owner = str(cast.tokens["owner"])
        game = site.make(owner, id=visibility, visibility=visibility)
        record(site, game, *OPENING, OUT_OF_TURN, CONCEDED)
    for role, hook in hooks.items():
        games = {body["data"]["game"] for body in told(site, hook, str(cast.tokens[role]))}
        expected = {"public"} if role == "organizer" else {"private", "unlisted", "public"}
        assert games == expected, role


def test_no_name_and_no_hidden_card_is_told(site: Site) -> None:
    webhook = listen(site)
    person = read(site.post("/people", {"name": "Ana Alm"}))["id"]
    seats = [{"seat": "1", "person": person}, {"seat": "2", "name": "Bodo"}]
    game = site.make(id="final", seats=seats)
    again = event("CardsDrawn", "1", deck="player", cards=[HANDS["2"][0]])
    record(site, game, *OPENING, again, OUT_OF_TURN)
    bodies = told(site, webhook)
    # Nor that a hidden card was drawn which the other seat holds.
    assert [body["data"]["version"] for body in bodies] == [6]
    text = json.dumps(bodies)
    assert not [word for word in ("Ana", "Bodo", *HANDS["1"], *HANDS["2"]) if word in text]


def test_a_season_s_table_is_told_at_each_change(either_site: Site) -> None:
    site = either_site
    league = club(site)
    engine = site.services.engine
    kept_standings.refresh(engine, "autumn")
    hooks = {
        "admin": listen(site, league="club"),
        "organizer": listen(site, league.token),
        "stranger": listen(site, site.token("organizer")),
    }
    fixture = league.get("/seasons/autumn/fixtures")[0]
    for home, away in ((2, 0), (1, 1)):
        league.play(fixture["id"], home, away)
        kept_standings.refresh(engine, "autumn")
        kept_standings.refresh(engine, "autumn")
    admin = told(site, hooks["admin"])
    assert told(site, hooks["organizer"], league.token) == admin
    assert told(site, hooks["stranger"]) == []
    home, away = fixture["teams"]
    [changed] = [body["data"] for body in admin if body["type"] == "standings.changed"]
    assert (changed["league"], changed["season"]) == ("club", "autumn")
    assert changed["standings"][0] == {"place": 1, "team": home, "played": 1, "points": 3}
    assert [row["points"] for row in changed["standings"] if row["team"] == away] == [0]
    first, second = (body["data"] for body in admin if body["type"] == "game.finished")
    where = {"league": "club", "season": "autumn", "fixture": fixture["id"]}
    assert {key: first[key] for key in where} == where
    assert second["score"] == {"1": 1, "2": 1}


def test_a_team_s_new_name_is_no_change_of_the_table(site: Site) -> None:
    league = club(site)
    webhook = listen(site)
    engine = site.services.engine
    league.play(league.get("/seasons/autumn/fixtures")[0]["id"], 2, 0)
    kept_standings.refresh(engine, "autumn")
    league.record("TeamEntered", season="autumn", team="ants", name="Army Ants")
    kept_standings.refresh(engine, "autumn")
    types = [body["type"] for body in told(site, webhook)]
    assert types.count("standings.changed") == 1
    assert "Army" not in json.dumps(told(site, webhook))


def test_the_log_tells_of_attempts(site: Site) -> None:
    with receiver() as there:
        allowed = Site(str(site.services.engine.url), private_webhooks=True)
        made = read(allowed.post("/webhooks", {"url": there.url, "events": ["game.finished"]}))
        game = site.make(id="final")
        record(site, game, *OPENING, CONCEDED)
        path = f"/webhooks/{made['id']}/deliveries"
        [waiting] = read(site.get(path))
        assert (waiting["state"], waiting["attempts"]) == ("waiting", [])
        there.statuses = [500, 200]
        engine = site.services.engine
        [delivery] = due(engine)
        deliver(engine, delivery, anywhere=True)
        [tried] = read(site.get(path))
        assert tried["state"] == "waiting"
        assert tried["attempts"][0]["status"] == 500
        assert tried["next_attempt_at"] > tried["attempts"][0]["at"]
        assert there.received[0].is_signed_with(made["secret"])
        assert there.received[0].document == tried["body"]
        allowed.services.engine.dispose()


def test_an_ended_webhook_is_told_nothing_more(site: Site) -> None:
    webhook = listen(site)
    game = site.make(id="final")
    record(site, game, *OPENING, OUT_OF_TURN)
    assert due(site.services.engine)
    site.delete(f"/webhooks/{webhook}")
    assert due(site.services.engine) == []
    record(site, game, CONCEDED)
    assert due(site.services.engine) == []
