"""python -m tests.mutations."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import click

from tests.mutations.changes import drawn, sites
from tests.mutations.runs import noticed, tests_of
from tests.mutations.subjects import ROOT, Site, Subject, subject


@click.command()
@click.argument("names", nargs=-1, required=True)
@click.option("--sites", "most", default=300, help="How many of a subject are drawn.")
@click.option("--seed", default=1)
@click.option("--processes", default=1)
def main(names: Sequence[str], most: int, seed: int, processes: int) -> None:
    """Changes what NAMES are: rulesets' folders, leagues, statistics, events."""
    os.chdir(ROOT)
    for name in names:
        _run(subject(name), most, seed, processes)


def _run(about: Subject, most: int, seed: int, processes: int) -> None:
    tests = tests_of(about)
    found = [site for area, file in about.modules for site in sites(area, file)]
    some = drawn(found, most, seed)
    left: list[Site] = []

    asked = count(1)

    def ask(site: Site) -> None:
        if (number := next(asked)) % 25 == 0:
            click.echo(f"{about.name}: {number} of {len(some)}", err=True)
        if not any(noticed(site, names, seconds) for names, seconds in tests.in_turn(site)):
            left.append(site)
            where = site.file.relative_to(ROOT)
            click.echo(f"left: {where}:{site.line} in {site.function or 'module'}: {site.change}")

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
