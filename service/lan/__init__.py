"""Reaching the service from a phone in the same network: addresses, a local authority, and how to trust it."""
