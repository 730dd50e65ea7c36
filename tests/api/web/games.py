"""A served installation with simulated games, and pages that draw a designed scene."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from threading import Thread

import msgspec
from flask import Flask, Response, render_template_string, request
from werkzeug.serving import make_server

from api.web.panels import docks
from api.web.replay.page import board_shape
from events.event import Draft
from projections.kit import box, simulate
from projections.kit.find import rulesets
from tests.api.site import Site
from tests.projections.kit.drawing.scenes import designed, document
from workers.referee import referee

RULES = rulesets()["wannabe-football"]

DOCKS = ("bar-far", "board", "bar-near", "stage", "said", "tray-near", "tray-far", "table")

_STAGE = """
{% extends "base.html" %}{% block title %}Stage{% endblock %}{% block main %}
<div class="replay {{ shape }}" data-stage>
{% for dock in names %}<div data-dock="{{ dock }}">{{ docks[dock] }}</div>{% endfor %}
<div data-panel="dice">{{ docks["dice"] }}</div>
<div data-panel="prompt">{{ docks["prompt"] }}</div>
</div>{% endblock %}
"""


def played(seed: int, names: Sequence[str]) -> list[Draft]:
    """A whole simulated game of Wannabe Football between two sides."""
    sample = box.sample(RULES)
    created = simulate.creation(RULES, sample)
    data = dict(created.data)
    data["seats"] = [
        {**seat, "name": name} for seat, name in zip(data["seats"], names, strict=True)
    ]
    creation = msgspec.structs.replace(created, data=data)
    return [draft for draft, _ in simulate.game(RULES, sample, creation, seed)]


def enter(site: Site, game: str, drafts: Sequence[Draft], visibility: str = "public") -> None:
    """Records a game as it stands and lets the referee judge it."""
    here = site.services
    here.store.append(
        game, drafts[:1], recorded_by="admin", expected="no_stream", visibility=visibility
    )
    if drafts[1:]:
        here.store.append(game, drafts[1:], recorded_by="admin")
    judge(site, game)


def judge(site: Site, game: str) -> None:
    """What a worker does after an append."""
    here = site.services
    tape = here.tapes.get(game)
    assert tape is not None
    here.games.enter(tape)
    referee(here.store, here.tapes, here.games, game)


def illegal(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts with one card, that of `illegal_step`, played out of turn."""
    at = illegal_step(drafts) - 1
    other = {"1": "2", "2": "1"}[drafts[at].seat or "1"]
    return [*drafts[:at], msgspec.structs.replace(drafts[at], seat=other), *drafts[at + 1 :]]


def illegal_step(drafts: Sequence[Draft]) -> int:
    """The step of the first card that is played after the twentieth step."""
    return next(n for n, draft in enumerate(drafts, 1) if n > 20 and draft.type == "CardPlayed")


def add_stage(app: Flask) -> None:
    """Adds /stage/<name>: a designed scene as the server draws it, and its JSON."""

    @app.get("/stage/<name>")
    def stage(name: str) -> str:
        return _stage(name, turned=False)

    @app.get("/stage/<name>/turned")
    def turned(name: str) -> str:
        return _stage(name, turned=True)

    @app.get("/stage/<name>.json")
    def scene_json(name: str) -> Response:
        return Response(msgspec.json.encode(document(name)), content_type="application/json")


def add_blog(app: Flask) -> None:
    """Adds /blog: a page of somebody else, who may show what he likes (given as `html`)."""

    @app.get("/blog")
    def blog() -> Response:
        open_to_all = {"Content-Security-Policy": "frame-src *"}
        return Response(request.args["html"], headers=open_to_all, content_type="text/html")


def _stage(name: str, turned: bool) -> str:
    scene = designed(name)
    drawn = docks(scene, turned=turned)
    return render_template_string(_STAGE, docks=drawn, names=DOCKS, shape=board_shape(scene))


class Served:
    """An application served by a thread of its own; `url` is its address."""

    def __init__(self, site: Site) -> None:
        self.site = site
        # Bound and deaf: while the server is stopped, nobody else gets its port.
        self._place = socket.socket()
        self._place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._place.bind(("127.0.0.1", 0))
        self._port = self._place.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}"
        self.start()

    def start(self) -> None:
        """Serves; after `stop` at the same address as before."""
        self._server = make_server("127.0.0.1", self._port, self.site.app, threaded=True)
        self._thread = Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def steps(self, game: str) -> int:
        """The last step of a game."""
        tape = self.site.services.tapes.get(game)
        assert tape is not None
        return tape.steps

    def stop(self) -> None:
        """Refuses connections until `start`."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def leave(self) -> None:
        """Stops for good."""
        self.stop()
        self._place.close()
