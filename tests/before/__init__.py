"""An installation as each released version left it, and what it said of itself."""
