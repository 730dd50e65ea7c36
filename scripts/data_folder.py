"""Where an installation keeps what it writes."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """GAMETAPE_DATA, by default `var` in the present folder."""
    return Path(os.environ.get("GAMETAPE_DATA") or "var").absolute()
