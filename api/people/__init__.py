"""People for one caller: their names, and what they have played."""
