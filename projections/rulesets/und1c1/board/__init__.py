"""The pitch: boxes, quadrants, lines; where a line-up may stand."""
