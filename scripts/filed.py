"""A tape from an exported file, without touching the installation."""

from __future__ import annotations

import tempfile
from pathlib import Path

from api.services import open_services
from api.settings import Settings
from events import archive
from events.store import UnknownParent
from events.strict_json import NotJson
from projections.games.tape import Tape
from projections.kit.box import box_of
from projections.kit.find import rulesets
from projections.kit.replay import read_creation
from scripts.fault import Fault


def read_tape(path: Path) -> Tape:
    """The game in an exported file. Raises Fault."""
    try:
        read = archive.read(path.read_bytes())
        with tempfile.TemporaryDirectory(prefix="gametape-") as folder:
            return _restored(read, Path(folder))
    except OSError as error:
        raise Fault(f"{path} cannot be read: {error.strerror}.") from None
    except (NotJson, archive.BadArchive) as error:
        raise Fault(f"{path}: {error}") from None
    except UnknownParent as error:
        raise Fault(f"{path} is a branch of {error.parent.stream}; import both.") from None


def _restored(read: archive.Archive, folder: Path) -> Tape:
    here = open_services(Settings(database=f"sqlite:///{folder / 'game.db'}"))
    try:
        if read.kind != "game":
            raise Fault(f"{read.stream} is a {read.kind}; only a game has steps to show.")
        archive.restore(here.store, read)
        ruleset = read_creation(here.store.read(read.stream, until=1)[0]).ruleset
        if ruleset not in rulesets():
            raise Fault(f"The ruleset {ruleset} is not known here.")
        if read.content is not None:
            here.boxes.add(box_of(rulesets()[ruleset], read.content))
        tape = here.tapes.get(read.stream)
    finally:
        here.engine.dispose()
    assert tape is not None
    return tape
