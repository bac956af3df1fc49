"""Command line, HTTP API, store and the page a player touches."""
