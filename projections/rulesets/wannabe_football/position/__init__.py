"""What can be read off a position: who stands where, chances, words."""
