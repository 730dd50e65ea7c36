"""UND1C1: two coaches, eleven chips each, a pitch of 224 boxes."""

from projections.kit.ruleset import Ruleset
from projections.rulesets.und1c1 import (
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
from projections.rulesets.und1c1.box.check import check_box
from projections.rulesets.und1c1.box.sample import SAMPLE_BOX
from projections.rulesets.und1c1.drawing.dragging import moved
from projections.rulesets.und1c1.payloads.seats import SEATS
from projections.rulesets.und1c1.state import State

RULESET: Ruleset[State] = Ruleset(
    id="und1c1",
    name="UND1C1",
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
    sides=lambda state: {seat: seat for seat in SEATS},
    facts=facts.facts,
    text=text.text,
    private=secrecy.private,
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
