"""The replay of a game: steps, chart, what if, sharing, the referee."""
