"""OBEYS: what `table` does to a position, part by part. Judges nothing."""
