"""Football U: one to four college teams through three seasons."""

from projections.football_u.actions import PAYLOADS, Settings
from projections.football_u.book import RULES
from projections.football_u.boxcheck import check_box
from projections.football_u.components import Box
from projections.football_u.creation import SEATINGS, admits, complete, initial, offers
from projections.football_u.facts import facts
from projections.football_u.laying import moved
from projections.football_u.marks import trace
from projections.football_u.notation import read, write
from projections.football_u.rules import check, options
from projections.football_u.sample import SAMPLE_BOX
from projections.football_u.secrecy import private
from projections.football_u.sentences import text
from projections.football_u.show import show
from projections.football_u.simulate import simulate
from projections.football_u.standings import STANDINGS
from projections.football_u.state import State
from projections.football_u.statistics import STATISTICS
from projections.football_u.table import apply
from projections.football_u.view import view
from projections.kit.ruleset import Ruleset

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
