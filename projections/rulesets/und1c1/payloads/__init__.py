"""READS: the fields of payloads, the seats, and what the table may set by hand."""
