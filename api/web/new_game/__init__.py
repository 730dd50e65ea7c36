"""The pages on which a game begins: the form, and taking an export back."""
