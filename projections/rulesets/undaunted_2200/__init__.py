"""Undaunted 2200: Revolution, for two players or four."""

from __future__ import annotations

from projections.kit.ruleset import Ruleset
from projections.rulesets.undaunted_2200.actions import PAYLOADS
from projections.rulesets.undaunted_2200.box.check import check_box
from projections.rulesets.undaunted_2200.box.sample import SAMPLE_BOX
from projections.rulesets.undaunted_2200.components import Box
from projections.rulesets.undaunted_2200.creation import (
    SEATINGS,
    Settings,
    admits,
    complete,
    initial,
    offers,
)
from projections.rulesets.undaunted_2200.drawing.dragging import moved
from projections.rulesets.undaunted_2200.facts import facts
from projections.rulesets.undaunted_2200.notation import read, write
from projections.rulesets.undaunted_2200.rulebook import ID, RULES
from projections.rulesets.undaunted_2200.rules import check, options
from projections.rulesets.undaunted_2200.secrecy import private
from projections.rulesets.undaunted_2200.show import show
from projections.rulesets.undaunted_2200.simulate import simulate
from projections.rulesets.undaunted_2200.standings import STANDINGS
from projections.rulesets.undaunted_2200.state import State
from projections.rulesets.undaunted_2200.statistics import STATISTICS
from projections.rulesets.undaunted_2200.table import apply
from projections.rulesets.undaunted_2200.text import text
from projections.rulesets.undaunted_2200.trace import trace
from projections.rulesets.undaunted_2200.view import view

RULESET = Ruleset(
    id=ID,
    name="Undaunted 2200: Revolution",
    seatings=SEATINGS,
    payloads=PAYLOADS,
    settings=Settings,
    rulebook=RULES,
    box=Box,
    sample_box=SAMPLE_BOX,
    check_box=check_box,
    admits=admits,
    complete=complete,
    offers=offers,
    state=State,
    initial=initial,
    apply=apply,
    check=check,
    options=options,
    view=view,
    sides=lambda state: state.setup.side_of,
    facts=facts,
    text=text,
    private=private,
    show=show,
    trace=trace,
    moved=moved,
    write=write,
    read=read,
    simulate=simulate,
    standings=STANDINGS,
    statistics=STATISTICS,
)
