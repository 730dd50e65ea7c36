"""The `gametape` command. Its subcommands are loaded when they are called."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from scripts import VERSION

_COMMANDS = {
    "serve": ("scripts.commands.serve:serve", "Run a whole installation on this machine."),
    "web": ("scripts.commands.web:web", "Serve pages and API alone."),
    "worker": ("scripts.commands.worker:worker", "Referee games in the background."),
    "migrate": ("scripts.commands.migrate:migrate", "Make or update the database's tables."),
    "token": ("scripts.commands.token:token", "Make an admin's or organizer's token."),
    "export": ("scripts.commands.transfer:export", "Write games as JSON Lines."),
    "import": ("scripts.commands.transfer:import_", "Take exported games back."),
    "backup": ("scripts.commands.backup:backup", "Save everything into one file."),
    "restore": ("scripts.commands.backup:restore", "Put a backup into a new place."),
    "verify": ("scripts.commands.verify:verify", "Recompute the log's hashes."),
    "rebuild": ("scripts.commands.rebuild:rebuild", "Judge games anew; which verdicts change?"),
    "replay": ("scripts.commands.replay:replay", "Step through a game in the terminal."),
    "simulate": ("scripts.commands.simulate:simulate", "Play games that nobody played."),
    "bench": ("scripts.commands.bench:bench", "Measure speed side by side with others."),
}
"""Name -> (module:command, what it does), in the order in which one meets them."""


class Commands(click.Group):
    """A group that imports a subcommand when it is needed, and says each mistake in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all subcommands."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The subcommand, freshly imported."""
        if cmd_name not in _COMMANDS:
            return None
        module, name = _COMMANDS[cmd_name][0].split(":")
        found: click.Command = getattr(import_module(module), name)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the subcommands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, told) in _COMMANDS.items()])

    def main(self, args: Sequence[str] | None = None, *_: Any, **extra: Any) -> NoReturn:
        """Runs the command line. Exit code 2 and one line for whatever a person can put right."""
        sys.exit(self._run(args, {**extra, "standalone_mode": False}))

    def _run(self, args: Sequence[str] | None, extra: dict[str, Any]) -> int:
        try:
            return int(super().main(args, **extra) or 0)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            return error.exit_code
        except click.ClickException as error:
            return _said(error.format_message().rstrip("."))
        except click.Abort:
            return 130
        except BrokenPipeError:
            return 1
        except Exception as error:
            sentence = _put_right(error)
            if sentence is None:
                raise
            return _said(sentence)


def _put_right(error: Exception) -> str | None:
    """What a person can do something about, in a sentence; None: it is a bug."""
    # Imported here: these take longer to load than most commands to run.
    from redis.exceptions import RedisError
    from sqlalchemy.exc import SQLAlchemyError

    from events.damage import Unreadable
    from events.database import Unusable
    from projections.games.tape import NotInstalled

    match error:
        case SQLAlchemyError():
            return f"The database cannot be used: {_first_line(error)}"
        case RedisError():
            return f"Redis cannot be used: {_first_line(error)}"
        case NotInstalled() | Unreadable() | Unusable():
            return _first_line(error)
        case _:
            return None


def _said(sentence: str) -> int:
    click.echo(f"{sentence}.", err=True)
    return 2


def _first_line(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).splitlines()[0].rstrip(".")


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, message="gametape %(version)s")
def main() -> None:
    """Records games played at a real table, replays and referees them.

    \b
    gametape serve --demo                 a whole installation with demo games
    gametape replay demo-und1c1-1         a game step by step in the terminal
    gametape simulate und1c1 --games 20   games that nobody played, refereed
    gametape COMMAND --help               more examples

    \b
    GAMETAPE_DATA         data folder (var)
    GAMETAPE_DATABASE     sqlite:///path or postgresql://...; by default in the data folder
    GAMETAPE_REDIS        redis://... or unix://...; by default the server that comes along
    GAMETAPE_ADMIN_TOKEN  a long random string that is accepted as an admin's token
    """


if __name__ == "__main__":
    main()
