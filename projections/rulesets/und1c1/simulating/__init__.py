"""How simulated coaches move."""
