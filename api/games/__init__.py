"""A game for one caller: found and allowed, as documents, recorded, redacted, previewed."""
