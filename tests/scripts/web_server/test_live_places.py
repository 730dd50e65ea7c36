"""Places to watch a game from: shared out by address, free again as soon as somebody leaves."""

from __future__ import annotations

import socket
from contextlib import ExitStack

import pytest

import api.rest.games.live
from scripts.web_server import run
from tests.api.site import Game, Site
from tests.children import eventually
from tests.scripts.web_server.serving import Web, read, serving

MOST, EACH = 6, 3
FOR_EVER = 100_000.0


@pytest.fixture
def site(sqlite_url: str) -> Site:
    return Site(sqlite_url, most_watchers=MOST, watchers_by_address=EACH)


@pytest.fixture
def game(site: Site) -> Game:
    return site.make(visibility="public")


def watch(web: Web, game: Game, source: str, **headers: str) -> socket.socket:
    told = {"Host": "here", **headers}
    fields = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in told.items())
    connection = web.connect(source)
    connection.sendall(f"GET {game.path}/live?after=0 HTTP/1.1\r\n{fields}\r\n".encode())
    return connection


def welcomed(connection: socket.socket) -> bool:
    received = b""
    while b"\r\n\r\n" not in received:
        received += connection.recv(65536)
    return received.startswith(b"HTTP/1.1 200")


def test_one_address_takes_no_more_than_its_share(site: Site, game: Game) -> None:
    with serving(site.app) as web, ExitStack() as stack:
        strangers = [stack.enter_context(watch(web, game, "127.0.0.2")) for _ in range(EACH)]
        assert all(welcomed(stranger) for stranger in strangers)
        with watch(web, game, "127.0.0.2") as one_more:
            refused = read(one_more)
        assert refused.status == 503
        assert refused.headers["retry-after"] == "30"
        others = [stack.enter_context(watch(web, game, "127.0.0.3")) for _ in range(EACH)]
        assert all(welcomed(other) for other in others)
        assert read(stack.enter_context(watch(web, game, "127.0.0.4"))).status == 503


def test_a_place_is_free_as_soon_as_somebody_leaves(
    site: Site, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.rest.games.live, "HEARTBEAT", FOR_EVER)
    live = site.services.live
    with serving(site.app) as web:
        with ExitStack() as stack:
            for _ in range(EACH):
                assert welcomed(stack.enter_context(watch(web, game, "127.0.0.2")))
            assert eventually(lambda: live.watching == EACH)
        assert eventually(lambda: live.watching == 0)


def test_an_address_is_the_one_that_proxies_tell_where_they_are_believed(sqlite_url: str) -> None:
    for proxies, statuses in ((0, [200, 503]), (1, [200, 200])):
        site = Site(sqlite_url, watchers_by_address=1, proxies=proxies)
        game = site.make(visibility="public")
        with serving(site.app, proxies=proxies) as web, ExitStack() as stack:
            for number, status in enumerate(statuses):
                address = f"203.0.113.9, 192.0.2.{number}"
                watching = watch(web, game, "127.0.0.2", X_Forwarded_For=address)
                assert welcomed(stack.enter_context(watching)) == (status == 200)


def test_watchers_do_not_hold_up_the_end(
    site: Site, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "GRACE", FOR_EVER)
    with ExitStack() as stack:
        with serving(site.app) as web:
            watching = stack.enter_context(watch(web, game, "127.0.0.2"))
            assert welcomed(watching)
        while watching.recv(65536):
            pass  # ends like any answer
