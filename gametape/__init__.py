"""What other programs import of gametape: `gametape.client`. It knows nothing of the server."""
