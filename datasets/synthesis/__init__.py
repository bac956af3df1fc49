"""Scenes as people photograph them, composed from tile faces, with the exact place of every tile."""
