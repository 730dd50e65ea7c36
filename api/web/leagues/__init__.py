"""The pages of leagues: their list, their seasons, their log."""
