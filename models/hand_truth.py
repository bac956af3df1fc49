"""What is true of a photographed hand, and in which parts a reading of it is wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from scoring.tiles import CODES, tile
from vision.boxes import iou
from vision.layout import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.synthesis.table_scenes import Truth
    from scoring.hand import Hand, Meld
    from scoring.tiles import Tile
    from vision.reading import Question, Reading

OVERLAP: Final = 0.4
"""A box read and a true one that overlap by this much (IoU) are one tile's."""


@dataclass(frozen=True, slots=True, eq=False)
class TrueHand:
    """A hand to compare readings with.

    Attributes:
        hand: all that is known of it.
        unknown: what the photo does not show: ``winning_tile``, ``kong_tile``, ``exposed_melds``.
        winning_known: whether ``hand.winning`` is the truth, also where it is None: nobody claims a win. Labels of real
            photos may not know the winning tile.
        kinds: names of what kind of photo it is.
        boxes: ``(n, 4)`` the true tiles, in pixels.
        codes: the face of each.
        roles: what each is in the hand; None where only its face is known.

    """

    hand: Hand
    unknown: frozenset[str]
    winning_known: bool
    kinds: tuple[str, ...]
    boxes: NDArray[np.float64]
    codes: tuple[str, ...]
    roles: tuple[str | None, ...]

    @classmethod
    def of_scene(cls, truth: Truth) -> TrueHand:
        """Take the truth of a synthesised table."""
        codes = tuple(CODES[index] for index in truth.class_id)
        return cls(truth.hand, truth.unknown, True, truth.kinds, truth.boxes, codes, truth.role)

    @classmethod
    def of_label(cls, hand: Hand, boxes: NDArray[np.float64], codes: Sequence[str], kinds: tuple[str, ...]) -> TrueHand:
        """Take the hand that somebody read off a photo.

        Args:
            hand: as labelled; without a winning tile where the photo or the labeller does not know it.
            boxes: ``(n, 4)`` labelled tiles in pixels.
            codes: their faces.
            kinds: names of what kind of photo it is.

        """
        member = None if Counter(codes) - _faces(hand) else Role.CONCEALED.value
        roles = tuple(
            member if member is None or CODES.index(code) < 34 else Role.BONUS.value for code in codes
        )  # exposed or not is not known of a single box
        if hand.melds or hand.winning is not None:
            roles = (None,) * len(codes)
        return cls(hand, frozenset(), hand.winning is not None, kinds, boxes, tuple(codes), roles)

    def partners(self, reading: Reading) -> NDArray[np.int64]:
        """Tell which true tile each tile read is: ``(n,)`` indexes, -1 for none; each true tile is one's at most."""
        found = np.array([item.box for item in reading.tiles], np.float64).reshape(-1, 4)
        partner = np.full(len(found), -1, dtype=np.int64)
        if not len(found) or not len(self.boxes):
            return partner
        overlap = iou(found, self.boxes)
        for index in np.argsort(-overlap.max(axis=1), kind="stable"):
            best = int(overlap[index].argmax())
            if overlap[index, best] >= OVERLAP:
                partner[index] = best
                overlap[:, best] = -1
        return partner


def _faces(hand: Hand) -> Counter[str]:
    return Counter(face.code for face in hand.tiles)


def _melds(hand: Hand) -> Counter[tuple[tuple[Tile, ...], bool]]:
    return Counter((meld.tiles, meld.exposed) for meld in hand.melds)


def _all_hidden(hand: Hand) -> Hand:
    """Take exposed melds that are no kongs into the hand, for where nobody can tell whether they are exposed."""
    opened = [meld for meld in hand.melds if meld.exposed and len(meld.tiles) == 3]
    rest = tuple(meld for meld in hand.melds if meld not in opened)
    return replace(hand, concealed=(*hand.concealed, *(face for meld in opened for face in meld.tiles)), melds=rest)


def _same(one: Hand, two: Hand, *, winning: bool) -> bool:
    if winning:
        same = one.winning is two.winning and Counter(one.concealed) == Counter(two.concealed)
    else:
        same = one.in_hand == two.in_hand
    return same and _melds(one) == _melds(two) and one.bonus == two.bonus


def is_exact(read: Hand, truth: TrueHand) -> bool:
    """Tell whether a hand is read as the photo shows it.

    The order of melds does not count. Where nothing marks the winning tile, none may be named; where no face of a kong
    is seen, it may be missing or have any; where nobody can know whether melds are exposed, either is right.
    """
    hand = truth.hand
    winning = truth.winning_known
    if "winning_tile" in truth.unknown:
        hand, winning = replace(hand, concealed=hand.in_hand, winning=None), True
    if "exposed_melds" in truth.unknown:
        read, hand = _all_hidden(read), _all_hidden(hand)
    if "kong_tile" in truth.unknown:
        hidden = [meld for meld in hand.melds if not meld.exposed]
        claimed = [meld for meld in read.melds if not meld.exposed]
        lacking = list((Counter(hidden) - Counter(claimed)).elements())
        invented = list((Counter(claimed) - Counter(hidden)).elements())
        hand = _without(hand, lacking)
        read = _without(read, invented[: len(lacking)])
    return _same(read, hand, winning=winning)


def _without(hand: Hand, melds: list[Meld]) -> Hand:
    left = Counter(hand.melds) - Counter(melds)
    return replace(hand, melds=tuple(left.elements()))


def is_settled(hand: Hand, truth: TrueHand) -> bool:
    """Tell whether a hand, after a person's answers, is all of the truth, also of what the photo does not show."""
    return _same(hand, truth.hand, winning=truth.winning_known)


@dataclass(frozen=True, slots=True)
class Fault:
    """A part of a reading that is wrong.

    Attributes:
        kind: ``face``, ``extra`` (no tile of the hand), ``missing``, ``bonus`` (a bonus tile is one or the other, which
            the number of tiles does not show), ``winning``, ``role`` or ``melds``.
        tiles: indexes of the tiles read that it is about.

    """

    kind: str
    tiles: frozenset[int] = frozenset()


def faults(reading: Reading, truth: TrueHand) -> list[Fault]:
    """List the wrong parts of a reading; empty if and only if it is exact."""
    if is_exact(reading.hand, truth):
        return []
    partner = truth.partners(reading)
    wrong: list[Fault] = []
    roles_known = all(role is not None for role in truth.roles)
    for index, found in enumerate(reading.tiles):
        true = int(partner[index])
        role = truth.roles[true] if true >= 0 else None
        if found.role is Role.IGNORED:
            if role not in {None, Role.IGNORED.value}:
                wrong.append(Fault("bonus" if role == Role.BONUS.value else "missing", frozenset({index})))
        elif true < 0 or role == Role.IGNORED.value:
            wrong.append(Fault("bonus" if found.role is Role.BONUS else "extra", frozenset({index})))
        elif truth.codes[true] != found.code:
            wrong.append(Fault("face", frozenset({index})))
        elif role is not None and role != found.role.value and not _excused(role, found.role, truth):
            kind = "winning" if Role.WINNING.value in {role, found.role.value} else "role"
            wrong.append(Fault(kind, frozenset({index})))
    seen = set(partner[partner >= 0].tolist())
    lost = [
        place for place, role in enumerate(truth.roles) if role not in {None, Role.IGNORED.value} and place not in seen
    ]
    wrong += [Fault("bonus" if truth.roles[place] == Role.BONUS.value else "missing") for place in lost]
    if roles_known and wrong:
        return wrong
    # By faces alone: what the boxes did not show.
    read, known = _faces(reading.hand), _faces(truth.hand)
    lacking = known - read
    if not any(fault.kind in {"face", "missing", "bonus"} for fault in wrong) and lacking:
        flowers = all(tile(code).is_bonus for code in lacking)
        left_out = frozenset(
            index
            for index, item in enumerate(reading.tiles)
            if item.role is Role.IGNORED and partner[index] >= 0 and truth.codes[partner[index]] in lacking
        )
        wrong.append(Fault("bonus" if flowers else "missing", left_out))
    if truth.winning_known and reading.hand.winning is not truth.hand.winning and not wrong:
        wrong.append(Fault("winning"))
    if not wrong:
        grouped = {Role.EXPOSED, Role.CONCEALED_KONG, Role.CONCEALED}
        wrong.append(
            Fault("melds", frozenset(index for index, item in enumerate(reading.tiles) if item.role in grouped))
        )
    return wrong


def _excused(role: str, read: Role, truth: TrueHand) -> bool:
    """Tell whether another role than the true one is right, because the photo does not show the difference."""
    inner = {Role.CONCEALED.value, Role.WINNING.value}
    if "winning_tile" in truth.unknown and role in inner and read is Role.CONCEALED:
        return True
    if not truth.winning_known and role in inner and read.value in inner:
        return True
    open_or_not = {Role.CONCEALED.value, Role.EXPOSED.value}
    return "exposed_melds" in truth.unknown and role in open_or_not and read.value in open_or_not


_ABOUT: Final[dict[str, frozenset[str]]] = {
    "uncertain_tile": frozenset({"face", "extra", "bonus"}),
    "tile_count": frozenset({"missing", "extra"}),
    "hidden_tile": frozenset({"missing"}),
    "winning_tile": frozenset({"winning"}),
    "kong_tile": frozenset({"face", "role", "melds"}),
    "kong": frozenset({"role", "melds"}),
    "exposed_melds": frozenset({"role", "melds"}),
    "extra_tile": frozenset({"extra", "missing", "bonus"}),
    "cut": frozenset({"missing", "bonus"}),
}
"""Which faults each kind of question can set right."""

_ANYWHERE: Final = frozenset({"tile_count", "hidden_tile", "winning_tile", "cut"})
"""Questions that are about the hand as a whole, not about the tiles that they name."""

OF_THE_PHOTO: Final = frozenset({"mirrored", "blurred", "dark"})
"""Questions about the photo as a whole: a person takes another one."""


def touches(question: Question, fault: Fault) -> bool:
    """Tell whether a question is about a wrong part, so that whoever answers it looks there."""
    if question.kind in OF_THE_PHOTO:
        return True
    about = _ABOUT.get(question.kind)
    meets = bool(fault.tiles & set(question.tiles)) or question.kind in _ANYWHERE
    return meets and (about is None or fault.kind in about)
