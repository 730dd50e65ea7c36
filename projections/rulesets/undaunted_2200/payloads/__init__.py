"""READS: the fields of payloads."""
