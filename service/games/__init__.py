"""The pure rules of a game: who deals next, what a hand pays, running totals, undo. No clock, no disk, no network.

Players are numbered 0–3 in the order in which they sat down, the first dealer first.
"""
