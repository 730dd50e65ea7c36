"""Undaunted 2200: Revolution, for two players or four."""

from projections.kit.ruleset import Ruleset
from projections.rulesets.undaunted_2200 import (
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
from projections.rulesets.undaunted_2200.box.check import check_box
from projections.rulesets.undaunted_2200.box.sample import SAMPLE_BOX
from projections.rulesets.undaunted_2200.drawing.dragging import moved
from projections.rulesets.undaunted_2200.state import State

RULESET: Ruleset[State] = Ruleset(
    id="undaunted-2200",
    name="Undaunted 2200: Revolution",
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
    sides=lambda state: state.setup.side_of,
    facts=facts.facts,
    text=text.text,
    private=secrecy.private,
    unshown=secrecy.unshown,
    hiding=secrecy.hiding,
    laid_open=secrecy.laid_open,
    show=show.show,
    trace=trace.trace,
    moved=moved,
    write=notation.write,
    read=notation.read,
    simulate=simulate.simulate,
    standings=standings.STANDINGS,
    statistics=statistics.STATISTICS,
)
