"""Football U: one to four college teams through three seasons."""

from projections.kit.ruleset import Ruleset
from projections.rulesets.football_u.actions import PAYLOADS
from projections.rulesets.football_u.box.check import check_box
from projections.rulesets.football_u.box.sample import SAMPLE_BOX
from projections.rulesets.football_u.components import Box
from projections.rulesets.football_u.creation import (
    SEATINGS,
    Settings,
    admits,
    complete,
    initial,
    offers,
)
from projections.rulesets.football_u.drawing.dragging import moved
from projections.rulesets.football_u.facts import facts
from projections.rulesets.football_u.notation import read, write
from projections.rulesets.football_u.rulebook import RULES
from projections.rulesets.football_u.rules import check, options
from projections.rulesets.football_u.secrecy import private
from projections.rulesets.football_u.show import show
from projections.rulesets.football_u.simulate import simulate
from projections.rulesets.football_u.standings import STANDINGS
from projections.rulesets.football_u.state import State
from projections.rulesets.football_u.statistics import STATISTICS
from projections.rulesets.football_u.table import apply
from projections.rulesets.football_u.text import text
from projections.rulesets.football_u.trace import trace
from projections.rulesets.football_u.view import view

RULESET = Ruleset(
    id="football-u",
    name="Football U",
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
    sides=lambda state: {seat: seat for seat in state.setup.seats},
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
