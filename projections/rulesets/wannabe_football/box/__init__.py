"""The sample box, where it comes from, and what is wrong with a box."""
