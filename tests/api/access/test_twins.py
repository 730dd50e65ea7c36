"""Two games that differ in one hidden card answer everybody else alike.

The operations are those of the OpenAPI document and the pages those of the application, so that a
new one is asked by itself. Both installations have the same ids, times and random numbers: answers
are the same byte for byte but for hashes, which cover a salted card.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import cache
from itertools import count, islice
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zlib import crc32

import pytest
import uuid_utils
from msgspec.structs import replace
from sqlalchemy import select

from events import clock
from events.event import Draft
from events.tables import deliveries
from projections.games.tape import Tape
from projections.kit import simulate
from projections.kit.box import sample
from projections.kit.find import rulesets
from projections.kit.ruleset import PUBLIC
from tests.api import seasons
from tests.api.site import ADMIN, API, Game, Site, event, read
from tests.projections.games.tapes import plain, tape_of

MOST = {"und1c1": 160, "wannabe-football": 70, "undaunted-2200": 110, "football-u": 120}
"""Each ruleset that hides something, and the steps of a game of it that are enough."""

SAMPLES: Mapping[str, Sequence[str]] = {
    "version": ("4", "{middle}"),
    "step": ("{middle}",),
    "seat": (PUBLIC, "{owner}", "{other}"),
    "lines": ("true",),
    "after": ("3",),
    "limit": ("7",),
    "of": ("scene",),
    "from": ("{middle}",),
    "to": ("5",),
    "view": ("effective",),
    "format": ("csv",),
    "page": ("1",),
    "page_size": ("5",),
    "q": ("hidden",),
    "line": ("x",),
}
"""What is asked for; any other parameter is asked for with what it is called."""

NOT_ASKED = ("/metrics", "/static/", "/docs/static/", "/openapi.json")
"""What tells of the server, and files."""


def ids(ruleset: str) -> list[str]:
    return list(next(s for s in rulesets()[ruleset].seatings if len(s) == 2))


@dataclass(frozen=True)
class Pair:
    """The events of two games after their creation, and whose card it is that differs."""

    ruleset: str
    owner: str
    other: str
    logs: tuple[list[Draft], list[Draft]]
    cards: Sequence[str]
    """Cards of the kind that differs."""
    drawn: int
    """The version of the event by which it was drawn."""
    named: tuple[str, str]
    """The card in each of the games."""


@cache
def pair(ruleset: str) -> Pair:
    """A simulated game with a card that lies hidden in a hand, and one with another card there."""
    rules, box = rulesets()[ruleset], sample(rulesets()[ruleset])
    owner, other = ids(ruleset)
    created = simulate.creation(rules, box, (owner, other))
    whole = [draft for draft, _ in simulate.game(rules, box, created, seed=5)]
    for steps in range(MOST[ruleset], 10, -1):
        log = whole[:steps]
        for place, n in hidden_cards(tape_of(ruleset, log), owner):
            cards = cards_like(whole, log[place])
            mine = log[place].data["cards"][n] or cards[0]
            one = with_card(log, place, n, mine)
            for card in cards:
                if card == mine:
                    continue
                twin = with_card(log, place, n, card)
                if looks_alike(tape_of(ruleset, one), tape_of(ruleset, twin), (other, PUBLIC)):
                    logs = (one[1:], twin[1:])
                    return Pair(ruleset, owner, other, logs, cards, place + 1, (mine, card))
    raise AssertionError(f"no card of {ruleset} lies hidden")


def with_card(log: Sequence[Draft], place: int, n: int, card: str) -> list[Draft]:
    """The events with that card drawn there."""
    drawn = log[place].data
    data = {**drawn, "cards": [*drawn["cards"][:n], card, *drawn["cards"][n + 1 :]]}
    return [*log[:place], replace(log[place], data=data), *log[place + 1 :]]


def hidden_cards(tape: Tape, owner: str) -> Iterator[tuple[int, int]]:
    """Where cards were drawn that at most their owner knows, the last first."""
    for place in range(tape.steps - 1, 0, -1):
        drawn = tape.events[place]
        private = tape.rules.private(tape.latest, drawn)
        if drawn.type == "CardsDrawn" and any(part.seats == (owner,) for part in private):
            yield from ((place, n) for n in range(len(drawn.data.cards)))


def cards_like(whole: Sequence[Draft], drawn: Draft) -> list[str]:
    """The cards that come from the same deck in the whole game, or lie in it."""
    deck = drawn.data["deck"]
    same = [d for d in whole if d.type == "CardsDrawn" and d.data["deck"] == deck]
    named = {card for draft in same for card in draft.data["cards"] if card is not None}
    return sorted(named or sample(rulesets()["und1c1"]).content["decks"][deck])


def looks_alike(one: Tape, other: Tape, viewers: Sequence[str]) -> bool:
    """Whether the table looks the same to them, as the rulesets cover it."""
    views = [[plain(t.rules.view(t.latest, viewer)) for viewer in viewers] for t in (one, other)]
    return bool(views[0] == views[1])


class Frozen(datetime):
    """The moment at which everything happens."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Frozen:
        return cls(2026, 3, 1, 19, 30, tzinfo=tz or UTC)


class Chance:
    """Random numbers and ids that come again after `restart`."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.restart("")
        patch.setattr(clock, "datetime", Frozen)
        patch.setattr(uuid_utils, "uuid7", self._id)
        patch.setattr(secrets, "token_bytes", self._bytes)
        patch.setattr(secrets, "token_hex", lambda n=32: self._bytes(n).hex())
        patch.setattr(secrets, "token_urlsafe", lambda n=32: self._bytes(n).hex())

    def restart(self, seed: str) -> None:
        self.seed, self.numbers = seed, count(1)

    def _id(self) -> str:
        return f"{next(self.numbers):08x}-0000-7000-8000-{crc32(self.seed.encode()):012x}"

    def _bytes(self, length: int | None = 32) -> bytes:
        drawn = hashlib.sha512(f"{self.seed} {next(self.numbers)}".encode()).digest()
        return drawn[:length]


class Twin:
    """An installation with one of the two games in a season, told and judged."""

    def __init__(self, folder: Path, pair: Pair, which: int, chance: Chance) -> None:
        chance.restart("made")
        self.pair, self.which, self.chance = pair, which, chance
        self.site = Site(f"sqlite:///{folder / 'gametape.db'}", private_webhooks=True)
        seasons.open_season(self.site, pair.ruleset)
        hook = {"url": "https://192.0.2.1/hook", "events": ["finding", "game.finished"]}
        self.webhook = read(self.site.post("/webhooks", hook))["id"]
        self.fixture = seasons.fixtures(self.site)[0]
        self.game = self._made()
        self.seated = self.site.token("recorder", game=self.game.id, seat=pair.other)
        self.token = read(self.site.get(f"/tokens?game={self.game.id}"))[0]["id"]
        told = [event(d.type, d.seat, **d.data) for d in pair.logs[which]]
        half = len(told) // 2
        for part in (told[:half], told[half:]):
            self.site.record(self.game, *part, token=ADMIN)
            self.site.judge(self.game)
        self.steps = len(told) + 1

    def _made(self) -> Game:
        names = [team.title() for team in self.fixture["teams"]]
        seats = zip(ids(self.pair.ruleset), names, strict=True)
        return self.site.make(
            ruleset=self.pair.ruleset,
            seats=[{"seat": seat, "name": name} for seat, name in seats],
            fixture=self.fixture["id"],
            visibility="public",
            id="hidden",
        )

    def end(self) -> None:
        """The other seat's recorder says that the game is over, and nobody confirms it."""
        ended = event("GameEnded", self.pair.other, reason="agreement")
        self._tell([ended], self.seated)

    def correct(self) -> None:
        """Takes the card back, and tells it in corrections that are taken back or replaced."""
        card, other = self.pair.named[self.which], self.pair.drawn
        drawn = self.pair.logs[self.which][other - 2]
        told = {**drawn.data, "cards": [card]}
        unseen = {**drawn.data, "cards": [None]}
        self._tell([event("EventRetracted", None, target=other)])
        drawn_again = event(drawn.type, drawn.seat, **told)
        self._tell([event("EventInserted", None, after=self.steps - 1, **drawn_again)])
        self._tell([event("EventRetracted", None, target=self.steps)])
        self._tell([event(drawn.type, drawn.seat, **unseen)])
        another = self.steps
        self._tell([event("EventAmended", None, target=another, data=told)])
        self._tell([event("EventAmended", None, target=another, data=unseen)])
        self._tell([event("EventAmended", None, target=another, data=told)])
        self._tell([event("EventRetracted", None, target=self.steps)])

    def _tell(self, entries: Sequence[dict[str, Any]], token: str = ADMIN) -> None:
        self.chance.restart(f"told {self.steps}")
        self.site.record(self.game, *entries, token=token)
        self.site.judge(self.game)
        self.steps += len(entries)

    def enforce(self) -> None:
        """From now on what is against the rules is refused."""
        self.chance.restart("enforced")
        (created,) = read(self.site.get(f"{self.game.path}/events?limit=1"))["events"]
        data = created["data"]
        data["options"]["policy"] = "enforce"
        self.site.record(self.game, event("EventAmended", None, target=1, data=data), token=ADMIN)
        self.site.judge(self.game)

    def callers(self) -> dict[str, str | None]:
        return {"the other seat": self.seated, "a link": self.game.spectator, "a stranger": None}

    def filled(self, path: str) -> str:
        """An address with what is there in place of its parameters."""
        there = {
            "game": self.game.id,
            "step": str(self.steps - 1),
            "fixture": self.fixture["id"],
            "season": seasons.SEASON,
            "league": seasons.LEAGUE,
            "team": self.fixture["teams"][0],
            "person": seasons.coaches(self.site)[self.fixture["teams"][0]],
            "ruleset": self.pair.ruleset,
            "box": sample(rulesets()[self.pair.ruleset]).id,
            "webhook": self.webhook,
            "id": self.token,
        }
        named = re.sub(r"<(?:\w+:)?(\w+)>|\{(\w+)\}", lambda m: f"<{m[1] or m[2]}>", path)
        return re.sub(r"<(\w+)>", lambda m: quote(there.get(m[1], m[1])), named)

    def ask(self, method: str, address: str, token: str | None, **more: Any) -> str:
        """Status, headers and body."""
        if address.endswith("/live"):
            return self._watched(address, token)
        answer = self.site.ask(method, address, token, at_root=True, **more)
        content = answer.get_data()
        if answer.headers.get("Content-Encoding") == "gzip":
            content = gzip.decompress(content)
        assert answer.status_code < 500, (method, address, content)
        return f"{answer.status}\n{answer.headers}\n{content.decode()}"

    def _watched(self, address: str, token: str | None) -> str:
        """The beginning of a stream: what it has to tell at once."""
        answer = self.site.ask("GET", f"{address}?after=0", token, at_root=True, buffered=False)
        with closing(answer.response) as stream:  # type: ignore[type-var]
            return "".join(str(piece) for piece in islice(stream, 2))


def reads(twin: Twin) -> Iterator[str]:
    """Every address that can be read, plainly and with each of its parameters."""
    told = read(twin.site.get("/openapi.json", at_root=True))["paths"]
    for path, operations in told.items():
        if "get" in operations and path not in NOT_ASKED:
            address = twin.filled(path)
            yield address
            queries = [
                one for one in operations["get"].get("parameters", ()) if one["in"] == "query"
            ]
            for query in queries if not path.endswith("/live") else ():
                for value in SAMPLES.get(query["name"], (query["name"],)):
                    yield f"{address}?{query['name']}={twin_value(twin, value)}"
    for rule in twin.site.app.url_map.iter_rules():
        page = "GET" in (rule.methods or ()) and not str(rule).startswith((API, *NOT_ASKED))
        if page and "slug" not in rule.arguments and "path" not in rule.arguments:
            yield twin.filled(str(rule))


def twin_value(twin: Twin, value: str) -> str:
    return value.format(middle=twin.steps // 2, owner=twin.pair.owner, other=twin.pair.other)


def writes(twin: Twin) -> Iterator[tuple[str, str, Any]]:
    """Every operation that changes something, with a body that fits where one is needed."""
    told = read(twin.site.get("/openapi.json", at_root=True))["paths"]
    note = event("NoteAdded", twin.pair.other, text="hm")
    bodies = {"events": {"events": [note]}, "preview": {"events": [note]}, "branches": {"step": 5}}
    bodies["moved"] = {"item": f"card:{twin.pair.cards[0]}", "to": "discard"}
    for path, operations in told.items():
        for method in ("post", "patch", "put", "delete"):
            if method in operations and not path.endswith("/session"):
                body = bodies.get(path.rpartition("/")[2], {})
                yield method.upper(), twin.filled(path), body


def probes(twin: Twin) -> Iterator[dict[str, Any]]:
    """Events of the other seat that name a card, for each of 40 cards."""
    owner, other, ruleset = twin.pair.owner, twin.pair.other, twin.pair.ruleset
    for card in twin.pair.cards[:40]:
        if ruleset == "wannabe-football":
            yield event("CardPlayed", other, card=card)
            yield event("CardsDrawn", other, deck="player", cards=[card])
            yield event("CardStolen", other, **{"from": owner}, card=card)
        elif ruleset == "und1c1":
            yield event("CardPlayed", other, card=card)
            yield event("CardsDrawn", other, deck=other, cards=[card])
            yield event("CardDiscarded", other, card=card)
        elif ruleset == "undaunted-2200":
            yield event("InitiativeBid", other, card=card)
            yield event("CardPlayed", other, card=card, **{"as": "hunker"})
            yield event("DiscordsFound", other, hand=1, discard=0, deck=0)
        else:
            for deck in ("coach", "chemistry"):
                yield event("CardsDrawn", other, deck=deck, cards=[card])
            yield event("CoachRevealed", other, coach=card)


Twins = tuple[Twin, Twin]


@contextmanager
def both(ruleset: str, folder: Path) -> Iterator[Twins]:
    with pytest.MonkeyPatch.context() as patch:
        chance = Chance(patch)
        folders = [folder / str(which) for which in (0, 1)]
        for one in folders:
            one.mkdir()
        made = [Twin(folders[which], pair(ruleset), which, chance) for which in (0, 1)]
        yield made[0], made[1]
        for twin in made:
            twin.site.services.engine.dispose()


every_ruleset = {"scope": "module", "params": sorted(MOST)}


@pytest.fixture(**every_ruleset)
def twins(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Twins]:
    with both(request.param, tmp_path_factory.mktemp("running")) as made:
        yield made


@pytest.fixture(**every_ruleset)
def ended(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Twins]:
    """Their end waits for somebody to confirm it."""
    with both(request.param, tmp_path_factory.mktemp("ended")) as made:
        for twin in made:
            twin.end()
        yield made


@pytest.fixture(**every_ruleset)
def corrected(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Twins]:
    """The card that differs is in no event that is in force."""
    with both(request.param, tmp_path_factory.mktemp("corrected")) as made:
        for twin in made:
            twin.correct()
        yield made


def alike(twins: Twins, who: str, asked: Sequence[tuple[str, str, Any]]) -> None:
    """Both twins answer these requests of a caller alike."""
    answers: list[list[str]] = []
    for twin in twins:
        twin.chance.restart(f"{who} {asked[0]}")
        token = twin.callers()[who]
        answers.append(
            [
                unhashed(
                    twin.ask(method, address, token, **({"json": body} if body is not None else {}))
                )
                for method, address, body in asked
            ]
        )
    different = [
        (request, difference(one, other))
        for request, one, other in zip(asked, *answers, strict=True)
        if one != other
    ]
    assert not different, (who, len(different), different[:5])


def difference(one: str, other: str) -> tuple[str, str]:
    """Where two texts begin to differ."""
    place = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    start = max(0, place - 80)
    return one[start : place + 80], other[start : place + 80]


def unhashed(text: str) -> str:
    """An answer without hashes, which cover the salted card, and without the time of day."""
    text = re.sub(r"[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT", "<now>", text)
    text = re.sub(r"RateLimit: .*", "<what may still be asked>", text)
    return re.sub(r"\b[0-9a-f]{64}\b", "<hash>", text)


WHO = ("the other seat", "a link", "a stranger")


def test_who_may_see_the_card_is_told_otherwise(twins: Twins) -> None:
    for address in ("state", "events?limit=5000"):
        texts = [unhashed(t.ask("GET", f"{t.game.path}/{address}", ADMIN)) for t in twins]
        assert texts[0] != texts[1]


@pytest.mark.parametrize("who", WHO)
def test_everything_that_can_be_read_is_alike(twins: Twins, who: str) -> None:
    asked = [("GET", address, None) for address in reads(twins[0])]
    assert len(asked) > 150
    assert [("GET", address, None) for address in reads(twins[1])] == asked
    alike(twins, who, asked)


def test_webhooks_are_told_alike(twins: Twins) -> None:
    one, other = map(told_by_webhooks, twins)
    assert one == other


def told_by_webhooks(twin: Twin) -> list[str]:
    with twin.site.services.engine.connect() as connection:
        return list(connection.scalars(select(deliveries.c.body).order_by(deliveries.c.id)))


@pytest.mark.parametrize("who", WHO)
def test_an_end_that_waits_tells_no_more(ended: Twins, who: str) -> None:
    asked = [("GET", address, None) for address in reads(ended[0])]
    alike(ended, who, asked)
    one, other = map(told_by_webhooks, ended)
    assert one == other
    assert not [body for body in one if "game.finished" in body]


@pytest.mark.parametrize("who", WHO)
def test_what_is_corrected_tells_no_more(corrected: Twins, who: str) -> None:
    asked = [("GET", a, None) for a in reads(corrected[0]) if f"/{corrected[0].game.id}" in a]
    assert len(asked) > 40
    alike(corrected, who, asked)


def test_who_may_see_a_card_is_told_what_was_corrected(corrected: Twins) -> None:
    texts = [t.ask("GET", f"{t.game.path}/events?limit=5000", ADMIN) for t in corrected]
    assert unhashed(texts[0]) != unhashed(texts[1])


@pytest.mark.parametrize("policy", ["record", "enforce"])
def test_no_question_tells_a_card(twins: Twins, policy: str) -> None:
    """Previews, and appends that are refused whatever they say: the version is a wrong one."""
    if policy == "enforce":
        for twin in twins:
            twin.enforce()
    path, now = twins[0].game.path, twins[0].steps + (policy == "enforce")
    asked = []
    for probe in probes(twins[0]):
        asked.append(("POST", f"{path}/preview", {"events": [probe]}))
        wrong = {"events": [probe], "expected_version": now - 1}
        asked.append(("POST", f"{path}/events", wrong))
    alike(twins, "the other seat", asked)


@pytest.mark.parametrize("who", WHO)
def test_everything_that_changes_something_is_answered_alike(twins: Twins, who: str) -> None:
    """Last, for the other seat's recorder records what he asks."""
    asked = list(writes(twins[0]))
    if who == "the other seat":
        path = twins[0].game.path
        for probe in islice(probes(twins[0]), 0, None, 7):
            asked.append(("POST", f"{path}/events", {"events": [probe]}))
        asked += [("GET", f"{path}/{part}", None) for part in ("state", "timeline", "findings")]
    alike(twins, who, asked)
