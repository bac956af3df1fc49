"""The weights that ship, their model card, and how they are trained, exported and measured."""
