"""What lies in deploy/ is understood by the tools that it is for, and by the program."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest
import yaml

from scripts.serving import place
from tests.children import PATIENCE, await_ready, start, stop
from tests.scripts.web_server.serving import serving

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
README = (ROOT / "README.md").read_text("utf-8")
VARIABLE = re.compile(r"GAMETAPE_[A-Z]+(?:_[A-Z]+)*")
NOT_FOR_PEOPLE = {"GAMETAPE_BENCH_DATABASE"}


def _variables(*files: Path) -> set[str]:
    return {name for file in files for name in VARIABLE.findall(file.read_text("utf-8"))}


def _read_by_the_program() -> set[str]:
    found = _variables(
        *(p for top in ("api", "events", "scripts", "workers") for p in ROOT.glob(f"{top}/**/*.py"))
    )
    return found - NOT_FOR_PEOPLE


def test_every_variable_stands_in_the_table() -> None:
    table = README.split("| variable | meaning |", 1)[1].split("\n\n", 1)[0]
    assert set(VARIABLE.findall(table)) == _read_by_the_program()


@pytest.mark.parametrize("file", sorted(DEPLOY.iterdir()), ids=lambda file: file.name)
def test_no_file_names_a_variable_that_nobody_reads(file: Path) -> None:
    assert _variables(file) <= _read_by_the_program()


def test_the_compose_file_names_what_there_is() -> None:
    compose: Any = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    services = compose["services"]
    assert set(services) == {"web", "worker", "database", "queue", "proxy"}
    for service in services.values():
        assert set(service.get("depends_on", [])) <= set(services)
        for volume in service.get("volumes", []):
            name = volume.partition(":")[0]
            assert name in compose["volumes"] or (DEPLOY / name).exists()
    for name in ("web", "worker"):
        build = services[name]["build"]
        assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
        assert "GAMETAPE_REDIS" in services[name]["environment"]
        _runs(services[name]["command"][:1])
    wanted = set(re.findall(r"\$\{(\w+):\?\}", json.dumps(compose)))
    given = re.findall(r"^(\w+)=", (DEPLOY / "env.example").read_text("utf-8"), re.MULTILINE)
    assert wanted == set(given)


def test_the_image_is_made_of_what_there_is() -> None:
    text = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    instructions = [line.split(None, 1) for line in text.splitlines() if re.match("[A-Z]+ ", line)]
    for _, words in (one for one in instructions if one[0] == "COPY"):
        for source in words.split()[:-1]:
            assert (ROOT / source).exists()
    told = dict(instructions)
    assert told["USER"] == "gametape"
    _runs([*json.loads(told["ENTRYPOINT"])[3:], json.loads(told["CMD"])[0]])
    check = json.loads(told["HEALTHCHECK"].partition("CMD ")[2])

    def alive(_environ: Any, start_response: Any) -> list[bytes]:
        start_response("200 OK", [("Content-Length", "0")])
        return [b""]

    with serving(alive) as web:
        code = check[2].replace("8000", str(web.port))
        assert subprocess.run([sys.executable, "-c", code]).returncode == 0
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 1


def _runs(command: list[str]) -> None:
    subprocess.run(
        [sys.executable, "-m", "scripts.cli", *command, "--help"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
@pytest.mark.parametrize("unit", ["gametape-web.service", "gametape-worker@.service"])
def test_the_units_are_understood(unit: str, tmp_path: Path) -> None:
    text = (DEPLOY / unit).read_text("utf-8")
    program = re.search(r"^ExecStart=(\S+) -m scripts\.cli (\w+)", text, re.MULTILINE)
    assert program is not None
    _runs([program[2]])
    (tmp_path / unit).write_text(text.replace(program[1], sys.executable))
    told = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / unit)], capture_output=True, text=True
    )
    assert (told.returncode, told.stderr) == (0, "")


@pytest.mark.skipif(not shutil.which("nginx"), reason="no nginx here")
def test_the_site_of_nginx_is_understood(tmp_path: Path) -> None:
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    key, certificate = tmp_path / "key", tmp_path / "certificate"
    subprocess.run(
        ["openssl", "req", "-x509", "-nodes", "-newkey", "rsa:2048", "-days", "1",
         "-subj", "/CN=games.example", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    site = re.sub(r"ssl_certificate_key \S+;", f"ssl_certificate_key {key};", site)
    site = re.sub(r"ssl_certificate /\S+;", f"ssl_certificate {certificate};", site)
    whole = tmp_path / "nginx.conf"
    whole.write_text(f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ {site} }}")
    told = subprocess.run(["nginx", "-t", "-c", whole], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr


CADDY = Path(sysconfig.get_path("scripts")) / "caddy"


def test_caddy_says_who_asks_passes_streams_on_and_takes_no_more_than_the_program(
    tmp_path: Path,
) -> None:
    go_on = Event()

    def told(environ: Any, start_response: Any) -> Iterator[bytes]:
        live = environ["PATH_INFO"] == "/live"
        kind = "text/event-stream" if live else "text/plain"
        start_response("200 OK", [("Content-Type", kind)])
        environ["wsgi.input"].read()
        names = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST")
        return lines(" ".join(environ[name] for name in names), live)

    def lines(said: str, live: bool) -> Iterator[bytes]:
        yield f"{said}\n".encode()
        if live:
            assert go_on.wait(PATIENCE)
            yield b"later\n"

    with serving(told) as web, _caddy(tmp_path, web.port) as address:
        asked = Request(f"{address}/", headers={"X-Forwarded-For": "192.0.2.7"})
        with urlopen(asked, timeout=PATIENCE) as answer:
            assert answer.read() == b"127.0.0.1 http " + address[7:].encode() + b"\n"
        with urlopen(f"{address}/live", timeout=PATIENCE) as answer:
            assert answer.readline().startswith(b"127.0.0.1")
            go_on.set()
            assert answer.readline() == b"later\n"
        with pytest.raises((HTTPError, URLError)) as refused:
            urlopen(Request(f"{address}/", data=bytes(64_000_001)), timeout=PATIENCE)
        assert getattr(refused.value, "code", 413) == 413


@contextmanager
def _caddy(folder: Path, port: int) -> Iterator[str]:
    """Its address, before a web server at that port."""
    listener = place.listen("127.0.0.1", 0)
    own = listener.getsockname()[1]
    listener.close()
    site = (DEPLOY / "Caddyfile").read_text("utf-8").replace("web:8000", f"127.0.0.1:{port}")
    (folder / "Caddyfile").write_text(f"{{\nadmin off\n}}\n{site}")
    address = f"http://127.0.0.1:{own}"
    environment = {"SITE_HOST": address, "HOME": str(folder)}
    command = [CADDY, "run", "--adapter", "caddyfile", "--config", folder / "Caddyfile"]
    child = start(command, folder / "log", farewell=signal.SIGTERM, env=environment)
    try:
        await_ready(child, folder / "log", lambda: urlopen(address, timeout=PATIENCE))
        yield address
    finally:
        stop(child, signal.SIGTERM)
