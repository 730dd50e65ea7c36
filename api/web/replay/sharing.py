"""What the page of a replay offers to hand on: addresses, a frame for other pages, files."""

from __future__ import annotations

from html import escape

from msgspec import Struct

from api.access import permissions
from api.games.game_access import Seen
from api.http.addresses import address
from api.web.replay.bg_stats import push_link
from api.web.replay.stories import Story


class Share(Struct, frozen=True):
    """Addresses at a step. None: not for this game, or not for this caller."""

    link: str
    picture: str
    embed: str | None
    picture_file: str
    export: str
    sheet: str
    links: str | None
    bg_stats: str | None


def share(seen: Seen, told: Story, step: int) -> Share:
    """What may be handed on of the game at that step."""
    game = told.header.id
    link = f"{told.header.links.web}/{step}"
    picture = f"/api/v1/games/{game}/board.svg?step={step}"
    times = [told.summaries[0].row.at, told.last.row.at]
    sides = seen.now.rules.sides(seen.now.latest)
    return Share(
        link=link,
        picture=address(picture),
        embed=_frame(link, told.title) if told.header.visibility == "public" else None,
        picture_file=picture,
        export=f"/api/v1/games/{game}/export",
        sheet=f"/games/{game}/sheet",
        links=f"/games/{game}/links"
        if permissions.may_record(seen.here, seen.asking, game)
        else None,
        bg_stats=push_link(told.header, told.name, sides, seen.now.people, times),
    )


def _frame(link: str, title: str) -> str:
    """The HTML that shows a step in another page."""
    return (
        f'<iframe src="{escape(link)}/embed" title="{escape(title)}" width="640" height="560" '
        'loading="lazy"></iframe>'
    )
