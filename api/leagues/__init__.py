"""A league or season for one caller: found and allowed, as documents, recorded."""
