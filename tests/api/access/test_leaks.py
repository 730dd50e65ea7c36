"""A running game's hidden cards are in no answer to anybody who may not see them.

Every address that serves a game is asked, as the application itself lists them. Two things are
proved: no answer names a hidden card, and no answer changes when the hidden cards are others.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from events.canonical import canonical, digest
from events.chain import START, link
from projections.kit import simulate
from projections.kit.box import sample
from projections.kit.find import rulesets
from tests.api.site import API, HANDS, OPENING, Game, Site, event, read, read_lines
from tests.projections.rulesets.games import plain

RULES = rulesets()["wannabe-football"]
PLAYER_CARDS = [card["id"] for card in RULES.sample_box["player_cards"]]
EVENTS = 70
"""Of about a hundred in a game: both hands have been played from and filled again."""

QUERIES = {
    "state": ["", "?seat=public", "?step={step}", "?version={version}"],
    "options": ["", "?seat=public", "?step={step}", "?version={version}"],
    "board.svg": ["", "?seat=public", "?step={step}", "?version={version}"],
    "replay": ["", "?of=scene", "?seat=public", "?of=scene&seat=public", "?version={version}"],
    "events": ["", "?view=effective", "?version={version}", "?after=5&limit=20"],
    "timeline": ["?limit=5000", "?after=20&limit=10"],
}
"""How the last part of an address may be asked; any other part is asked without a query."""

REFUSED = {"links": 403, "compare": 404}
"""Pages for those who record, and for branches: others are refused, and told nothing either."""

ENDLESS = ("live",)
"""Answers without an end have a test of their own."""


class Story:
    """The events of a game that hides cards, and whose they are in the end."""

    def __init__(self) -> None:
        created = simulate.creation(RULES, sample(RULES))
        played = list(simulate.game(RULES, sample(RULES), created, seed=11))[:EVENTS]
        self.hands = plain(RULES.view(played[-1][1], "all"))["board"]["hands"]
        entries = [event(draft.type, draft.seat, **draft.data) for draft, _ in played[1:]]
        self.unseen = [card for card in PLAYER_CARDS if card not in json.dumps(entries)]
        self.entries = [*entries, *self._corrections(entries)]

    def _corrections(self, entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Corrections of all kinds that name cards: in force, out of force, and of one another."""
        drawn = [
            (version, entry)
            for version, entry in enumerate(entries, 2)
            if entry["type"] == "CardsDrawn" and entry["data"]["deck"] == "player"
        ]
        (first, told), (second, _), last = drawn[0], drawn[-1], EVENTS
        again = event("CardsDrawn", "1", deck="player", cards=self.unseen[:1])
        hands = {seat: {"cards": hand["cards"]} for seat, hand in self.hands.items()}
        return [
            event("EventAmended", None, target=first, data=told["data"], reason="the same"),
            event("EventRetracted", None, target=second),
            event("EventRetracted", None, target=last + 2),
            event("EventInserted", None, after=last, **again),
            event("EventAmended", None, target=last + 4, data=again["data"]),
            event("EventRetracted", None, target=last + 4),
            event("TableAdjusted", None, hands=hands),
            event("NoteAdded", None, text="a long evening"),
        ]

    def secrets(self, viewer: str) -> list[str]:
        """The cards in hands that `viewer` may not know."""
        return [c for seat, hand in self.hands.items() if seat != viewer for c in hand["cards"]]

    def with_others(self, viewer: str) -> list[dict[str, Any]]:
        """The events if every card that `viewer` has not seen were another, right or wrong."""
        hidden = [*self.secrets(viewer), *self.unseen]
        return self._renamed(dict(zip(hidden, [*hidden[1:], hidden[0]], strict=True)))

    def _renamed(self, others: Mapping[str, str]) -> list[dict[str, Any]]:
        def other(found: re.Match[str]) -> str:
            return f'"{others.get(found[1], found[1])}"'

        entries: list[dict[str, Any]] = json.loads(
            re.sub(r'"(P\d\d)"', other, json.dumps(self.entries))
        )
        return entries


@cache
def story() -> Story:
    return Story()


class Running:
    """The story told to a site, and all that it answers."""

    def __init__(self, folder: Path, entries: list[dict[str, Any]]) -> None:
        self.site = Site(f"sqlite:///{folder / 'gametape.db'}")
        self.game = self.site.make(visibility="public", id="hidden")
        self.seat_2 = self.site.token("recorder", game=self.game.id, seat="2")
        self.site.record(self.game, *entries)
        self.site.judge(self.game)
        self.steps = read(self.site.get(self.game.path))["step"]
        self._answers: dict[str | None, list[tuple[str, str]]] = {}

    def callers(self) -> list[tuple[str, str | None]]:
        """Who may not see everything: a viewer and his token."""
        return [("public", None), ("public", self.game.spectator), ("2", self.seat_2)]

    def addresses(self) -> Iterator[str]:
        """Everything that serves this game, many steps and a few versions of it."""
        for rule in self.site.app.url_map.iter_rules():
            if "GET" in (rule.methods or ()) and rule.arguments in ({"game"}, {"game", "step"}):
                yield from self._of(str(rule))
        yield f"{API}/events"
        yield f"{API}/events?after=10&limit=20"
        yield f"{API}/games"
        yield "/"

    def _of(self, rule: str) -> Iterator[str]:
        path = rule.replace("<game:game>", self.game.id)
        steps = [*range(1, self.steps, 4), self.steps]
        if "<int:step>" in path:
            yield from (path.replace("<int:step>", str(step)) for step in steps)
            return
        last = path.rpartition("/")[2]
        for query in QUERIES.get(last, [] if last in ENDLESS else [""]):
            if "{step}" in query:
                yield from (path + query.format(step=step) for step in steps)
            elif "{version}" in query:
                yield from (path + query.format(version=v) for v in (2, 20, EVENTS, EVENTS + 4))
            else:
                yield path + query

    def answers(self, token: str | None) -> list[tuple[str, str]]:
        """Each address with its body and headers."""
        if token not in self._answers:
            self._answers[token] = list(self._asked(token))
        return self._answers[token]

    def _asked(self, token: str | None) -> Iterator[tuple[str, str]]:
        for address in self.addresses():
            lines = "/events" in address
            for accept in ("application/json", "application/x-ndjson")[: 1 + lines]:
                answer = self.site.get(address, token, headers={"Accept": accept}, at_root=True)
                admitted = (200, REFUSED.get(address.rpartition("/")[2]))
                assert answer.status_code in admitted, (address, answer.text)
                content = answer.get_data()
                if answer.headers.get("Content-Encoding") == "gzip":
                    content = gzip.decompress(content)
                yield f"{address} as {accept}", f"{content.decode()}\n{answer.headers}"

    def export(self, token: str | None) -> list[Any]:
        return read_lines(self.site.get(f"{self.game.path}/export", token))


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = Running(tmp_path_factory.mktemp("leaks"), story().entries)
    yield made
    made.site.services.engine.dispose()


def test_there_is_something_to_hide(running: Running) -> None:
    everything = "".join(text for _, text in running.answers(running.game.recorder))
    for viewer, _ in running.callers():
        secrets = story().secrets(viewer)
        assert len(secrets) >= 3
        assert all(card in everything for card in secrets)


def test_no_answer_names_a_hidden_card(running: Running) -> None:
    asked = 0
    for viewer, token in running.callers():
        secrets = story().secrets(viewer)
        for address, text in running.answers(token):
            asked += 1
            named = [card for card in secrets if card in telling(address, text)]
            assert not named, (viewer, address, named)
    assert asked > 300


def telling(address: str, text: str) -> str:
    """What of an answer may not name a hidden card.

    An export says what lies in the box; options offer all cards that nobody has seen.
    """
    lines = text.splitlines()
    if "/export" in address:
        return "\n".join([lines[0], *lines[2:]])
    return "" if "/options" in address else text


@pytest.mark.parametrize("viewer", ["public", "2"])
def test_no_answer_depends_on_a_hidden_card(running: Running, tmp_path: Path, viewer: str) -> None:
    other = Running(tmp_path, story().with_others(viewer))
    assert other.steps == running.steps
    for (who, token), (_, other_token) in zip(running.callers(), other.callers(), strict=True):
        if who == viewer:
            pairs = zip(running.answers(token), other.answers(other_token), strict=True)
            for (address, text), (_, other_text) in pairs:
                assert unmarked(text) == unmarked(other_text), address
    other.site.services.engine.dispose()


def unmarked(text: str) -> str:
    """An answer without what differs between any two recordings: hashes, ids, times, cookies.

    And without how much more may be asked.
    """
    text = re.sub(r"\b[0-9a-f]{32}([0-9a-f]{32})?\b", "<hash>", text)
    text = re.sub(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", "<id>", text)
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "<time>", text)
    return re.sub(r"(Content-Length: |Set-Cookie: |RateLimit: ).*|\d\d:\d\d(?=\D)", r"\1", text)


def test_no_answer_has_the_salt_of_a_hidden_event(running: Running) -> None:
    """With it, a card would be found by hashing all cards."""
    salts = {told["version"]: told["salt"] for told in running.export(None)[2:] if "salt" in told}
    whole = running.export(running.game.recorder)[2:]
    all_salts = {told["version"]: told["salt"] for told in whole if "salt" in told}
    assert len(all_salts) > 20
    for _, token in running.callers():
        shown = running.export(token)[2:]
        covered = {told["version"] for told in shown if "digest" in told}
        hidden = [salt for version, salt in all_salts.items() if version in covered]
        assert len(hidden) > 5
        for address, text in running.answers(token):
            assert not [salt for salt in hidden if salt in text], address
    assert salts.items() <= all_salts.items()


def test_no_hidden_card_is_found_by_hashing(running: Running) -> None:
    """Whoever has a redacted export tries every card, with the hashes and digests that he sees."""
    for _, token in running.callers():
        tried = 0
        for before, told in pairwise(running.export(token)[2:]):
            if "digest" in told and told["type"] == "CardsDrawn":
                for card in PLAYER_CARDS:
                    guess = digest(_body({**told, "data": {**told["data"], "cards": [card]}}))
                    assert guess != told["digest"]
                    assert link(before["hash"], guess) != told["hash"]
                    tried += 1
        assert tried > 5 * len(PLAYER_CARDS)


def test_a_redacted_export_still_verifies(running: Running) -> None:
    lines = running.export(running.game.spectator)
    hash_ = START
    for told in lines[2:]:
        hash_ = link(hash_, told.get("digest") or digest(_body(told)))
        assert told["hash"] == hash_
    assert lines[0]["redacted"] is True
    assert lines[0]["hash"] == hash_


def _body(told: Mapping[str, Any]) -> bytes:
    """What is hashed of an event, as far as it is shown."""
    placed = ("version", "position", "game", "hash", "digest")
    return canonical({key: value for key, value in told.items() if key not in placed})


def test_a_seat_reads_refusals_that_tell_no_other_seat_s_cards(site: Site) -> None:
    enforced = site.make(options={"policy": "enforce"})
    site.record(enforced, *OPENING)
    token = site.token("recorder", game=enforced.id, seat="2")
    stolen = event("CardPlayed", "2", card="P20")
    answer = site.post(f"{enforced.path}/events", {"events": [stolen]}, token)
    assert answer.status_code == 422
    assert not [card for card in HANDS["1"] if card in answer.text]


def test_everything_is_shown_once_the_game_has_ended(site: Site) -> None:
    ended = site.make(visibility="public")
    site.record(ended, *OPENING, event("GameEnded", None, reason="agreement"))
    for token in (None, ended.spectator):
        for step in (2, 5):
            hands = read(site.get(f"{ended.path}/state?step={step}", token))["board"]["hands"]
            assert hands["1"]["cards"] == HANDS["1"]
        assert HANDS["2"][0] in site.get(f"{ended.path}/export", token).text
    assert site.get(f"{ended.path}/state?seat=1", ended.spectator).status_code == 200


def test_a_game_that_goes_on_after_all_is_covered_again(site: Site, game: Game) -> None:
    site.record(game, event("GameEnded", None, reason="agreement"))
    assert read(site.get(f"{game.path}/state", game.spectator))["board"]["hands"]["1"]["cards"][0]
    site.record(game, event("EventRetracted", None, target=5))
    for query in ("", "?version=5", "?step=2"):
        state = read(site.get(f"{game.path}/state{query}", game.spectator))
        assert not set(HANDS["1"]) & set(state["board"]["hands"]["1"]["cards"]), query


def test_a_branch_shows_no_more_than_the_game_it_left(site: Site, game: Game) -> None:
    """Who ends a what-if line has not ended the game."""
    branch = site.of(site.post(f"{game.path}/branches", {"step": 4}))
    site.record(branch, event("GameEnded", None, reason="abandoned"))
    for part in ("state", "events", "events?view=effective", "replay", "timeline", "export"):
        answer = site.get(f"{branch.path}/{part}", branch.spectator)
        assert answer.status_code == 200
        told = telling(f"/{part}", answer.text)
        assert not [card for card in HANDS["1"] if card in told], part
    site.record(game, event("GameEnded", None, reason="abandoned"))
    shown = read(site.get(f"{branch.path}/state", branch.spectator))["board"]["hands"]["1"]
    assert shown["cards"] == HANDS["1"]
