"""Any bytes sent to the real server: no answer is a 5xx, and nothing is taken by half."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as some

from scripts.web_server import door
from tests.api.site import ADMIN, OPENING, Site, read
from tests.scripts.web_server.serving import Web, serving

PAIR = json.dumps(
    {"events": [{"type": "NoteAdded", "data": {"text": text}} for text in ("one", "two")]}
).encode()
"""Two events that come together or not at all."""

SAMPLES = {"game": "final", "ruleset": "und1c1", "name": "style.css", "version": "2", "step": "2"}

METHODS = some.sampled_from(
    ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "BREW", ""]
)
NAMES = some.sampled_from(
    ["If-Match", "If-None-Match", "If-Modified-Since", "If-Range", "Range", "Accept", "Host",
     "Accept-Encoding", "Accept-Language", "Authorization", "Cookie", "Content-Type", "Expect",
     "Content-Encoding", "Upgrade", "Connection", "Last-Event-ID", "X-CSRF-Token", "Origin",
     "X-Forwarded-For", "Referer", "Date", "TE", "Trailer", "User-Agent", "Max-Forwards"]
)  # fmt: skip
VALUES = some.one_of(
    some.sampled_from(
        ["", '"', '""', "*", "W/", 'W/"', ",", ";", "=", "Bearer", "Bearer  ", "bytes=-", "q=x",
         "bytes=9-1",
         "*/*;q=2", "text/html;q=nan", "application/json; charset=none", "9" * 400, "-1",
         "multipart/form-data", "multipart/form-data; boundary=", "session=", "session=a.b.c",
         "websocket", "h2c", "close, upgrade", "gzip;q=x", "100-continue", "nowhere:99999", "[::1",
         "application/x-www-form-urlencoded", "\u0130"]
    ).map(lambda text: text.encode("latin-1", "replace")),
    some.binary(max_size=30),
)  # fmt: skip
FIELDS = some.lists(some.tuples(NAMES.map(str.encode), VALUES), max_size=4)


def targets(site: Site) -> list[bytes]:
    """Every address of the application, with what there is put in for its variables."""
    found = []
    for rule in site.app.url_map.iter_rules():
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda name: SAMPLES.get(name[1], "none"), rule.rule)
        found.append(path.encode())
    return [*found, b"*", b"//", b"/%", b"/%ff", b"/\xff", b"http://there/", b"/?a[", b"/api/v1/"]


def chunked(body: bytes, size: int) -> bytes:
    pieces = [body[start : start + size] for start in range(0, len(body), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in [*pieces, b""])


@some.composite
def framed(draw: some.DrawFn, body: bytes) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Headers and content that send the body, more or less."""
    length = some.one_of(
        some.integers(-2, 2 * len(body)).map(lambda n: b"%d" % n),
        some.sampled_from(
            [b"", b"x", b"+3", b"0x9", b"1e2", b"9" * 30, b"3, 3", b"%d" % len(body)]
        ),
    )
    match draw(some.sampled_from(["right length", "length", "chunks", "both", "none"])):
        case "right length":
            return [(b"Content-Length", b"%d" % len(body))], body
        case "length":
            return [(b"Content-Length", draw(length))], body
        case "chunks":
            return [(b"Transfer-Encoding", b"chunked")], chunked(body, draw(some.integers(1, 99)))
        case "both":
            coding = draw(some.sampled_from([b"chunked", b"gzip", b"identity", b"", b"chunked, x"]))
            fields = [(b"Content-Length", draw(length)), (b"Transfer-Encoding", coding)]
            return fields, chunked(body, draw(some.integers(1, 99)))
        case _:
            return [], body


@some.composite
def broken(draw: some.DrawFn, request: bytes) -> bytes:
    """The request with a few bytes of it changed."""
    for _ in range(draw(some.integers(0, 2))):
        start = draw(some.integers(0, len(request)))
        end = start + draw(some.integers(0, 4))
        request = request[:start] + draw(some.binary(max_size=4)) + request[end:]
    return request


def written(method: bytes, target: bytes, fields: list[tuple[bytes, bytes]], body: bytes) -> bytes:
    head = b"".join(b"%b: %b\r\n" % field for field in fields)
    return b"%b %b HTTP/1.1\r\n%b\r\n%b" % (method, target, head, body)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    database = tmp_path_factory.mktemp("raw") / "gametape.db"
    site = Site(f"sqlite:///{database}", requests_per_minute_by_address=1_000_000)
    site.record(site.make(id="final", visibility="public"), *OPENING)
    yield site
    site.services.engine.dispose()


@pytest.fixture(scope="module")
def web(site: Site) -> Iterator[Web]:
    kept = door.HEAD_SECONDS, door.BODY_SECONDS
    door.HEAD_SECONDS = door.BODY_SECONDS = 0.05
    with serving(site.app) as served:
        yield served
    door.HEAD_SECONDS, door.BODY_SECONDS = kept


def status(web: Web, request: bytes) -> int:
    """The status of the answer, 0 where the connection is closed without one."""
    with web.connect() as connection:
        received = b""
        try:
            connection.sendall(request)
            while b"\r\n" not in received and (more := connection.recv(65536)):
                received += more
        except ConnectionError:
            return 0
    found = re.match(rb"HTTP/1\.1 (?:100 Continue\r\n\r\nHTTP/1\.1 )?(\d{3})", received)
    return int(found[1]) if found else 0


def notes(site: Site) -> list[str]:
    found = read(site.get("/games/final/events?limit=1000&after=4"))["events"]
    return [event["data"].get("text") for event in found]


OFTEN = settings(
    max_examples=200,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def test_any_request_is_answered(site: Site, web: Web) -> None:
    content = some.sampled_from([b"", b"{}", PAIR, b"a=b", b"--x\r\n", b"\x1f\x8b"])

    @OFTEN
    @given(METHODS, some.sampled_from(targets(site)), FIELDS, content, some.data())
    def holds(
        method: str,
        target: bytes,
        fields: list[tuple[bytes, bytes]],
        body: bytes,
        more: some.DataObject,
    ) -> None:
        framing, sent = more.draw(framed(body)) if body else ([], b"")
        own = [(b"Host", b"here"), (b"Content-Type", b"application/json"), *framing]
        if more.draw(some.booleans()):
            own.append((b"Authorization", f"Bearer {ADMIN}".encode()))
        request = written(method.encode(), target, [*own, *fields], sent)
        assert status(web, more.draw(broken(request))) < 500

    holds()


def test_a_batch_is_taken_whole_or_not_at_all(site: Site, web: Web) -> None:
    short = b"%d" % (len(PAIR) - 2)
    no_tag = (b"If-Match", b'""')

    @OFTEN
    @example(([(b"Transfer-Encoding", b"chunked")], chunked(PAIR, 40)[:-5]), [], None)
    @example(([(b"Content-Length", short)], PAIR), [], None)
    @example(([(b"Content-Length", b"%d" % len(PAIR))], PAIR), [no_tag], None)
    @given(framed(PAIR), FIELDS, some.data())
    def holds(
        framing: tuple[list[tuple[bytes, bytes]], bytes],
        more_fields: list[tuple[bytes, bytes]],
        more: some.DataObject | None,
    ) -> None:
        before = notes(site)
        fields, body = framing
        fields = [
            *more_fields,
            (b"Host", b"here"),
            (b"Authorization", f"Bearer {ADMIN}".encode()),
            (b"Content-Type", b"application/json"),
            *fields,
        ]
        request = written(b"POST", b"/api/v1/games/final/events", fields, body)
        found = status(web, more.draw(broken(request)) if more else request)
        assert found < 500
        new = notes(site)[len(before) :]
        assert len(new) in (0, 2)
        assert bool(new) == (found == 201)

    holds()
    assert notes(site), "some were right"
