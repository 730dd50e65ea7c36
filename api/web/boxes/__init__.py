"""The pages of boxes: their list, one to be proof-read, taking one in."""
