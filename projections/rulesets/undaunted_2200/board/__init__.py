"""The map: hexes, and the terrain on them."""
