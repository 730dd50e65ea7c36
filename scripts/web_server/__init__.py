"""The web server: what it lets in, how long it waits for it, and how much of it from one place."""
