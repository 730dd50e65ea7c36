"""The HTTP API and the web app."""
