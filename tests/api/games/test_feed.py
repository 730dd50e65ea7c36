"""The feed: everything, in commit order, without gaps for an admin."""

from __future__ import annotations

from tests.api.site import ADMIN, HANDS, OPENING, Game, Site, event, read_lines


def feed(site: Site, token: str | None = ADMIN, query: str = "") -> list[dict[str, object]]:
    answer = site.get(f"/events{query}", token)
    assert answer.mimetype == "application/x-ndjson"
    return read_lines(answer)


def test_an_admin_sees_every_position(either_site: Site) -> None:
    site = either_site
    one, two = site.make(id="one"), site.make(id="two")
    site.record(one, *OPENING)
    site.record(two, event("NoteAdded", None, text="so"))
    told = feed(site)
    assert [entry["position"] for entry in told] == [1, 2, 3, 4, 5, 6]
    assert [entry["game"] for entry in told] == ["one", "two", "one", "one", "one", "two"]
    assert feed(site, query="?after=2&limit=3") == told[2:5]
    assert feed(site, query="?after=6") == []
    assert told[2]["salt"]


def test_others_see_what_they_may(site: Site, game: Game) -> None:
    public = site.make(id="open", visibility="public")
    site.record(public, *OPENING)
    assert {entry["game"] for entry in feed(site, None)} == {"open"}
    assert {entry["game"] for entry in feed(site, game.recorder)} == {"open", "final"}
    told = feed(site, game.spectator)
    assert {entry["game"] for entry in told} == {"open", "final"}
    hands = [entry for entry in told if entry["type"] == "CardsDrawn"]
    assert all(entry["data"] == {"deck": "player", "cards": [None] * 4} for entry in hands)
    assert not any("salt" in entry for entry in hands)
    own = site.token("recorder", game=game.id, seat="1")
    cards = [e["data"]["cards"] for e in feed(site, own) if e["type"] == "CardsDrawn"]  # type: ignore[index]
    assert cards == [HANDS["1"], [None] * 4, [None] * 4, [None] * 4]


def test_an_organizer_sees_the_games_that_he_made(site: Site, game: Game) -> None:
    organizer = site.token("organizer")
    own = site.make(organizer, id="own")
    site.record(own, *OPENING)
    told = feed(site, organizer)
    assert {entry["game"] for entry in told} == {"own"}
    assert told[1]["data"] == OPENING[0]["data"]
