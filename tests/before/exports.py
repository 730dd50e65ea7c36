"""Kept exports: into an installation and out of one."""

from __future__ import annotations

import json
from pathlib import Path

from tests.api.site import Site
from tests.before.told import catch_up

LINES = "application/x-ndjson"


def take_out(site: Site, folder: Path) -> None:
    """Writes everything that an installation holds, each game and league into a file."""
    for stream in site.services.store.streams():
        (folder / f"{stream.id}.jsonl").write_bytes(exported(site, stream.kind, stream.id))


def exported(site: Site, kind: str, stream: str) -> bytes:
    """The export of a game or league."""
    answer = site.get(f"/{kind}s/{stream}/export")
    assert answer.status_code == 200, answer.text
    return answer.get_data()


def bring_in(site: Site, folder: Path) -> None:
    """Imports every export of a folder, branches after the games that they left."""
    for file in sorted(folder.glob("*.jsonl"), key=_order):
        answer = site.ask("POST", "/import", data=file.read_bytes(), content_type=LINES)
        assert answer.status_code == 201, (file.name, answer.text)
    catch_up(site)


def named(file: Path) -> tuple[str, str]:
    """The kind and the id of what an export holds."""
    header = json.loads(_first(file))
    return ("game", header["game"]) if "game" in header else ("league", header["league"])


def _order(file: Path) -> tuple[bool, str]:
    return json.loads(_first(file))["parent"] is not None, file.name


def _first(file: Path) -> bytes:
    return file.read_bytes().split(b"\n", 1)[0]
