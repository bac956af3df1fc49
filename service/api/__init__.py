"""The HTTP API: routes, what they take and answer, and the one shape of every error."""
