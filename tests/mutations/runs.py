"""The tests, run as they are and on changed code."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.util
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, FrameType, ModuleType

import click
import pytest

from tests.mutations.changes import changed
from tests.mutations.subjects import ROOT, Site, Subject

PATIENCE = 30.0
SLOWER = 10.0
"""Seconds, and times what the tests took unchanged, after which a change counts as noticed:
something goes round and round."""


FAST = 0.1
"""Seconds up to which a test is run before those are loaded that may need a database."""


@dataclass
class Came:
    """Which tests came through which function; as a plugin of pytest it finds out."""

    about: Subject
    through: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    names: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self.about.is_held_by(item.nodeid)]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        seen: set[CodeType] = set()

        def look(frame: FrameType, event: str, _: object) -> None:
            if event == "call":
                seen.add(frame.f_code)

        began = time.perf_counter()
        sys.setprofile(look)
        yield
        sys.setprofile(None)
        number = len(self.names)
        self.names.append(item.nodeid)
        self.seconds.append(time.perf_counter() - began)
        for code in seen:
            if code.co_filename.startswith(str(ROOT)):
                self.through[f"{code.co_filename}:{code.co_name}"].append(number)


def explore(about: Subject, file: Path) -> None:
    """Runs the tests and writes who came where, with the modules of others they loaded."""
    came = Came(about)
    code = pytest.main([*QUIET, *about.tests], plugins=[came])
    others = [name for name, module in sys.modules.items() if _is_others(module)]
    told = {
        "names": came.names,
        "seconds": came.seconds,
        "through": came.through,
        "code": int(code),
        "modules": others,
    }
    file.write_text(json.dumps(told))


def _is_others(module: ModuleType) -> bool:
    return "site-packages" in (getattr(module, "__file__", None) or "")


QUIET = ["-q", "-x", "-n0", "-p", "no:cacheprovider", "-p", "no:playwright", "--no-header"]


class Selected:
    """Runs only these tests, in this order."""

    def __init__(self, names: Sequence[str]) -> None:
        self._order = {name: n for n, name in enumerate(names)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self._order),
            key=lambda item: self._order[item.nodeid],
        )


class Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one module with another code."""

    def __init__(self, site: Site) -> None:
        self._name, self._file, self._code = site.module, site.file, changed(site)
        if self._name.endswith(".__init__"):
            self._name = self._name.removesuffix(".__init__")

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        if name != self._name:
            return None
        inside = [str(self._file.parent)] if self._file.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(
            name, self._file, loader=self, submodule_search_locations=inside
        )

    def exec_module(self, module: ModuleType) -> None:
        exec(self._code, module.__dict__)


def noticed(site: Site, names: Sequence[str], seconds: float) -> bool:
    """Whether one of the tests fails on the changed module, or takes for ever. Forks.

    `seconds`: how long they take on the unchanged one.
    """
    other = Changed(site)
    child = os.fork()
    if not child:
        os.setpgid(0, 0)
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        code = 1
        with suppress(BaseException):
            sys.meta_path.insert(0, other)
            files = sorted({name.split("::")[0] for name in names})
            code = int(pytest.main([*QUIET, *files], plugins=[Selected(names)]))
        os._exit(code)
    deadline = time.monotonic() + PATIENCE + SLOWER * seconds
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) not in (0, NOTHING_RUN)
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True


NOTHING_RUN = int(pytest.ExitCode.NO_TESTS_COLLECTED)


@dataclass(frozen=True)
class Tests:
    """The tests of a subject, and who came through which function of it."""

    names: list[str]
    seconds: list[float]
    through: dict[str, list[int]]

    def in_turn(self, site: Site) -> Iterator[tuple[list[str], float]]:
        """Those that came through the site's function, cheap ones first; did none, then all.

        Cheapest are those of the file that has most: no other is loaded for them. Each time with
        the seconds that they take.

        A function that keeps its answers is entered by the first test that asks: what others would
        have noticed of it is left, so that more may seem to be left than is, never less.
        """
        name = site.function.split(".")[-1] if site.function else "<module>"
        near = set(self.through.get(f"{site.file}:{name}", ()))
        fast = {n for n in near if self.seconds[n] < FAST}
        files = Counter(self._file(n) for n in fast)
        first = {n for n in fast if [self._file(n)] == [file for file, _ in files.most_common(1)]}
        others = set() if near else set(range(len(self.names)))
        for group in filter(None, (first, fast - first, near - fast, others)):
            yield self._by_time(group), sum(self.seconds[n] for n in group)

    def _file(self, number: int) -> str:
        return self.names[number].split("::")[0]

    def _by_time(self, numbers: Iterable[int]) -> list[str]:
        return [self.names[n] for n in sorted(numbers, key=self.seconds.__getitem__)]


def tests_of(about: Subject) -> Tests:
    """Runs all tests of the subject once, unchanged, in another process."""
    file = Path(tempfile.mkdtemp()) / "came.json"
    child = os.fork()
    if not child:
        code = 1
        with suppress(BaseException):
            explore(about, file)
            code = 0
        os._exit(code)
    os.waitpid(child, 0)
    told = json.loads(file.read_text())
    shutil.rmtree(file.parent)
    if told["code"]:
        raise click.ClickException(f"The tests of {about.name} fail before anything is changed.")
    for name in told["modules"]:
        with suppress(Exception):
            importlib.import_module(name)
    return Tests(told["names"], told["seconds"], told["through"])
