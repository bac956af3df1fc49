"""An independent slow reference: reads and prices a hand by brute force, for rule set ``guide``.

Nothing is shared with the code under test but the tiles and the hand itself. The tiles in hand are split in every
possible way into groups of three and one of two, by trying every combination of positions; the winning tile is placed
in every group that has its face; each pattern is counted from the groups, straight from the words of the guide.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.circumstances import Circumstances
    from scoring.hand import Hand

Codes = tuple[str, ...]


class Group(NamedTuple):
    codes: Codes
    exposed: bool = False
    laid: bool = False
    won: bool = False

    @property
    def pung(self) -> bool:
        return len(set(self.codes)) == 1 and len(self.codes) >= 3

    @property
    def kong(self) -> bool:
        return self.pung and len(self.codes) == 4

    @property
    def chow(self) -> bool:
        return len(set(self.codes)) == 3


def is_meld(codes: Codes) -> bool:
    if len(set(codes)) == 1:
        return True
    ranks = sorted(code[0] for code in codes)
    return len({code[1:] for code in codes}) == 1 and len(codes[0]) == 2 and "".join(ranks) in "123456789"


@cache
def cut(codes: Codes) -> frozenset[tuple[Codes, ...]]:
    """Every way to cut sorted tiles of one suit into melds and at most one pair, by brute force over positions."""
    if not codes:
        return frozenset({()})
    found = set()
    for size in (2, 3) if len(codes) % 3 == 2 else (3,):
        for others in combinations(range(1, len(codes)), size - 1):
            group = tuple(codes[place] for place in (0, *others))
            if (size == 2 and group[0] == group[1]) or (size == 3 and is_meld(group)):
                rest = tuple(code for place, code in enumerate(codes) if place not in {0, *others})
                found |= {tuple(sorted((group, *more))) for more in cut(rest)}
    return frozenset(found)


def splits(codes: Codes) -> list[tuple[Codes, ...]]:
    """Every way to cut tiles into melds and one pair: no group mixes suits, so each suit is cut by itself."""
    suits: dict[str, list[str]] = {}
    for code in sorted(codes):
        suits.setdefault(code[-1], []).append(code)
    ways = product(*(cut(tuple(own)) for own in suits.values()))
    whole = [tuple(group for part in way for group in part) for way in ways]
    return [way for way in whole if sum(len(group) == 2 for group in way) == 1]


def readings(hand: Hand) -> Iterator[tuple[Group, ...]]:
    """Every split, with the winning tile in every group that has its face."""
    laid = [Group(tuple(face.code for face in meld.tiles), meld.exposed, laid=True) for meld in hand.melds]
    winning = hand.winning.code if hand.winning else ""
    for split in splits(tuple(face.code for face in hand.in_hand)):
        for place, codes in enumerate(split):
            if winning in codes:
                groups = [Group(part, won=place == own) for own, part in enumerate(split)]
                yield (*laid, *groups)


def faan(hand: Hand, win: Circumstances) -> int | None:
    """What the hand is worth under the guide, without events; None if it is no hand."""
    codes = [face.code for face in hand.tiles if not face.is_bonus]
    found = list(readings(hand))
    totals = [_ordinary(groups, codes, hand, win) for groups in found]
    limits = [_limit(groups, codes, hand, win) for groups in found]
    if not hand.melds and _orphans(codes):
        limits.append(13)
        totals.append(0)
    if not totals:
        return None
    best = max(totals)
    limit = max(limits)
    return best if min(best, 13) > limit else limit


def _orphans(codes: list[str]) -> bool:
    wanted = {"1m", "9m", "1p", "9p", "1s", "9s", *"ESWNCFP"}
    return set(codes) == wanted and len(codes) == 14


def _limit(groups: tuple[Group, ...], codes: list[str], hand: Hand, win: Circumstances) -> int:
    melds = [group for group in groups if len(group.codes) > 2]
    winds = [wind for wind in "ESWN" if any(group.codes[0] == wind for group in melds)]
    if len(winds) == 4 or all(group.kong for group in melds):
        return 13
    values = [0]
    if all(code in "ESWNCFP" for code in codes):
        dragons = sum(group.codes[0] in "CFP" for group in melds)
        eyes = next(group for group in groups if len(group.codes) == 2)
        values.append(10 + (8 if dragons == 3 else 5 if dragons == 2 and eyes.codes[0] in "CFP" else 0))
    if all(code[0] in "19" for code in codes):
        values.append(10)
    if not hand.melds and len({code[-1] for code in codes}) == 1 and len(codes[0]) == 2:
        ranks = sorted(code[0] for code in codes)
        for rank in set(ranks):
            rest = list(ranks)
            rest.remove(rank)
            if "".join(rest) == "1112345678999" and (win.self_draw or (hand.winning and hand.winning.code[0] == rank)):
                values.append(10)
    return max(values)


def _ordinary(groups: tuple[Group, ...], codes: list[str], hand: Hand, win: Circumstances) -> int:
    melds = [group for group in groups if len(group.codes) > 2]
    eyes = next(group for group in groups if len(group.codes) == 2)
    suits = {code[1] for code in codes if len(code) == 2}
    honours = any(len(code) == 1 for code in codes)
    total = 0
    concealed = not any(group.laid for group in groups)
    pungs = all(group.pung for group in melds)
    all_pungs_faan = 0
    if pungs:
        own = all(not group.laid and (win.self_draw or not group.won) for group in melds)
        if own:
            total += 8
            concealed = False
        else:
            all_pungs_faan = 3
    if pungs and honours and suits and all(len(code) == 1 or code[0] in "19" for code in codes):
        total += 1
    total += all_pungs_faan + concealed
    total += all(group.chow for group in melds)
    if len(suits) == 1:
        total += 3 if honours else 7
    dragons = sum(group.codes[0] in "CFP" for group in melds)
    if dragons == 3:
        total += 8
    elif dragons == 2 and eyes.codes[0] in "CFP":
        total += 5
    else:
        total += dragons
    winds = [group.codes[0] for group in melds if group.codes[0] in "ESWN"]
    if len(winds) == 3 and eyes.codes[0] in "ESWN":
        total += 6
    total += sum(wind == win.seat for wind in winds) + sum(wind == win.round for wind in winds)
    return total + win.self_draw + _bonus(hand, win)


def _bonus(hand: Hand, win: Circumstances) -> int:
    if not hand.bonus:
        return 1
    total = 0
    seat = str("ESWN".index(win.seat) + 1) if win.seat else ""
    for kind in "fg":
        numbers = [face.code[0] for face in hand.bonus if face.code[1] == kind]
        total += 2 if len(numbers) == 4 else numbers.count(seat)
    return total
