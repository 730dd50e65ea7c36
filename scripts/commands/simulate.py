"""gametape simulate."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import click

from events.event import Draft
from events.store import WrongVersion
from projections.kit.box import Box, sample
from projections.kit.find import rulesets
from projections.kit.ruleset import Finding, Ruleset
from scripts import installation
from scripts.console import err, out, plural, progress
from scripts.fault import Fault
from scripts.simulation import judge, play, seating, spoil
from scripts.storing import store_game


@click.command()
@click.argument("ruleset")
@click.option("--games", default=1, show_default=True, type=click.IntRange(1), help="How many.")
@click.option(
    "--seed", default=1, show_default=True, help="Of the first game; the next has one more."
)
@click.option(
    "--seats", type=click.IntRange(1), help="How many seats; by default the usual number."
)
@click.option("--spoil", "careless", is_flag=True, help="Record some events wrongly.")
@click.option("--into", metavar="PREFIX", help="Store the games as PREFIX-1, PREFIX-2, ...")
def simulate(
    ruleset: str, games: int, seed: int, seats: int | None, careless: bool, into: str | None
) -> None:
    """Plays games of RULESET that nobody played, with the ruleset's simulated players.

    Each game is refereed and the findings are listed; exit code 1 if there are any in games that
    were not spoiled, for then players and rules disagree. The same seed is the same game.

    \b
    gametape simulate und1c1 --games 100
    gametape simulate wannabe-football --seats 2 --spoil
    gametape simulate undaunted-2200 --games 5 --into practice
    """
    rules = rulesets().get(ruleset)
    if rules is None:
        raise Fault(f"There is no ruleset {ruleset}; there are {', '.join(rulesets())}.")
    played = _games(rules, sample(rules), seats, range(seed, seed + games), careless)
    told = progress(played, f"Playing {rules.name}", games)
    if into is not None:
        _store(rules, told, into)
    else:
        found = _referee(rules, told)
        sys.exit(1 if found and not careless else 0)


def _games(
    rules: Ruleset[Any], box: Box, seats: int | None, seeds: Sequence[int], careless: bool
) -> Iterator[list[Draft]]:
    try:
        sitting = seating(rules, seats)
    except ValueError as error:
        raise Fault(str(error)) from None
    for seed in seeds:
        drafts = play(rules, box, seed, sitting)
        yield spoil(rules, drafts, Random(seed)) if careless else drafts


def _store(rules: Ruleset[Any], games: Iterator[list[Draft]], prefix: str) -> None:
    here = installation.opened()
    number = 0
    for number, drafts in enumerate(games, 1):
        game = f"{prefix}-{number}"
        try:
            store_game(here, rules, game, drafts)
        except WrongVersion:
            raise Fault(f"There is a game {game} already; choose another --into.") from None
        except ValueError:
            raise Fault(f"{game!r} is no id: a-z, 0-9 and hyphens, 64 at most.") from None
    err.print(f"{plural(number, 'game')} stored as {prefix}-1 to {prefix}-{number}, unlisted.")


def _referee(rules: Ruleset[Any], games: Iterator[list[Draft]]) -> int:
    """Prints what the referee found; how many findings that are."""
    numbers: Counter[tuple[str, str]] = Counter()
    examples: dict[tuple[str, str], str] = {}
    lengths = []
    for game, drafts in enumerate(games, 1):
        lengths.append(len(drafts))
        for step, _, findings in judge(rules, sample(rules), drafts):
            for finding in findings:
                key = (finding.rule, finding.severity)
                numbers[key] += 1
                examples.setdefault(key, _example(game, step, finding))
    longest, shortest = max(lengths), min(lengths)
    out.print(
        f"{plural(len(lengths), 'game')} of {rules.name}, {shortest} to {longest} events each."
    )
    if not numbers:
        out.print("The referee found nothing.")
        return 0
    for (rule, severity), count in numbers.most_common():
        out.print(f"{count:>7,}  {severity:<12}  {rule}")
        out.print(f"{'':23}{examples[rule, severity]}", markup=False)
    return numbers.total()


def _example(game: int, step: int, finding: Finding) -> str:
    return f"game {game}, step {step}: {finding.message}"
