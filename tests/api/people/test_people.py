"""People: named by id in the log, found, renamed, erased."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from events.database import empty_log, overwrite
from projections.kit.find import rulesets
from projections.people import FORMER, UNKNOWN
from tests.api.access.test_roles import ANYBODY, MAKES, ROLES, Cast
from tests.api.site import ADMIN, HANDS, OPENING, Game, Site, event, read

NOBODY = "01980000-0000-7000-8000-000000000000"


def enter(site: Site, name: str, token: str = ADMIN) -> str:
    answer = site.post("/people", {"name": name}, token)
    assert answer.status_code == 201, answer.text
    return str(read(answer)["id"])


def seat(site: Site, person: str, **more: Any) -> Game:
    """A game in which the person sits at seat 1, which is called as he is."""
    seats = [{"seat": "1", "person": person}, {"seat": "2", "name": "Bo"}]
    made = site.make(seats=seats, **{"id": "final", "visibility": "public", **more})
    site.judge(made)
    return made


def told(site: Site, game: str = "final") -> str:
    """All that is told of a game to everybody, in words and pictures."""
    parts = ("", "/timeline", "/findings", "/board.svg", "/replay?of=scene", "/export", "/events")
    answers = [site.get(f"/games/{game}{part}", None) for part in parts]
    pages = [site.get(page, None, at_root=True) for page in (f"/games/{game}", "/", "/games")]
    for answer in (*answers, *pages):
        assert answer.status_code == 200, answer.text
    documents = [read(answer) for answer in answers[:3]]
    return repr(documents) + "".join(answer.text for answer in (*answers[3:], *pages))


def test_a_person_is_entered_once(site: Site) -> None:
    body = {"id": NOBODY, "name": "Änne Ö"}
    made = site.post("/people", body)
    assert made.status_code == 201
    assert read(made) == {**body, "erased": False}
    assert site.get(made.headers["Location"]).status_code == 200
    assert site.post("/people", body).status_code == 200
    assert site.post("/people", {**body, "name": "Bo"}).status_code == 409
    assert [one["name"] for one in read(site.get("/people"))] == ["Änne Ö"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["ana Alm", "Änne", "Zoe"]),
        ("?q=ÄN", ["ana Alm", "Änne"]),
        ("?q=änn", ["Änne"]),
        ("?q=alm+an", ["ana Alm"]),
        ("?q=%25", []),
        ("?page=2&page_size=2", ["Zoe"]),
    ],
)
def test_people_are_found_by_name(site: Site, query: str, found: list[str]) -> None:
    for name in ("Zoe", "Änne", "ana Alm"):
        enter(site, name)
    listed = [one["name"] for one in read(site.get(f"/people{query}"))]
    assert listed == found


def test_who_may_enter_rename_and_erase(site: Site) -> None:
    cast = Cast(site)
    for role in ROLES:
        person = enter(site, "Ana")
        answered = [
            cast.ask(role, "POST", "/people", {"name": "Cy"}),
            cast.ask(role, "PATCH", f"/people/{person}", {"name": "Di"}),
            cast.ask(role, "DELETE", f"/people/{person}"),
        ]
        done = [MAKES[role]] * 3
        if MAKES[role] == 201:
            done = [201, 200, 204] if role == "admin" else [201, 403, 403]
        assert answered == done, role


def test_everybody_knows_whom_he_saw_play(site: Site) -> None:
    cast = Cast(site)
    ana, bo, cy = (enter(site, name) for name in ("Ana", "Bo", "Cy"))
    seat(site, ana, id="shown")
    seat(site, bo, id="hidden", visibility="unlisted")
    known = {ana: 200, bo: 404, cy: 404}
    for role in ROLES:
        token = cast.tokens[role]
        all_known = role in ("admin", "owner", "organizer")
        for person, status in known.items():
            expected = 200 if all_known else status
            assert site.get(f"/people/{person}", token).status_code == expected, role
        listed = {one["id"] for one in read(site.get("/people", token))}
        assert listed == ({ana, bo, cy} if all_known else {ana}), role
    seen = [read(site.get(f"/people/{bo}", cast.tokens[role])) for role in ("admin", "owner")]
    assert [[g["game"] for g in one["games"]] for one in seen] == [["hidden"], []]


def test_a_page_of_games_and_the_records_of_all(site: Site) -> None:
    ana = enter(site, "Ana")
    ends = {
        "won": event("GameEnded", None, reason="concession", winner="1"),
        "lost": event("GameEnded", None, reason="concession", winner="2"),
        "drawn": event("GameEnded", None, reason="agreement"),
        "left": event("GameEnded", None, reason="abandoned"),
    }
    for name, end in ends.items():
        game = seat(site, ana, id=name)
        site.record(game, *OPENING, end)
        site.judge(game)
    running = seat(site, ana, id="running")
    branch = site.of(site.post(f"{running.path}/branches", {"step": 1}))
    site.patch(branch.path, {"visibility": "public"})
    site.record(branch, *OPENING, ends["won"])
    site.judge(branch)
    answer = site.get(f"/people/{ana}?page_size=2", None)
    document = read(answer)
    assert document["records"] == [
        {"ruleset": "wannabe-football", "played": 3, "won": 1, "drawn": 1, "lost": 1}
    ]
    assert [(g["game"], g["outcome"]) for g in document["games"]] == [
        ("running", None),
        ("left", None),
    ]
    assert '"total": 5' in answer.headers["X-Pagination"]
    rest = read(site.get(f"/people/{ana}?page_size=3&page=2", None))["games"]
    assert [(g["game"], g["outcome"]) for g in rest] == [("lost", "lost"), ("won", "won")]


def test_a_seat_without_a_name_is_called_as_its_person(site: Site) -> None:
    ana = enter(site, "Ana Alm")
    game = seat(site, ana)
    header = read(site.get(game.path))
    assert header["seats"][0] == {"seat": "1", "name": "Ana Alm", "team": None, "person": ana}
    created = read(site.get(f"{game.path}/events"))["events"][0]["data"]
    assert created["seats"][0]["name"] == "", "the log names people by id"
    assert "Ana Alm" in told(site)
    assert [g["id"] for g in read(site.get("/games?q=alm"))] == [game.id]


def test_a_side_and_its_person_are_both_shown(site: Site) -> None:
    ana = enter(site, "Ana Alm")
    seats = [{"seat": "1", "name": "Foxes", "person": ana}, {"seat": "2", "name": "Bo"}]
    site.make(id="final", visibility="public", seats=seats)
    scene = read(site.get("/games/final/replay?of=scene"))["scene"]
    assert [(s["name"], s.get("person")) for s in scene["seats"]] == [
        ("Foxes", "Ana Alm"),
        ("Bo", None),
    ]
    site.patch(f"/people/{ana}", {"name": "Ana Berg"})
    scene = read(site.get("/games/final/replay?of=scene"))["scene"]
    assert scene["seats"][0]["person"] == "Ana Berg"


def test_a_new_name_is_shown_in_old_games(site: Site) -> None:
    ana = enter(site, "Ana Alm")
    game = seat(site, ana)
    tag = site.get(game.path).headers["ETag"]
    assert read(site.patch(f"/people/{ana}", {"name": "Ana Berg"}))["name"] == "Ana Berg"
    again = site.get(game.path, headers={"If-None-Match": tag})
    assert again.status_code == 200
    assert "Ana Alm" not in told(site)
    assert "Ana Berg" in told(site)
    assert read(site.get("/games?q=alm")) == []
    site.judge(game)
    assert [g["id"] for g in read(site.get("/games?q=berg"))] == [game.id]


def test_an_erased_name_stands_nowhere_and_no_event_changes(site: Site) -> None:
    """Neither before the referee has worded his findings anew nor afterwards."""
    ana = enter(site, "Ana Alm")
    game = seat(site, ana)
    out_of_turn = event("CardPlayed", "1", card=HANDS["1"][0])
    site.record(game, *OPENING, out_of_turn, out_of_turn)
    site.judge(game)
    findings = read(site.get(f"{game.path}/findings"))["findings"]
    assert any("Ana Alm" in finding["message"] for finding in findings)
    events = site.content()[0]
    assert site.delete(f"/people/{ana}").status_code == 204
    assert site.content()[0] == events
    for _ in range(2):
        text = told(site)
        assert "Ana" not in text
        assert FORMER in text
        site.judge(game)
    after = read(site.get(f"{game.path}/findings"))["findings"]
    assert [f["rule"] for f in after] == [f["rule"] for f in findings]
    assert any(FORMER in finding["message"] for finding in after)
    person = read(site.get(f"/people/{ana}"))
    assert (person["name"], person["erased"]) == (FORMER, True)
    assert read(site.get("/people")) == []
    with site.services.engine.connect() as connection:
        tables = ("people", "sitting", "summaries", "findings", "facts")
        rows = [connection.exec_driver_sql(f"SELECT * FROM {t}").fetchall() for t in tables]
    assert "Ana" not in repr(rows)
    assert "alm" not in repr(rows)


@pytest.mark.parametrize("earlier", [False, True])
def test_an_erased_or_former_name_is_in_no_file_of_the_database(
    site: Site, sqlite_url: str, earlier: bool
) -> None:
    """`earlier`: what was deleted before deletions were overwritten lies about in the file."""
    engine = site.services.engine
    people = [enter(site, name) for name in ("Zyxwana Almqvist", "Quorlinde Bergstroem")]
    out_of_turn = event("CardPlayed", "1", card=HANDS["1"][0])
    for n, person in enumerate(people * 8):
        game = seat(site, person, id=f"game-{n}")
        site.record(game, *OPENING, out_of_turn, out_of_turn)
        site.judge(game)
    if earlier:
        with closing(engine.raw_connection()) as connection:
            connection.execute("PRAGMA secure_delete = OFF")
            connection.execute("CREATE TABLE copied AS SELECT * FROM findings, sitting")
            connection.execute("DROP TABLE copied")
            connection.execute("PRAGMA secure_delete = ON")
    else:
        overwrite(engine)
    files = [Path(sqlite_url.removeprefix("sqlite:///") + end) for end in ("", "-wal")]

    def found(name: str) -> bool:
        return any(name.casefold().encode() in file.read_bytes().lower() for file in files)

    assert found("zyxwana") and found("quorlinde")
    site.delete(f"/people/{people[0]}")
    assert not found("zyxwana") and not found("almqvist")
    site.patch(f"/people/{people[1]}", {"name": "Q"})
    assert not found("quorlinde")


def test_a_name_that_was_erased_while_somebody_read_goes_from_the_files_later(
    site: Site, sqlite_url: str
) -> None:
    engine = site.services.engine
    person = enter(site, "Zyxwana Almqvist")
    files = [Path(sqlite_url.removeprefix("sqlite:///") + end) for end in ("", "-wal")]

    def found() -> bool:
        return any(b"Zyxwana" in file.read_bytes() for file in files)

    with engine.connect() as reader:
        reader.exec_driver_sql("SELECT count(*) FROM people").all()
        with closing(engine.raw_connection()) as next_one:  # The pool gives it to the server.
            next_one.execute("PRAGMA busy_timeout = 0")
        assert site.delete(f"/people/{person}").status_code == 204
        assert found()
        empty_log(engine)
    empty_log(engine)
    assert not found()


def test_what_is_erased_stays_so(site: Site) -> None:
    ana = enter(site, "Ana")
    site.delete(f"/people/{ana}")
    assert site.delete(f"/people/{ana}").status_code == 204
    refused = site.patch(f"/people/{ana}", {"name": "Ana"})
    assert refused.status_code == 409
    assert "enter a new person" in read(refused)["detail"]
    assert site.post("/people", {"id": ana, "name": "Ana"}).status_code == 409


@pytest.mark.parametrize(
    ("seats", "field"),
    [
        ([{"seat": "1"}, {"seat": "2", "name": "Bo"}], "name"),
        ([{"seat": "1", "name": "", "person": None}, {"seat": "2", "name": "Bo"}], "name"),
        ([{"seat": "1", "person": NOBODY}, {"seat": "2", "name": "Bo"}], "person"),
    ],
)
def test_a_seat_nobody_could_name_is_refused(site: Site, seats: Any, field: str) -> None:
    before = site.content()
    answer = site.post("/games", {"ruleset": "wannabe-football", "seats": seats})
    assert answer.status_code == 422
    assert field in read(answer)["errors"]["seats"]["0"]
    assert site.content() == before


def test_a_game_from_elsewhere_has_people_who_are_not_known_here(
    site: Site, sqlite_url: str
) -> None:
    ana = enter(site, "Ana Alm")
    game = seat(site, ana)
    lines = site.get(f"{game.path}/export").get_data()
    other = Site(sqlite_url.replace("gametape.db", "other.db"))
    assert other.ask("POST", "/import", data=lines).status_code == 201
    assert read(other.get("/games/final"))["seats"][0]["name"] == UNKNOWN
    other.services.engine.dispose()


@pytest.mark.parametrize(
    "body",
    [{}, {"name": ""}, {"name": "x" * 201}, {"name": 1}, {"name": "A", "id": "ana"}, {"nom": "A"}],
)
def test_what_is_no_person_is_refused(site: Site, body: Any) -> None:
    assert site.post("/people", body).status_code == 422
    assert read(site.get("/people")) == []


def test_who_is_not_there_is_not_found(site: Site) -> None:
    for method, body in (("GET", None), ("PATCH", {"name": "A"}), ("DELETE", None)):
        answer = site.ask(method, f"/people/{NOBODY}", json=body)
        assert answer.status_code == 404
    assert site.get("/people", None).status_code == 200
    assert site.post("/people", {"name": "A"}, None).status_code == MAKES[ANYBODY]


def test_people_work_on_each_database(either_site: Site) -> None:
    ana = enter(either_site, "Änne")
    seat(either_site, ana)
    assert [p["name"] for p in read(either_site.get("/people?q=änn", None))] == ["Änne"]
    assert read(either_site.get(f"/people/{ana}", None))["games"][0]["game"] == "final"
    either_site.delete(f"/people/{ana}")
    assert "Änne" not in told(either_site)


@pytest.mark.parametrize("ruleset", list(rulesets()))
def test_every_board_names_who_sits_there(site: Site, ruleset: str) -> None:
    ana = enter(site, "Ana Alm")
    first, *others = rulesets()[ruleset].seatings[-1]
    seats = [{"seat": s, "name": f"Side {s}"} for s in others]
    seats.insert(0, {"seat": first, "name": "Foxes", "person": ana})
    game = site.make(ruleset=ruleset, seats=seats)
    scene = read(site.get(f"{game.path}/replay?of=scene"))["scene"]
    shown = {one["id"]: one.get("person") for one in scene["seats"]}
    assert shown == {first: "Ana Alm", **dict.fromkeys(others)}
