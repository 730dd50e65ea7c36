"""What all rulesets share. Knows no ruleset and is pure."""
