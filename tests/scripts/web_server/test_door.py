"""Who sends slowly, reads slowly or takes much holds up nobody else."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import Any

import msgspec
import pytest

from scripts.web_server import door, front
from scripts.web_server.access_log import Line
from scripts.web_server.front import AT_ONCE
from tests.children import eventually
from tests.scripts.web_server.serving import Web, read, serving

STRANGER = "127.0.0.2"
HEAD = b"POST /a HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n"
MUCH = 5_000_000


class Application:
    """Answers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        told = {key: value for key, value in environ.items() if isinstance(value, str)}
        told["body"] = environ["wsgi.input"].read().decode("latin-1")
        self.asked.append(told)
        if environ["PATH_INFO"] == "/much":
            start_response("200 OK", [("Content-Type", "text/plain")])
            return [b"x" * 50_000] * (MUCH // 50_000)
        answer = json.dumps(told).encode()
        start_response("200 OK", [("Content-Length", str(len(answer)))])
        return [answer]


@pytest.fixture
def application() -> Application:
    return Application()


@pytest.fixture
def web(application: Application) -> Iterator[Web]:
    with serving(application, largest_body=1_000_000) as served:
        yield served


@pytest.mark.parametrize("half", [HEAD, HEAD + b"\r\n12345", b"GET /", b""])
def test_half_sent_requests_hold_up_nobody(web: Web, half: bytes) -> None:
    with ExitStack() as stack:
        for _ in range(2 * AT_ONCE):
            stack.enter_context(web.connect(STRANGER)).sendall(half)
        assert web.get("/b").status == 200
        assert web.get("/b", STRANGER).status == 200


def test_who_reads_nothing_holds_up_nobody(
    web: Web, monkeypatch: pytest.MonkeyPatch, application: Application
) -> None:
    monkeypatch.setattr(door, "READER_SECONDS", 1.0)
    with ExitStack() as stack:
        readers = [stack.enter_context(web.connect(STRANGER)) for _ in range(AT_ONCE + 1)]
        for reader in readers:
            reader.sendall(b"GET /much HTTP/1.1\r\nHost: here\r\n\r\n")
        assert eventually(lambda: len(application.asked) == len(readers))
        assert web.get("/b").status == 200
        assert eventually(lambda: not web.front._bytes._held and len(_held(web)) == 0)


def _held(web: Web) -> dict[str, int]:
    assert web.front.connections is not None
    return web.front.connections._held


def test_an_answer_comes_whole_to_who_reads_it(web: Web) -> None:
    with web.connect() as connection:
        connection.sendall(b"GET /much HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
        received = b""
        while more := connection.recv(65536):
            received += more
    assert received.partition(b"\r\n\r\n")[2].count(b"x") == MUCH


@pytest.mark.parametrize(
    ("limit", "sent", "status"),
    [
        ("HEAD_SECONDS", HEAD, 408),
        ("HEAD_SECONDS", b"\r\n\r\n", 408),
        ("BODY_SECONDS", HEAD + b"\r\n12345", 408),
        ("BODY_SECONDS", HEAD.replace(b"Content-Length: 10", b"Transfer-Encoding: chunked")
         + b"\r\n3\r\nabc", 408),
    ],
)  # fmt: skip
def test_a_request_that_takes_too_long_is_ended(
    web: Web,
    application: Application,
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    sent: bytes,
    status: int,
) -> None:
    monkeypatch.setattr(door, limit, 0.2)
    answer = web.send(sent)
    assert answer.status == status
    assert json.loads(answer.body)["detail"] == "The request took too long to come; send it again."
    assert application.asked == []


def test_a_byte_now_and_then_makes_no_time(
    web: Web, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "HEAD_SECONDS", 0.5)
    monkeypatch.setattr(door, "BODY_SECONDS", 0.5)
    for begun in (HEAD + b"X-Slow: ", HEAD + b"\r\n"):
        with web.connect() as connection:
            connection.sendall(begun)
            try:
                for _ in range(9):
                    connection.sendall(b"x")
                    time.sleep(0.3)
            except ConnectionError:
                pass
            assert read(connection).status in (408, 0)
    assert application.asked == []


def test_a_connection_is_used_again(web: Web) -> None:
    with web.connect() as connection:
        for path in ("/1", "/2?so", "/%C3%A4"):
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
            told = json.loads(read(connection).body)
            assert told["PATH_INFO"] == path.partition("?")[0].replace("%C3%A4", "Ã¤")
    with web.connect() as connection:
        connection.sendall(b"GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
        received = b""
        while received.count(b"PATH_INFO") < 2:
            received += connection.recv(65536)
        assert received.index(b'"/1"') < received.index(b'"/2"')


def test_each_address_has_its_share_of_connections(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(front, "CONNECTIONS_BY_PLACE", 3)
    with serving(application) as web, ExitStack() as stack:
        first, *_ = [stack.enter_context(web.connect(STRANGER)) for _ in range(3)]
        assert eventually(lambda: _held(web) == {STRANGER: 3})
        refused = web.get("/a", STRANGER)
        assert refused.status == 429
        assert refused.headers["retry-after"] == "10"
        assert web.get("/a").status == 200
        first.close()
        assert eventually(lambda: _held(web)[STRANGER] == 2)
        assert web.get("/a", STRANGER).status == 200


def test_connections_of_a_proxy_are_not_counted(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(front, "CONNECTIONS_BY_PLACE", 1)
    with serving(application, proxies=1) as web, web.connect():
        assert web.get("/a").status == 200


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /" + b"x" * 9_000 + b" HTTP/1.1\r\nHost: here\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nHost: here\r\nX: " + b"x" * 33_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: here\r\nX: " + b"x" * 1_000_000, 431),
        (b"GET / HTTP/1.1\r\nHost: here\r\n" + b"X: x\r\n" * 101 + b"\r\n", 431),
        (HEAD.replace(b"10", b"1000001") + b"\r\n", 413),
        (HEAD.replace(b"10", b"1000001") + b"\r\n" + b"x" * 1_000_001, 413),
        (HEAD.replace(b"10", b"9" * 19) + b"\r\n", 413),
        (b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
         + b"fffff\r\n" + b"x" * 0xFFFFF + b"\r\n0\r\n\r\n", 413),
    ],
)  # fmt: skip
def test_what_is_too_large_is_refused(
    web: Web, application: Application, request_: bytes, status: int
) -> None:
    answer = web.send(request_)
    assert answer.status == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert application.asked == []
    assert eventually(lambda: not web.front._bytes._held)


def test_bodies_of_one_address_have_a_share_of_the_memory(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(front, "BYTES_BY_PLACE", 100_000)
    half = HEAD.replace(b"10", b"90000") + b"\r\n" + b"x" * 80_000
    with serving(application) as web, web.connect(STRANGER) as first:
        first.sendall(half)
        assert eventually(lambda: web.front._bytes._held == {STRANGER: 80_000})
        assert web.send(half, STRANGER).status == 429
        assert web.send(half + b"x" * 10_000).status == 200
        first.sendall(b"x" * 10_000)
        assert read(first).status == 200
        assert eventually(lambda: not web.front._bytes._held)


CHUNKED = b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    "request_",
    [
        CHUNKED + b"zz\r\nab\r\n0\r\n\r\n",
        CHUNKED + b"-1\r\nab\r\n0\r\n\r\n",
        CHUNKED + b"2\r\nabcd\r\n0\r\n\r\n",
        CHUNKED + b"ffffffffffffffffff\r\nab\r\n0\r\n\r\n",
        CHUNKED.replace(b"chunked", b"gzip") + b"2\r\nab\r\n0\r\n\r\n",
        CHUNKED.replace(b"chunked", b"chunked, gzip") + b"2\r\nab\r\n0\r\n\r\n",
        CHUNKED.replace(b"Host", b"Content-Length: 5\r\nHost") + b"2\r\nab\r\n0\r\n\r\n",
        HEAD + b"Content-Length: 11\r\n\r\n12345678901",
        HEAD.replace(b"10", b"-1") + b"\r\nab",
        HEAD.replace(b"10", b"+2") + b"\r\nab",
        HEAD.replace(b"10", b"0x2") + b"\r\nab",
        HEAD.replace(b"10", b"2,2") + b"\r\nab",
        HEAD.replace(b"10", b"9" * 40) + b"\r\nab",
        b"BREW /a HTTP/1.1\r\nHost: here\r\n\r\n",
        b"GET /a HTTP/9.9\r\nHost: here\r\n\r\n",
        b"GET /a\r\n\r\n",
        b"GET /a HTTP/1.1\r\nHost: here\r\nHost: there\r\n\r\n",
        b"GET /a HTTP/1.1\r\nHost: here\r\nX: a\x00b\r\n\r\n",
        b"GET /a HTTP/1.1\r\nHost : here\r\n\r\n",
        b"GET /a HTTP/1.1\r\nHost: here\r\n folded: so\r\n: none\r\n\r\n",
        b"CONNECT here:80 HTTP/1.1\r\nHost: here\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ],
)  # fmt: skip
def test_what_is_no_http_is_refused(web: Web, application: Application, request_: bytes) -> None:
    answer = web.send(request_)
    assert answer.status == 400
    document = json.loads(answer.body)
    assert document["detail"] == "This is no HTTP/1.1 request that could be understood."
    assert application.asked == []


def test_a_body_in_chunks_is_taken_with_its_length(web: Web) -> None:
    sent = CHUNKED + b"2\r\nab\r\n3;so=1\r\ncde\r\n0\r\nX-Admin: 1\r\nX-Forwarded-For: 1\r\n\r\n"
    told = json.loads(web.send(sent).body)
    assert (told["body"], told["CONTENT_LENGTH"]) == ("abcde", "5")
    assert "HTTP_X_ADMIN" not in told
    assert "HTTP_X_FORWARDED_FOR" not in told


def test_a_header_passes_for_no_other(web: Web) -> None:
    sent = (
        b"GET / HTTP/1.1\r\nHost: here\r\nX_Forwarded_For: 1\r\nCookie: a=1\r\nCookie: b=2\r\n\r\n"
    )
    told = json.loads(web.send(sent).body)
    assert "HTTP_X_FORWARDED_FOR" not in told
    assert told["HTTP_COOKIE"] == "a=1; b=2"


def test_who_expects_to_be_told_to_go_on_is_told(web: Web) -> None:
    with web.connect() as connection:
        connection.sendall(HEAD + b"Expect: 100-continue\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 100 ")
        connection.sendall(b"1234567890")
        assert read(connection).status == 200


def test_each_request_is_one_line_without_secrets(application: Application) -> None:
    lines: list[Line] = []
    secrets = "Authorization: Bearer tell-nobody\r\nCookie: session=tell-nobody\r\n"
    with serving(application, largest_body=9, proxies=1, log=lines.append) as web:
        for path, more in (("/a%0Ab?token=tell-nobody", ""), ("/b", "Content-Length: 10\r\n")):
            forwarded = "X-Forwarded-For: 192.0.2.7, 198.51.100.2\r\n"
            head = f"GET {path} HTTP/1.1\r\nHost: here\r\n{secrets}{forwarded}{more}\r\n"
            web.send(head.encode())
        web.send(b"no HTTP\r\n\r\n")
        assert eventually(lambda: len(lines) == 3)
    told = [(line.address, line.method, line.path, line.status) for line in lines]
    assert told == [
        ("198.51.100.2", "GET", "/a%0Ab", 200),
        ("198.51.100.2", "GET", "/b", 413),
        ("127.0.0.1", "", "", 400),
    ]
    assert lines[0].sent > 0
    written = [msgspec.json.encode(line) for line in lines]
    assert not any(b"tell-nobody" in line or b"\n" in line for line in written)
