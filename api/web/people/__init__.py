"""The pages of people: who plays, what each has played."""
