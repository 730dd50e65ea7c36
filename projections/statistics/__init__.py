"""A season's statistics: sums of facts, leaders, luck, dice, records. Pure."""
