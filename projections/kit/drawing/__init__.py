"""How scenes are drawn: the vocabulary, the board as SVG, the picture, the words. Knows no game."""
