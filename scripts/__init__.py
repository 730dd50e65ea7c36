"""The `gametape` command and the scripts around it."""
