"""Who may what: every role against every call."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

import pytest

from api.tokens import Tokens
from tests.api.site import ADMIN, CREATION, OPENING, Site, event, read

NOTE = {"events": [event("NoteAdded", None, text="so")]}
ANYBODY = "anybody"

ROLES = (
    "admin",
    "owner",  # the organizer who made the game
    "organizer",
    "recorder",
    "seat",
    "spectator",
    "stranger",  # the recorder of another game
    ANYBODY,
)


class Cast:
    """An unlisted game, and a token for each role."""

    def __init__(self, site: Site, visibility: str = "unlisted") -> None:
        self.site = site
        owner = site.token("organizer")
        self.game = site.make(owner, id="final", visibility=visibility)
        site.record(self.game, *OPENING)
        other = site.make(id="other")
        self.tokens: dict[str, str | None] = {
            "admin": ADMIN,
            "owner": owner,
            "organizer": site.token("organizer"),
            "recorder": self.game.recorder,
            "seat": site.token("recorder", game="final", seat="1"),
            "spectator": self.game.spectator,
            "stranger": other.recorder,
            ANYBODY: None,
        }

    def ask(self, role: str, method: str, path: str, body: Any = None) -> int:
        more = {} if body is None else {"json": body}
        return self.site.ask(method, path, self.tokens[role], **more).status_code


@pytest.fixture
def cast(site: Site) -> Cast:
    return Cast(site)


EVERYBODY = dict.fromkeys(ROLES, 200)
SEES = {**EVERYBODY, "organizer": 404, "stranger": 404, ANYBODY: 404}
WRITES = {
    "admin": 201, "owner": 201, "organizer": 404, "recorder": 201, "seat": 201,
    "spectator": 403, "stranger": 404, ANYBODY: 401,
}  # fmt: skip
MAKES = {
    **dict.fromkeys(("admin", "owner", "organizer"), 201),
    **dict.fromkeys(("recorder", "seat", "spectator", "stranger"), 403),
    ANYBODY: 401,
}
BRANCHES = {**WRITES, "seat": 403}
NAMES = {**WRITES, "seat": 403, **dict.fromkeys(("admin", "owner", "recorder"), 200)}
ADMINS = {**dict.fromkeys(ROLES, 403), "admin": 201, ANYBODY: 401}
LINKS = {**WRITES, "seat": 403}

MATRIX: list[tuple[str, str, Any, dict[str, int]]] = [
    ("GET", "/games/final", None, SEES),
    ("GET", "/games/final/events", None, SEES),
    ("GET", "/games/final/state", None, SEES),
    ("GET", "/games/final/state?seat=public", None, SEES),
    ("GET", "/games/final/state?seat=1", None, {**SEES, "spectator": 403}),
    ("GET", "/games/final/state?seat=2", None, {**SEES, "spectator": 403, "seat": 403}),
    ("GET", "/games/final/state?seat=all", None, {**SEES, "spectator": 403, "seat": 403}),
    ("GET", "/games/final/replay?seat=2", None, {**SEES, "spectator": 403, "seat": 403}),
    ("GET", "/games/final/board.svg?seat=2", None, {**SEES, "spectator": 403, "seat": 403}),
    ("GET", "/games/final/options?seat=2", None, {**SEES, "spectator": 403, "seat": 403}),
    ("GET", "/games/final/timeline", None, SEES),
    ("GET", "/games/final/findings", None, SEES),
    ("GET", "/games/final/statistics", None, SEES),
    ("GET", "/games/final/branches", None, SEES),
    ("GET", "/games/final/export", None, SEES),
    ("GET", "/games", None, EVERYBODY),
    ("GET", "/events", None, EVERYBODY),
    ("GET", "/rulesets", None, EVERYBODY),
    ("GET", "/boxes", None, EVERYBODY),
    ("POST", "/games", CREATION, MAKES),
    ("POST", "/import", {}, {role: 422 if code == 201 else code for role, code in MAKES.items()}),
    ("POST", "/boxes", {}, {role: 422 if code == 201 else code for role, code in MAKES.items()}),
    ("POST", "/games/final/events", NOTE, WRITES),
    ("PATCH", "/games/final", {"visibility": "unlisted"}, NAMES),
    ("POST", "/games/final/branches", {"step": 2}, BRANCHES),
    ("POST", "/tokens", {"role": "admin"}, ADMINS),
    ("POST", "/tokens", {"role": "organizer"}, ADMINS),
    ("POST", "/tokens", {"role": "recorder", "game": "final"}, LINKS),
    ("POST", "/tokens", {"role": "recorder", "game": "final", "seat": "2"}, LINKS),
    ("POST", "/tokens", {"role": "recorder", "game": "final", "seat": "1"}, WRITES),
    ("POST", "/tokens", {"role": "spectator", "game": "final"}, WRITES),
    ("GET", "/tokens", None, {**EVERYBODY, "spectator": 403, ANYBODY: 401}),
]


@pytest.mark.parametrize(
    ("method", "path", "body", "expected"),
    [pytest.param(*line, id=f"{n}: {line[0]} {line[1]}") for n, line in enumerate(MATRIX)],
)
def test_role(cast: Cast, method: str, path: str, body: Any, expected: dict[str, int]) -> None:
    answered = {role: cast.ask(role, method, path, body) for role in ROLES}
    assert answered == expected


@pytest.mark.parametrize(
    ("visibility", "expected"),
    [
        ("public", EVERYBODY),
        ("unlisted", SEES),
        ("private", {**SEES, "spectator": 404}),
    ],
)
def test_visibility(site: Site, visibility: str, expected: dict[str, int]) -> None:
    cast = Cast(site, visibility)
    for path in ("/games/final", "/games/final/export", "/games/final/state"):
        assert {role: cast.ask(role, "GET", path) for role in ROLES} == expected


def test_a_public_game_is_recorded_by_its_recorders_only(site: Site) -> None:
    cast = Cast(site, "public")
    answered = {role: cast.ask(role, "POST", "/games/final/events", NOTE) for role in ROLES}
    assert answered == {**WRITES, "organizer": 403, "stranger": 403}


def test_an_imported_game_is_its_importer_s(cast: Cast) -> None:
    site = cast.site
    branch = site.of(site.post("/games/other/branches", {"step": 1, "id": "line"}))
    site.record(branch, event("NoteAdded", None, text="so"))
    lines = site.get(f"{cast.game.path}/export").get_data()
    organizer = cast.tokens["organizer"]
    assert site.ask("POST", "/import", organizer, data=lines).status_code == 409
    assert site.ask("POST", "/import", cast.tokens["owner"], data=lines).status_code == 200


SEAT_1: list[tuple[str, list[dict[str, Any]], int]] = [
    ("an own event", [event("CardsDrawn", "1", deck="player", cards=["P20"])], 201),
    ("another seat's", [event("CardsDrawn", "2", deck="player", cards=["P20"])], 403),
    ("the table's", [event("KickOffDecided", None, starter="1")], 403),
    ("a note", [event("NoteAdded", None, text="so")], 201),
    ("a note of its own", [event("NoteAdded", "1", text="so")], 201),
    ("a note of another seat", [event("NoteAdded", "2", text="so")], 403),
    ("its end", [event("GameEnded", "1", reason="concession", winner="2")], 201),
    ("another's end", [event("GameEnded", "2", reason="concession", winner="1")], 403),
    ("an own event retracted", [event("EventRetracted", None, target=2)], 201),
    ("an own event retracted by itself", [event("EventRetracted", "1", target=2)], 201),
    ("an own event retracted as another", [event("EventRetracted", "2", target=2)], 403),
    ("another's retracted", [event("EventRetracted", None, target=3)], 403),
    ("the table's retracted", [event("EventRetracted", None, target=4)], 403),
    (
        "an own event amended",
        [event("EventAmended", None, target=2, data={"deck": "player", "cards": ["P01"] * 4})],
        201,
    ),
    (
        "another's amended",
        [event("EventAmended", None, target=3, data={"deck": "player", "cards": ["P01"] * 4})],
        403,
    ),
    ("the creation amended", [event("EventAmended", None, target=1, data=CREATION)], 403),
    (
        "an own event inserted",
        [event("EventInserted", None, after=2, type="TurnEnded", seat="1", data={})],
        201,
    ),
    (
        "another's inserted",
        [event("EventInserted", None, after=2, type="TurnEnded", seat="2", data={})],
        403,
    ),
    (
        "a note inserted",
        [event("EventInserted", None, after=2, type="NoteAdded", data={"text": "so"})],
        201,
    ),
    (
        "an own event and its retraction",
        [event("TurnEnded", "1"), event("EventRetracted", None, target=5)],
        201,
    ),
    (
        "an own retraction retracted",
        [event("EventRetracted", None, target=2), event("EventRetracted", None, target=5)],
        201,
    ),
    ("what is not there", [event("EventRetracted", None, target=99)], 422),
    ("circles", [event("EventRetracted", None, target=n) for n in (6, 5)], 422),
    ("an own event and another's", [event("TurnEnded", "1"), event("TurnEnded", "2")], 403),
]


@pytest.mark.parametrize(
    ("events", "status"), [pytest.param(e, s, id=name) for name, e, s in SEAT_1]
)
def test_a_seat_s_recorder(cast: Cast, events: list[dict[str, Any]], status: int) -> None:
    before = cast.site.content()
    assert cast.ask("seat", "POST", "/games/final/events", {"events": events}) == status
    assert (cast.site.content() == before) is (status != 201)


def test_a_seat_sees_its_own_hand_alone(cast: Cast) -> None:
    state = read(cast.site.get("/games/final/state", cast.tokens["seat"]))
    hands = state["board"]["hands"]
    assert all(hands["1"]["cards"])
    assert not any(hands["2"]["cards"])


def test_a_link_ends_at_once(cast: Cast) -> None:
    made = read(cast.site.post("/tokens", {"role": "spectator", "game": "final"}))
    assert made["link"].endswith(f"/games/final#{made['token']}")
    assert cast.site.get("/games/final", made["token"]).status_code == 200
    assert cast.ask("recorder", "DELETE", f"/tokens/{made['id']}") == 204
    assert cast.site.get("/games/final", made["token"]).status_code == 401
    assert cast.ask("recorder", "DELETE", f"/tokens/{made['id']}") == 204


def revoking(maker: str, role: str, **more: Any) -> Callable[[Cast], dict[str, int]]:
    def answers(cast: Cast) -> dict[str, int]:
        found = {}
        for who in ROLES:
            body = {"role": role, **more}
            made = read(cast.site.post("/tokens", body, cast.tokens[maker]))
            found[who] = cast.ask(who, "DELETE", f"/tokens/{made['id']}")
        return found

    return answers


REVOKES = {
    role: 204 if code == 201 else 401 if code == 401 else 403 for role, code in WRITES.items()
}


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (revoking("admin", "spectator", game="final"), {**REVOKES, "seat": 403}),
        (revoking("admin", "recorder", game="final"), {**REVOKES, "seat": 403}),
        (revoking("seat", "spectator", game="final"), REVOKES),
        (revoking("admin", "organizer"), {**dict.fromkeys(ROLES, 403), "admin": 204, ANYBODY: 401}),
    ],
    ids=["spectator", "recorder", "a seat's link", "organizer"],
)
def test_who_ends_a_token(
    cast: Cast, asked: Callable[[Cast], dict[str, int]], expected: dict[str, int]
) -> None:
    assert asked(cast) == expected


def test_tokens_are_listed_without_themselves(cast: Cast) -> None:
    answer = cast.site.get("/tokens?game=final", cast.tokens["recorder"])
    listed = read(answer)
    assert {one["role"] for one in listed} == {"recorder", "spectator"}
    assert all(set(one) == set(listed[0]) for one in listed)
    for token in cast.tokens.values():
        assert token is None or token not in answer.text
    everything = read(cast.site.get("/tokens"))
    assert {one["role"] for one in everything} == {"organizer", "recorder", "spectator"}
    seat = read(cast.site.get("/tokens?game=final", cast.tokens["seat"]))
    assert [one["seat"] for one in seat] == ["1"]


def test_a_token_expires(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    made = cast.site.token("organizer", expires="2099-01-01T00:00:00Z")
    assert cast.site.get("/games", made).status_code == 200
    monkeypatch.setattr("api.tokens.clock.now", lambda: "2099-01-01T00:00:00.000Z")
    assert cast.site.get("/games", made).status_code == 401


def test_tokens_are_stored_as_hashes_only(cast: Cast) -> None:
    with cast.site.services.engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM tokens").fetchall()
    text = repr(rows)
    for token in cast.tokens.values():
        assert token is None or token not in text


def test_another_process_sees_a_revocation_within_seconds(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = Tokens(cast.site.services.engine)
    token = there.find(cast.game.spectator)
    assert token is not None
    cast.site.delete(f"/tokens/{token.id}")
    later = monotonic() + 3
    monkeypatch.setattr("api.tokens.monotonic", lambda: later)
    assert there.find(cast.game.spectator) is None


def test_games_are_not_confused(site: Site) -> None:
    """A recorder's token of one game opens no other one."""
    one, two = site.make(id="one"), site.make(id="two")
    assert site.get(two.path, one.recorder).status_code == 404
    answer = site.post("/tokens", {"role": "spectator", "game": "two"}, one.recorder)
    assert answer.status_code == 404
