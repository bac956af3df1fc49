"""Hong Kong mahjong: tiles, hands, faan, rule sets and payments. Pure Python, standard library only."""
