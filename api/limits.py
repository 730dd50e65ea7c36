"""How often one caller may ask."""

from __future__ import annotations
