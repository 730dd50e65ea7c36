"""The `gametape` command and the scripts around it."""

VERSION = "0.1.0"
