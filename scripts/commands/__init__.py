"""One module for each subcommand of `gametape`."""
