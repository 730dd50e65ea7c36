"""A mistake that the person at the terminal can put right."""

from __future__ import annotations

from typing import IO, Any

import click


class Fault(click.ClickException):
    """Something that the person at the terminal can put right; said in one line, exit code 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Prints the sentence to standard error."""
        click.echo(self.format_message(), err=True, file=file)
