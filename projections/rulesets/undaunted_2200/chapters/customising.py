"""Chapter "Customising Your Squads": which units a squad may include."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from projections.kit.ruleset import Finding, Option, Seat
from projections.rulesets.undaunted_2200.actions import SquadChosen
from projections.rulesets.undaunted_2200.obeying.squads import choices, fills, open_choices
from projections.rulesets.undaunted_2200.position.words import counted, listed, unit_name
from projections.rulesets.undaunted_2200.rulebook import RULES
from projections.rulesets.undaunted_2200.state import State


def squad_chosen(state: State, seat: Seat, data: SquadChosen) -> list[Finding]:
    """The finding for a choice that the scenario does not offer."""
    choice = next(
        (c for chooser, squad, c in choices(state.setup) if (chooser, squad) == (seat, data.squad)),
        None,
    )
    named = [unit for unit in data.units if unit is not None]
    if choice is not None and (fills(choice, data.units) or len(named) < len(data.units)):
        return []
    if choice is None:
        wanted, message = None, f"Squad {data.squad} has nothing to choose here."
    else:
        wanted = f"{choice.pick} of {', '.join(sorted(choice.from_))}"
        names = listed(unit_name(state.setup, unit) for unit in sorted(choice.from_))
        message = (
            f"Squad {data.squad} must include {counted(choice.pick, 'unit')} of {names}: "
            f"choose again."
        )
    return [
        RULES.illegal(
            "setup.squad",
            message,
            wanted,
            ", ".join(named),
        )
    ]


def squad_options(state: State, seat: Seat) -> Iterator[Option]:
    """One option for each way of filling each squad that is still open."""
    for _, squad, choice in open_choices(state, seat):
        for units in combinations(sorted(set(choice.from_)), choice.pick):
            names = listed(unit_name(state.setup, unit) for unit in units)
            yield Option(
                type="SquadChosen",
                seat=seat,
                data={"squad": squad, "units": list(units)},
                label=f"Squad {squad}: {names}",
                weight=1,
            )
