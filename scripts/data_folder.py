"""Where an installation keeps what it writes."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

OURS = (
    "gametape.*",
    "*.rdb",
    "*.aof",
    "redis*",
    "serve.lock",
    "logs",
    "logs/*",
    "appendonlydir",
    "appendonlydir/*",
)
"""What lies in it of ours; with a folder that has other things in it, they stay as they are."""


def data_folder() -> Path:
    """GAMETAPE_DATA, by default `var` in the present folder."""
    return Path(os.environ.get("GAMETAPE_DATA") or "var").absolute()


def own(folder: Path) -> None:
    """Makes the folder, and leaves it and what is in it to its owner; also what older versions
    made for everybody to read. Raises OSError where it cannot be made.
    """
    os.umask(0o077)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for there in (folder, *(found for name in OURS for found in folder.glob(name))):
        with suppress(OSError):  # it has just gone, or is somebody else's
            _shut(there)


def _shut(there: Path) -> None:
    found = there.lstat().st_mode
    if stat.S_ISLNK(found):
        return
    mode = 0o700 if stat.S_ISDIR(found) else stat.S_IMODE(found) & 0o700
    if stat.S_IMODE(found) != mode:
        there.chmod(mode)
