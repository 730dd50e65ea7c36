"""Which section of a Multi Card counts."""
