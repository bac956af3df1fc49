"""How a hand is laid out for a photo: the conventions of `vision.layout`, each with its looser forms.

Lengths are in tile widths; x runs along the hand's row, y away from the player.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from datasets.synthesis.bodies import Body, lying, standing
from datasets.synthesis.hand_styles import Style, draw_style
from scoring.hand import Hand, Meld, MeldKind
from scoring.readings import readings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.synthesis.arrangements import Proportions
    from datasets.synthesis.deals import Deal
    from scoring.tiles import Tile


@dataclass(frozen=True, slots=True)
class Piece:
    """One tile of the hand where it was put.

    Attributes:
        code: what it shows.
        role: as in the contract: ``concealed``, ``exposed``, ``concealed_kong``, ``winning``, ``bonus``.
        group: tiles of one number belong together.
        x, y: its middle.
        turn: radians.
        stands: on its edge.

    """

    code: str
    role: str
    group: int
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    stands: bool = False

    def moved(self, x: float, y: float = 0.0) -> Piece:
        """The piece elsewhere."""
        return replace(self, x=self.x + x, y=self.y + y)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Pieces that touch, from x = 0 to ``width``."""

    pieces: tuple[Piece, ...]
    width: float


@dataclass(frozen=True, slots=True)
class LaidHand:
    """A hand laid out, its row along y = 0 and its middle near x = 0.

    Attributes:
        hand: the whole truth.
        shown: the same without the winning tile's mark, where nothing marks it.
        unknown: what no one can know from the photo: ``winning_tile``, ``kong_tile``, ``exposed_melds``.
        style: how it was laid.
        pieces: its tiles.

    """

    hand: Hand
    shown: Hand
    unknown: frozenset[str]
    style: Style
    pieces: tuple[Piece, ...]

    def bodies(self, tile: Proportions, *, lean: float) -> list[Body]:
        """The tiles as bodies; those that stand lean back by ``lean`` radians."""
        return [
            standing(piece.code, piece.x, piece.y, turn=piece.turn, lean=lean, size=tile.size)
            if piece.stands
            else lying(piece.code, piece.x, piece.y, turn=piece.turn, size=tile.size)
            for piece in self.pieces
        ]


class _Laying:
    """Puts clusters on lines, and at last the lines beneath each other."""

    def __init__(self, rng: np.random.Generator, deal: Deal, style: Style, tile: Proportions) -> None:
        self.rng, self.hand, self.style = rng, deal.hand, style
        self.width, self.height, _ = tile.size
        self.loose = float(rng.choice([0.004, 0.015, 0.04], p=[0.4, 0.4, 0.2]))
        self.gap = float(rng.uniform(0.5, 1.2))
        self.groups = 0
        self.lines: dict[int, list[Cluster]] = {-1: [], 0: [], 1: []}
        self.gaps: dict[int, list[float]] = {-1: [], 0: [], 1: []}

    def cluster(self, codes: Sequence[str], role: str, *, stands: bool = False, turned: int = 0) -> Cluster:
        """Touching tiles of one group, left to right; ``turned`` of the last ones lie across."""
        pieces = []
        along = 0.0
        for place, code in enumerate(codes):
            across = place >= len(codes) - turned
            extent = self.height if across else self.width
            # Tiles that lie across keep their lower edge on the row's.
            y = (self.width - self.height) / 2 if across else 0.0
            turn = (np.pi / 2 if self.rng.random() < 0.5 else -np.pi / 2) if across else 0.0
            pieces.append(Piece(code, role, self.groups, along + extent / 2, y, turn, stands))
            along += extent + float(self.rng.exponential(self.loose))
        self.groups += 1
        return Cluster(tuple(pieces), along)

    def put(self, cluster: Cluster, *, line: int = 0, left: bool = False, gap: float | None = None) -> None:
        """Add a cluster to a line, at its right end or its left one, behind a gap."""
        space = self.free() if gap is None else gap
        at = 0 if left else len(self.lines[line])
        self.lines[line].insert(at, cluster)
        # The gap stands with the cluster on whose left it is.
        self.gaps[line].insert(at, space if not left else 0.0)
        if left and len(self.gaps[line]) > 1:
            self.gaps[line][1] = space

    def free(self) -> float:
        """The width of a gap: alike within a photo."""
        return self.gap * float(self.rng.uniform(0.85, 1.3))

    def meld_codes(self, meld: Meld) -> tuple[list[str], str]:
        """What a meld shows, left to right, and the role of its tiles."""
        code = meld.tiles[0].code
        if not meld.exposed:
            shown = {
                "outer backs": ["back", code, code, "back"],
                "inner backs": [code, "back", "back", code],
                "four backs": ["back"] * 4,
            }.get(self.style.kongs)
            if shown is None:
                shown = ["back"] * 4
                shown[int(self.rng.integers(4))] = code
            return shown, "concealed_kong"
        codes = [face.code for face in meld.tiles]
        if meld.kind is MeldKind.CHOW and self.rng.random() < 0.2:
            self.rng.shuffle(codes)  # the claimed tile is often put down first
        return codes, "exposed"

    def in_order(self, tiles: Sequence[Tile]) -> list[str]:
        """The concealed tiles as their player sorts them: by suit in any order, or hardly at all."""
        if self.rng.random() < 0.12:
            return [tiles[index].code for index in self.rng.permutation(len(tiles))]
        rank = self.rng.permutation(7)
        suits = {suit: rank[place] for place, suit in enumerate(dict.fromkeys(face.suit for face in tiles))}
        return [face.code for face in sorted(tiles, key=lambda face: (suits[face.suit], face.index))]

    def lay(self) -> tuple[Piece, ...] | None:
        """Put everything down; None where two rows got into each other's way."""
        style, hand = self.style, self.hand
        self._concealed()
        right = self.rng.random() < 0.75
        self._winning(left=not right)
        left = bool(self.rng.random() < 0.5)
        if style.melds in {"gap", "above", "below", "aside"}:
            self._melds_in_line(left=left)
        elif style.melds in {"beside", "turned"}:
            self._melds_at_the_end(left=left)
        if hand.bonus:
            self._bonus()
        return self._finished()

    def _concealed(self) -> None:
        hand, style = self.hand, self.style
        if style.melds == "sorted":
            ways = [reading for reading in readings(hand) if len(reading.sets) in {5, 7}]
            sets = list(ways[int(self.rng.integers(len(ways)))].sets)
            # A sorted hand is one group: its gaps mean nothing.
            number = self.groups
            for item in sets:
                cluster = self.cluster([face.code for face in item.tiles], "concealed")
                self.put(
                    replace(
                        cluster,
                        pieces=tuple(replace(piece, group=number, stands=style.rack) for piece in cluster.pieces),
                    )
                )
            return
        hidden = style.winning in {"unmarked", "none"}
        tiles = hand.in_hand if hidden else hand.concealed
        if tiles:
            self.put(self.cluster(self.in_order(tiles), "concealed", stands=style.rack))

    def _winning(self, *, left: bool) -> None:
        winning, how = self.hand.winning, self.style.winning
        if winning is None or how in {"unmarked", "none"}:
            return
        turned = int(how in {"turned", "across"})
        flat = how in {"across", "above"}
        cluster = self.cluster([winning.code], "winning", stands=self.style.rack and not flat, turned=turned)
        if flat:
            taken = {"above": 1, "below": -1}.get(self.style.melds)
            line = -1 if self.style.rack or taken == 1 else 1
            if taken != line:
                self.put(cluster, line=line)
                return
        self.put(cluster, left=left, gap=float(self.rng.exponential(self.loose)) if how == "turned" else None)

    def _melds_in_line(self, *, left: bool) -> None:
        how = self.style.melds
        line = {"above": 1, "below": -1}.get(how, 0)
        together = how == "aside" or (line != 0 and self.rng.random() < 0.25)
        far = float(self.rng.uniform(1.0, 2.6))
        if together and _runs_together([meld for meld in self.hand.melds if meld.exposed]):
            together = False
        for place, meld in enumerate(self.hand.melds):
            close = float(self.rng.exponential(self.loose)) if together else None
            self.put(
                self.cluster(*self.meld_codes(meld)),
                line=line,
                left=left,
                gap=far if how == "aside" and not place else close,
            )

    def _melds_at_the_end(self, *, left: bool) -> None:
        """Melds beside the row: upright ones one above the other, or each turned by a quarter, side by side."""
        turned = self.style.melds == "turned"
        clusters = [self.cluster(*self.meld_codes(meld)) for meld in self.hand.melds]
        if turned:
            turn = float(np.pi / 2 if self.rng.random() < 0.5 else -np.pi / 2)
            sign = 1 if turn > 0 else -1
            for cluster in clusters:
                start = (self.width - self.height) / 2
                middle = [piece.x - cluster.width / 2 for piece in cluster.pieces]
                lowest = min(sign * place for place in middle)
                pieces = tuple(
                    replace(piece, x=self.height / 2, y=start + sign * place - lowest, turn=piece.turn + turn)
                    for piece, place in zip(cluster.pieces, middle, strict=True)
                )
                self.put(Cluster(pieces, self.height), left=left)
            return
        step = self.height + float(self.rng.uniform(0.02, 0.3))
        for start in range(0, len(clusters), 3):
            stack = clusters[start : start + 3]
            pieces = tuple(
                piece.moved(0.0, level * step) for level, cluster in enumerate(stack) for piece in cluster.pieces
            )
            self.put(Cluster(pieces, max(cluster.width for cluster in stack)), left=left)

    def _bonus(self) -> None:
        codes = [face.code for face in self.hand.bonus]
        self.rng.shuffle(codes)
        left = self.rng.random() < 0.6
        how = self.style.bonus
        if how == "own row" or self.style.rack:
            line = -1 if self.style.rack or self.rng.random() < 0.4 else 1
            self.put(self.cluster(codes, "bonus"), line=line, left=bool(left))
        else:
            ends = [cluster.pieces[0].role == "concealed" for cluster in (self.lines[0][0], self.lines[0][-1])]
            if how == "in the row" and any(ends):
                self.put(self.cluster(codes, "bonus"), left=ends[0] and (bool(left) or not ends[1]), gap=0.01)
            else:
                self.put(self.cluster(codes, "bonus"), left=bool(left))

    def _finished(self) -> tuple[Piece, ...] | None:
        """Centre the row, put the other lines above and below it, and let nothing lie quite straight."""
        main = self._extent(0)
        uneven = float(self.rng.choice([0.008, 0.02, 0.035]))
        bend = float(self.rng.uniform(-0.004, 0.004)) if self.rng.random() < 0.25 else 0.0
        overturned = float(self.rng.choice([0.0, 0.2], p=[0.75, 0.25]))
        pieces: list[Piece] = []
        lines: list[int] = []
        for line, clusters in self.lines.items():
            extent = self._extent(line)
            room = max(0.0, (main - extent) / 2)
            along = -extent / 2 + (float(self.rng.uniform(-room, room)) if line else 0.0)
            apart = self.height * (1.0 + float(self.rng.choice([0.03, 0.15, 0.5])) * float(self.rng.uniform(0.5, 1.3)))
            tall = self.style.rack * line * 0.25  # a standing tile needs less room, but its foot is in front of it
            for place, (cluster, gap) in enumerate(zip(clusters, self.gaps[line], strict=True)):
                along += gap if place else 0.0
                for piece in cluster.pieces:
                    x, y = along + piece.x, line * apart + tall + piece.y
                    turn = piece.turn + (np.pi if not piece.stands and self.rng.random() < overturned else 0.0)
                    noise = self.rng.normal(0, uneven, 3)
                    lines.append(line)
                    pieces.append(replace(piece, x=x, y=y + bend * x * x + noise[1], turn=turn + noise[2] * 0.8))
                along += cluster.width
        return tuple(pieces) if self._are_clear(pieces, lines) else None

    def _are_clear(self, pieces: Sequence[Piece], lines: Sequence[int]) -> bool:
        """Tell whether tiles of different rows lie on no other, and side by side only where a person sees a gap."""
        x, y = np.array([piece.x for piece in pieces]), np.array([piece.y for piece in pieces])
        across = np.abs(np.sin([piece.turn for piece in pieces]))
        wide = self.width + (self.height - self.width) * across
        high = self.height - (self.height - self.width) * across
        line = np.array(lines)
        free_x = np.abs(x[:, None] - x) - (wide[:, None] + wide) / 2
        free_y = np.abs(y[:, None] - y) - (high[:, None] + high) / 2
        near = (free_y < -0.25) & (free_x < 0.45) & (line[:, None] != line)
        return not near.any()

    def _extent(self, line: int) -> float:
        return sum(cluster.width for cluster in self.lines[line]) + sum(self.gaps[line][1:])


def _runs_together(melds: Sequence[Meld]) -> bool:
    """Tell whether melds that touch could be cut in another way, as 111 222 333 could."""
    faces = [meld.tiles[0] for meld in melds]
    shared = len({face for meld in melds for face in meld.tiles}) < sum(len(set(meld.tiles)) for meld in melds)
    near = any(
        abs(one.index - two.index) <= 2
        for place, one in enumerate(faces)
        for two in faces[:place]
        if one.suit is two.suit
    )
    return shared or near


def lay_hand(rng: np.random.Generator, deal: Deal, tile: Proportions, style: Style | None = None) -> LaidHand:
    """Lay a hand out.

    Args:
        rng: draws everything that the style leaves open.
        deal: the hand.
        tile: proportions of its tiles.
        style: how; drawn if omitted.

    """
    style = style or draw_style(rng, deal)
    hand = deal.hand
    pieces = None
    while pieces is None:
        pieces = _Laying(rng, deal, style, tile).lay()
    unknown = set()
    shown = hand
    if style.winning == "unmarked":
        shown = replace(hand, concealed=hand.in_hand, winning=None)
        unknown.add("winning_tile")
    if style.kongs == "four backs":
        unknown.add("kong_tile")
    all_apart = style.melds == "gap" and sum(meld.exposed for meld in hand.melds) == 4
    sorted_sets = style.melds == "sorted" and any(len(reading.sets) == 5 for reading in readings(hand))
    if style.winning == "unmarked" and (all_apart or sorted_sets):
        unknown.add("exposed_melds")
    return LaidHand(hand, shown, frozenset(unknown), style, pieces)
