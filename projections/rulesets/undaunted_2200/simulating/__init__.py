"""How simulated players move."""
