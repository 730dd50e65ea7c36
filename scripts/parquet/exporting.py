"""gametape export --parquet: all tables written into a new folder."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from projections import news
from projections.seasons import kept_standings
from scripts import installation
from scripts.console import err, plural
from scripts.fault import Fault

_OWN = 0o600


def export(folder: Path) -> bool:
    """Writes everything into a folder that is new or empty; whether something is damaged.

    The files appear together once all are written. Raises Fault.
    """
    if find_spec("pyarrow") is None:
        raise Fault(
            "Parquet files need pyarrow, which is not installed: pip install 'gametape[parquet]'."
        )
    from scripts.parquet import files
    from scripts.parquet.contents import CONTENTS

    here = installation.found()
    for season in kept_standings.stale(here.engine):
        kept_standings.refresh(here.engine, season)
    folder = folder.absolute()
    try:
        if folder.exists() and any(folder.iterdir()):
            raise Fault(f"{folder} is not empty; name a new folder.")
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as name:
            draft = Path(name) / "files"
            draft.mkdir(mode=0o700)
            rows, damaged = files.write(here.engine, draft, CONTENTS)
            for file in draft.iterdir():
                file.chmod(_OWN)
            draft.replace(folder)
    except OSError as error:
        raise Fault(f"{folder} cannot be written: {error.strerror}.") from None
    for sentence in damaged:
        err.print(sentence, markup=False)
    behind = len(news.behind(here.engine, "game"))
    waiting = f" {plural(behind, 'game')} of it not judged to the end yet." if behind else ""
    err.print(f"{plural(rows, 'row')} of {plural(len(CONTENTS), 'table')} in {folder}.{waiting}")
    return bool(damaged)
