"""The installation that a command works on, as the environment names it."""

from __future__ import annotations

import os

from api.services import Services, open_services
from api.settings import Settings
from scripts.data_folder import data_folder
from scripts.fault import Fault


def settings() -> Settings:
    """What the environment says. Raises Fault for a value that is none."""
    try:
        return Settings.from_environ()
    except ValueError as error:
        raise Fault(str(error)) from None


def opened() -> Services:
    """The installation's log and all that reads it, its database brought up to date.

    Raises Fault for a database of another kind and a data folder that cannot be made.
    """
    told = settings()
    if "GAMETAPE_DATABASE" not in os.environ:
        try:
            data_folder().mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Fault(f"{data_folder()} cannot be made: {error.strerror}.") from None
    try:
        return open_services(told)
    except ValueError as error:
        raise Fault(f"GAMETAPE_DATABASE: {error}") from None
