"""READS: the fields of payloads, and what the table may set by hand."""
