"""python -m tests.mutations."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import TextIO

import click

from tests.mutations.changes import drawn, sites
from tests.mutations.runs import noticed, tests_of
from tests.mutations.subjects import ROOT, Site, Subject, subject


@click.command()
@click.argument("names", nargs=-1, required=True)
@click.option("--sites", "most", default=300, help="How many of a subject are drawn.")
@click.option("--seed", default=1)
@click.option("--processes", default=1)
@click.option("--again", type=click.File(), help="Only what an earlier run said was left.")
def main(names: Sequence[str], most: int, seed: int, processes: int, again: TextIO | None) -> None:
    """Changes what NAMES are: rulesets' folders, leagues, statistics, events."""
    os.chdir(ROOT)
    earlier = None if again is None else {_place(line) for line in again if "left: " in line}
    for name in names:
        about = subject(name)
        found = [site for area, file in about.modules for site in sites(area, file)]
        some = drawn(found, most, seed)
        if earlier is not None:
            some = [site for site in found if _place(_told(site)) in earlier]
        _run(about, found, some, processes)


def _told(site: Site) -> str:
    where = site.file.relative_to(ROOT)
    return f"left: {where}:{site.line} in {site.function or 'module'}: {site.change}"


def _place(told: str) -> str:
    """A line without the number of the line, which moves."""
    return re.sub(r":\d+ in ", " in ", told.strip())


def _run(about: Subject, found: Sequence[Site], some: Sequence[Site], processes: int) -> None:
    tests, asked = tests_of(about), count(1)
    left: list[Site] = []

    def ask(site: Site) -> None:
        if (number := next(asked)) % 25 == 0:
            click.echo(f"{about.name}: {number} of {len(some)}", err=True)
        if not any(noticed(site, names, seconds) for names, seconds in tests.in_turn(site)):
            left.append(site)
            click.echo(_told(site))

    with ThreadPoolExecutor(processes) as pool:
        list(pool.map(ask, some))
    for area in dict.fromkeys(site.area for site in some):
        of = [site for site in some if site.area == area]
        survived = sum(site.area == area for site in left)
        all_ = sum(site.area == area for site in found)
        click.echo(f"{about.name} {area}: {all_} sites, {len(of)} changed, {survived} left")
    click.echo(f"{about.name}: {len(some)} changed, {len(some) - len(left)} caught")


if __name__ == "__main__":
    main()
