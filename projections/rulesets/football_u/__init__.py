"""Football U: one to four college teams through three seasons."""

from projections.kit.ruleset import Ruleset
from projections.rulesets.football_u import (
    actions,
    components,
    creation,
    facts,
    notation,
    rulebook,
    rules,
    secrecy,
    show,
    simulate,
    standings,
    statistics,
    table,
    text,
    trace,
    view,
)
from projections.rulesets.football_u.box.check import check_box
from projections.rulesets.football_u.box.sample import SAMPLE_BOX
from projections.rulesets.football_u.drawing.dragging import moved
from projections.rulesets.football_u.state import State

RULESET: Ruleset[State] = Ruleset(
    id="football-u",
    name="Football U",
    seatings=creation.SEATINGS,
    payloads=actions.PAYLOADS,
    settings=creation.Settings,
    rulebook=rulebook.RULES,
    box=components.Box,
    sample_box=SAMPLE_BOX,
    check_box=check_box,
    admits=creation.admits,
    complete=creation.complete,
    offers=creation.offers,
    state=State,
    initial=creation.initial,
    apply=table.apply,
    check=rules.check,
    options=rules.options,
    view=view.view,
    sides=lambda state: {seat: seat for seat in state.setup.seats},
    facts=facts.facts,
    text=text.text,
    private=secrecy.private,
    unshown=secrecy.unshown,
    hiding=secrecy.hiding,
    show=show.show,
    trace=trace.trace,
    moved=moved,
    write=notation.write,
    read=notation.read,
    simulate=simulate.simulate,
    standings=standings.STANDINGS,
    statistics=statistics.STATISTICS,
)
