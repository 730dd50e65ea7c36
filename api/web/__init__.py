"""The web app: pages rendered on the server, taken over by a few ES modules."""
