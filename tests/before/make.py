"""Keeps an installation as the present version leaves it, for the tests of later versions.

Run it once, before a version is released, and commit the folder that it makes:

    python -m tests.before.make 0.1.0

Afterwards its database and exports stay as they are. What they say may change on purpose, as when
a rule is mended: this writes that anew, and the difference can be read:

    python -m tests.before.make 0.1.0 --said
"""

from __future__ import annotations

import lzma
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from api.tokens import Role, hash_of
from events import clock
from events.database import writing
from events.event import Draft
from events.tables import tokens, webhooks
from projections.kit.box import sample
from projections.kit.find import rulesets
from projections.seasons import kept_standings
from scripts.simulation import play, seating, spoil
from tests.api.site import Game, Site, event, read
from tests.before.exports import bring_in, take_out
from tests.before.told import DATABASE, DATABASE_SAYS, EXPORTS_SAY, catch_up, keep, told
from tests.receiver import receiver
from workers.deliveries import deliver, due

HERE = Path(__file__).parent

ORGANIZER = "the-organizer-of-a-test-has-no-secrets"
SEATED = "the-seat-of-a-test-has-no-secrets"
ENDED = "the-revoked-token-of-a-test-has-no-secrets"
"""The tokens of the kept database; it holds their hashes."""

SIGNING = "whsec_" + "dGVzdHMtaGF2ZS1uby1zZWNyZXRz"
"""What the kept webhook signs with: `tests-have-no-secrets`."""

NOBODY = "https://192.0.2.1/hook"
"""An address that is set aside for documents."""

ERASED = "Zacharias Erasmus"

LONG = 310
"""Events of a game that is read a stretch at a time."""

Log = Sequence[Draft]
Recorded = tuple[dict[str, Any], Sequence[dict[str, Any]]]
"""The data of a game's creation and what was recorded after it, as it is sent."""

LEAGUE, SEASON, TEAMS = "club", "autumn", ("ants", "bees", "cats")


def main(version: str, *more: str) -> None:
    """Keeps the present version under its number; with `--said` only what the kept files say."""
    folder = HERE / version
    if "--said" not in more:
        folder.mkdir()
        _make(folder)
    with TemporaryDirectory() as place:
        file = Path(place) / "gametape.db"
        file.write_bytes(lzma.decompress((folder / DATABASE).read_bytes()))
        with _opened(file) as site:
            keep(folder / DATABASE_SAYS, told(site))
        with _opened(Path(place) / "empty.db") as site:
            bring_in(site, folder)
            keep(folder / EXPORTS_SAY, told(site))


@contextmanager
def _opened(file: Path) -> Iterator[Site]:
    site = Site(f"sqlite:///{file}")
    catch_up(site)
    yield site
    site.services.engine.dispose()


def _make(folder: Path) -> None:
    with TemporaryDirectory() as place:
        file, packed = Path(place) / "gametape.db", Path(place) / "packed.db"
        with _opened(file) as site:
            _fill(site)
            take_out(site, folder)
        # Into a new file, which has nothing of what was erased or changed.
        with sqlite3.connect(file) as connection:
            connection.execute("VACUUM INTO ?", (str(packed),))
        (folder / DATABASE).write_bytes(lzma.compress(packed.read_bytes(), preset=9))


def _fill(site: Site) -> None:
    with receiver() as there:
        _listen(site, there.url)
        people = _people(site)
        _league(site, people)
        _recordings(site, people)
        _tokens(site)
        assert site.delete(f"/people/{people['cats']}").status_code == 204
        catch_up(site)
        kept_standings.refresh(site.services.engine, SEASON)
        site.get(f"/seasons/{SEASON}/ratings")
        assert deliver(site.services.engine, due(site.services.engine)[0], anywhere=True)
    with writing(site.services.engine) as connection:
        connection.execute(webhooks.update().values(url=NOBODY))


def _listen(site: Site, url: str) -> None:
    row = {
        "id": clock.new_id(),
        "url": url,
        "events": '["game.finished","finding","standings.changed"]',
        "league": LEAGUE,
        "secret": SIGNING,
        "role": "admin",
        "created_by": "admin",
        "created_at": clock.now(),
    }
    with writing(site.services.engine) as connection:
        connection.execute(webhooks.insert().values(row))


def _people(site: Site) -> dict[str, str]:
    """Who plays for each team; the third of them is to be erased."""
    names = dict(zip(TEAMS, ("Ana Abel", "Bó Berg", ERASED), strict=True))
    return {
        team: str(_made(site.post("/people", {"name": name}))["id"]) for team, name in names.items()
    }


def _league(site: Site, people: dict[str, str]) -> None:
    body = {"id": LEAGUE, "name": "The Club", "ruleset": "wannabe-football", "visibility": "public"}
    _made(site.post("/leagues", body))
    _made(site.post(f"/leagues/{LEAGUE}/seasons", {"id": SEASON, "name": "Autumn"}))
    for team in TEAMS:
        entered = {"id": team, "name": team.title(), "people": [people[team]]}
        _made(site.post(f"/seasons/{SEASON}/teams", entered))
    _made(site.post(f"/seasons/{SEASON}/fixtures", {"generate": "round-robin"}))
    fixture = read(site.get(f"/seasons/{SEASON}/fixtures"))[1]
    awards = [
        {"team": team, "outcome": outcome, "amounts": {"goals": goals}}
        for team, outcome, goals in zip(fixture["teams"], ("win", "loss"), (3, 0), strict=True)
    ]
    awarded = {"fixture": fixture["id"], "awards": awards, "reason": "Nobody came."}
    told = {"events": [event("NoteAdded", None, text="Begun."), _award(awarded), _award(awarded)]}
    version = _made(site.post(f"/leagues/{LEAGUE}/events", told))["version"]
    twice = event("EventRetracted", None, target=version, reason="Awarded twice.")
    _made(site.post(f"/leagues/{LEAGUE}/events", {"events": [twice]}))


def _award(data: dict[str, Any]) -> dict[str, Any]:
    return event("ResultAwarded", None, **data)


def _recordings(site: Site, people: dict[str, str]) -> None:
    fixtures = read(site.get(f"/seasons/{SEASON}/fixtures"))
    whole, told = ([_side(team, people) for team in fixtures[n]["teams"]] for n in (0, 2))
    public = {"visibility": "public", "fixture": fixtures[0]["id"]}
    _record(site, "wannabe", _corrected(_log("wannabe-football", 2), mistakes=1), whole, **public)
    public |= {"fixture": fixtures[2]["id"], "box": _box(site)}
    _record(site, "wannabe-told", _told(_log("wannabe-football", 3)), told, **public)
    reds = [("Reds", people["ants"]), ("", people["cats"])]
    log = _log("und1c1", 1)[:90]
    _branch(site, _record(site, "und1c1", _corrected(log), reds, visibility="private"), log)
    towns = [("Town", people["bees"]), ("City", None)]
    _record(site, "football-u", _corrected(_log("football-u", 4)[:80]), towns)
    _record(
        site,
        "undaunted",
        _plain(_log("undaunted-2200", 3)[:LONG]),
        [("North", None), ("South", None)],
    )


def _box(site: Site) -> str:
    """A box of the table's own; its id."""
    ruleset = rulesets()["wannabe-football"]
    content = {**sample(ruleset).content, "name": "Our own box"}
    return str(_made(site.post("/boxes", {"ruleset": ruleset.id, "box": content}))["id"])


def _side(team: str, people: dict[str, str]) -> tuple[str, str]:
    return team.title(), people[team]


def _branch(site: Site, game: Game, log: Log) -> None:
    """What if: the same few steps, one of them amended."""
    branch = site.of(site.post(f"{game.path}/branches", {"step": 60, "id": "what-if"}))
    first = site.record(branch, *_entries(log[60:64]))["version"] - 3
    note = event("NoteAdded", None, text="What if?")
    site.record(branch, note, event("EventAmended", None, target=first, data=log[60].data))


def _log(ruleset: str, seed: int) -> Log:
    rules = rulesets()[ruleset]
    return play(rules, sample(rules), seed, seating(rules, 2))


def _record(
    site: Site, game: str, recorded: Recorded, sides: Sequence[tuple[str, str | None]], **more: Any
) -> Game:
    """Makes a game whose seats are called so, and records it."""
    creation, entries = recorded
    told = {name: creation[name] for name in ("ruleset", "box", "options")}
    seats = [
        {**seat, "name": name, "person": person}
        for seat, (name, person) in zip(creation["seats"], sides, strict=True)
    ]
    made = site.make(**{**told, "seats": seats, "id": game, **more})
    site.record(made, *entries)
    return made


def _plain(log: Log) -> Recorded:
    return log[0].data, _entries(log[1:])


def _told(log: Log) -> Recorded:
    """A game of which a card out of turn and the score were recorded."""
    over = [
        event("CardPlayed", "2", card="P02"),
        event("TableAdjusted", None, score={"1": 2, "2": 2}),
        event("GameEnded", None, reason="time"),
    ]
    return log[0].data, over


def _corrected(log: Log, mistakes: int = 100) -> Recorded:
    """A game recorded with mistakes: the first is amended, the others stay.

    One event came twice and is taken back, another one was forgotten and is inserted.
    """
    rules = rulesets()[log[0].data["ruleset"]]
    spoiled = spoil(rules, log, Random(1))
    wrong = [n for n, draft in enumerate(log) if spoiled[n] != draft][:mistakes]
    recorded = [spoiled[n] if n in wrong else draft for n, draft in enumerate(log)]
    twice, forgotten = len(log) // 2, len(log) - 5
    assert wrong[0] < twice
    entries = _entries(recorded)
    [gone] = entries[forgotten : forgotten + 1]
    # The entry n is version n + 1, after the one that comes twice n + 2.
    entries[twice : forgotten + 1] = entries[twice : twice + 1] + entries[twice:forgotten]
    corrections = [
        event("EventAmended", None, target=wrong[0] + 1, data=log[wrong[0]].data),
        event("EventRetracted", None, target=twice + 2, reason="typo"),
        event("EventInserted", None, after=forgotten + 1, reason="Forgotten.", **gone),
    ]
    return log[0].data, [*entries[1:], *corrections]


def _entries(log: Log) -> list[dict[str, Any]]:
    return [_entry(draft) for draft in log]


def _entry(draft: Draft) -> dict[str, Any]:
    return {"type": draft.type, "seat": draft.seat, "data": msgspec.to_builtins(draft.data)}


def _tokens(site: Site) -> None:
    _token(site, ORGANIZER, "organizer", league=LEAGUE, name="Olga")
    _token(site, SEATED, "recorder", game="und1c1", seat="a")
    site.services.tokens.revoke(_token(site, ENDED, "admin"))


def _token(site: Site, secret: str, role: Role, **more: Any) -> str:
    """Makes a token that is known; its id."""
    made, _ = site.services.tokens.make(role, **more)
    with writing(site.services.engine) as connection:
        mine = tokens.update().where(tokens.c.id == made.id)
        connection.execute(mine.values(hash=hash_of(secret)))
    return made.id


def _made(answer: Any) -> Any:
    assert answer.status_code == 201, answer.text
    return read(answer)


if __name__ == "__main__":
    main(*sys.argv[1:])
