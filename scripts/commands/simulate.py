"""gametape simulate."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click
import msgspec

from events.store import WrongVersion
from projections.kit.box import components, sample
from projections.kit.find import rulesets
from projections.kit.ruleset import Ruleset
from projections.kit.simulate import as_event, creation
from scripts import installation
from scripts.console import err, out, plural, progress
from scripts.fault import Fault
from scripts.refereeing import Kind, Order, Report, drafts_of, refereed
from scripts.simulation import seating
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
@click.option(
    "--option", "given", multiple=True, metavar="KEY=VALUE", help="An option of the game."
)
@click.option("--spoil", "careless", is_flag=True, help="Record some events wrongly.")
@click.option("--check", is_flag=True, help="Read each game back from its export and score sheet.")
@click.option("--into", metavar="PREFIX", help="Store the games as PREFIX-1, PREFIX-2, ...")
@click.option(
    "--processes",
    default=os.cpu_count() or 1,
    type=click.IntRange(1),
    help="How many may work at once; by default one a core.",
)
def simulate(
    ruleset: str,
    games: int,
    seed: int,
    seats: int | None,
    given: Sequence[str],
    careless: bool,
    check: bool,
    into: str | None,
    processes: int,
) -> None:
    """Plays games of RULESET that nobody played, with the ruleset's simulated players.

    Each game is refereed and the findings are listed; exit code 1 if there are any in games that
    were not spoiled, for then players and rules disagree, or if a game came back from its files as
    another. The same seed is the same game.

    \b
    gametape simulate und1c1 --games 1000 --check
    gametape simulate wannabe-football --seats 2 --spoil
    gametape simulate undaunted-2200 --option scenario=sample-squads --games 5 --into practice
    """
    rules = rulesets().get(ruleset)
    if rules is None:
        raise Fault(f"There is no ruleset {ruleset}; there are {', '.join(rulesets())}.")
    try:
        sitting = seating(rules, seats)
    except ValueError as error:
        raise Fault(str(error)) from None
    options = _options(rules, sitting, given)
    orders = [
        Order(ruleset, sitting, options, number, careless, check)
        for number in range(seed, seed + games)
    ]
    what = f"Playing {rules.name}"
    if into is not None:
        _store(rules, progress(orders, what, games), into)
        return
    reports = list(progress(refereed(orders, processes), what, games))
    _print_games(rules, reports)
    _print_findings(reports)
    whole = not check or _print_differences(reports)
    if careless:
        _print_caught(reports)
    found = any(report.findings for report in reports)
    sys.exit(0 if whole and (careless or not found) else 1)


def _options(rules: Ruleset[Any], seats: Sequence[str], given: Sequence[str]) -> Mapping[str, Any]:
    """The options of `KEY=VALUE` arguments. Raises Fault where the game does not admit them."""
    options = dict(_option(one) for one in given)
    box = sample(rules)
    try:
        created = as_event(rules, creation(rules, box, seats, options), 1)
    except (msgspec.ValidationError, ValueError) as error:
        raise Fault(f"--option: {error}.") from None
    errors = rules.admits(created.data, components(rules, box.content)).get("options", {})
    for key, messages in errors.items():
        raise Fault(f"--option {key}: {messages[0]}")
    return options


def _option(given: str) -> tuple[str, Any]:
    key, equals, value = given.partition("=")
    if not equals:
        raise Fault(f"--option {given}: write KEY=VALUE.")
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value


def _store(rules: Ruleset[Any], orders: Iterable[Order], prefix: str) -> None:
    here = installation.opened()
    number = 0
    for number, order in enumerate(orders, 1):
        game = f"{prefix}-{number}"
        try:
            store_game(here, rules, game, drafts_of(order))
        except WrongVersion:
            raise Fault(f"There is a game {game} already; choose another --into.") from None
        except ValueError:
            raise Fault(f"{game!r} is no id: a-z, 0-9 and hyphens, 64 at most.") from None
    err.print(f"{plural(number, 'game')} stored as {prefix}-1 to {prefix}-{number}, unlisted.")


def _print_games(rules: Ruleset[Any], reports: Sequence[Report]) -> None:
    """How many games, how long they were, how they ended."""
    lengths, turns = sorted(r.events for r in reports), sorted(r.turns for r in reports)
    low, half, high = (f"{_share(lengths, tenths):,}" for tenths in (1, 5, 9))
    out.print(
        f"{plural(len(reports), 'game')} of {rules.name}, {lengths[0]:,} to {lengths[-1]:,} events "
        f"each ({low}, {half}, {high} at a tenth, a half, nine tenths), "
        f"{plural(_share(turns, 5), 'turn')} at a half."
    )
    endings = Counter(report.ending for report in reports).most_common()
    out.print(f"Won by {', '.join(f'{ending} {count:,}' for ending, count in endings)}.")


def _share(values: Sequence[int], tenths: int) -> int:
    """The value that so many tenths of the sorted `values` do not exceed."""
    return values[max(0, -(-len(values) * tenths // 10) - 1)]


def _print_findings(reports: Sequence[Report]) -> None:
    numbers: Counter[Kind] = Counter()
    examples: dict[Kind, str] = {}
    for report in reports:
        numbers += report.findings
        for kind, example in report.examples.items():
            examples.setdefault(kind, f"seed {report.seed}, {example}")
    if not numbers:
        out.print("The referee found nothing.")
    for (rule, severity), count in numbers.most_common():
        out.print(f"{count:>7,}  {severity:<12}  {rule}")
        out.print(f"{'':23}{examples[rule, severity]}", markup=False)


def _print_differences(reports: Sequence[Report]) -> bool:
    """Says which games came back as others; whether none did."""
    lines = [f"Seed {r.seed}: {said}" for r in reports for said in r.differences]
    for line in lines:
        out.print(line, markup=False)
    if not lines:
        out.print("Each came back the same from its export and from its score sheet.")
    return not lines


def _print_caught(reports: Sequence[Report]) -> None:
    spoiled = [report for report in reports if report.caught is not None]
    caught = sum(bool(report.caught) for report in spoiled)
    missed = ", ".join(str(report.seed) for report in spoiled if not report.caught)
    out.print(
        f"{plural(len(spoiled), 'game')} spoiled, {caught:,} of them found out"
        + (f"; not those of seeds {missed}." if missed else ".")
    )
