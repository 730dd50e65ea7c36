"""Is the log what was recorded, and how it is kept so: verified, witnessed, backed up."""
