"""The resources of leagues and seasons."""
