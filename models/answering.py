"""A person who answers a reading's questions, truthfully and with nothing but the answers that are offered."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scoring.hand import Hand, Meld
from scoring.tiles import FACES, tile
from vision.layout import Role
from vision.melds import HAND_TILES

if TYPE_CHECKING:
    from models.hand_truth import TrueHand
    from scoring.tiles import Tile
    from vision.reading import Question, Reading


@dataclass(frozen=True, slots=True)
class Place:
    """A tile read, as the answers change it."""

    code: str
    role: Role
    group: int | None


def hand_of(places: list[Place]) -> Hand:
    """Make the hand of tiles with roles and groups, as `vision.reading.to_hand` does."""
    faces = [(place, tile(place.code)) for place in places if place.code in FACES]
    melds: dict[tuple[Role, int | None], list[Tile]] = {}
    for place, face in faces:
        if place.role in {Role.EXPOSED, Role.CONCEALED_KONG}:
            melds.setdefault((place.role, place.group), []).append(face)
    winning = [face for place, face in faces if place.role is Role.WINNING]
    return Hand(
        tuple(face for place, face in faces if place.role is Role.CONCEALED),
        tuple(
            Meld(tuple(shown)) if role is Role.EXPOSED else Meld((shown[0],) * 4, exposed=False)
            for (role, _), shown in melds.items()
        ),
        winning[0] if winning else None,
        tuple(face for place, face in faces if place.role is Role.BONUS),
    )


def answered(reading: Reading, truth: TrueHand) -> Hand:
    """Give the hand after every question of a reading was answered, one after another, as the phone app takes them.

    A question without options about one tile is answered with any face. One whose true answer is not among its options,
    or that asks for what the truth does not know, changes nothing; so does one that no answer can settle, such as a
    wrong number of tiles: a person has to take another photo. Once the hand has its number of tiles no more are taken
    for hidden.
    """
    if not reading.questions:
        return reading.hand
    partner = truth.partners(reading).tolist()
    places = [Place(item.code, item.role, item.group) for item in reading.tiles]
    for question in reading.questions:
        match question.kind:
            case "uncertain_tile":
                _name(places, question, partner, truth)
            case "winning_tile":
                _win(places, question, truth)
            case "kong_tile":
                _name_kong(places, question, truth)
            case "kong" | "exposed_melds":
                _turn(places, question, partner, truth)
            case "extra_tile":
                _keep_or_drop(places, question, partner, truth)
            case "hidden_tile" if not _is_complete(places):
                _add(places, question, partner, truth)
            case _:
                pass
    return hand_of(places)


def _is_complete(places: list[Place]) -> bool:
    """Tell whether there are as many tiles as in a whole hand, fourteen and one more for each kong."""
    sizes = Counter(place.group for place in places if place.role in {Role.EXPOSED, Role.CONCEALED_KONG})
    loose = sum(place.role in {Role.CONCEALED, Role.WINNING} and place.code in FACES for place in places)
    return loose + sizes.total() == HAND_TILES + sum(size == 4 for size in sizes.values())


def _offers(question: Question, answer: str) -> bool:
    return not question.options or answer in question.options


def _name(places: list[Place], question: Question, partner: list[int], truth: TrueHand) -> None:
    """Say which face a tile shows; of a concealed kong, of which tile it is."""
    index = question.tiles[0]
    if partner[index] < 0:
        return
    code = truth.codes[partner[index]]
    if places[index].role is Role.CONCEALED_KONG:
        others = _kongs(hand_of([place for place in places if place.group != places[index].group]))
        left = (_kongs(truth.hand) - others).elements() if code not in FACES else iter([code])
        answer = next(left, None)
        if answer is not None and _offers(question, answer):
            for at, place in enumerate(places):
                if place.group == places[index].group:
                    places[at] = replace(place, code=answer)
        return
    if _offers(question, code):
        places[index] = replace(places[index], code=code)
        bonus = code in FACES and tile(code).is_bonus
        if bonus or places[index].role is Role.BONUS:
            # A flower is never in hand, whatever the layout took it for; what was taken for one and is none, is.
            places[index] = replace(places[index], role=Role.BONUS if bonus else Role.CONCEALED)


def _win(places: list[Place], question: Question, truth: TrueHand) -> None:
    """Say which tile won, if anybody knows it."""
    winning = truth.hand.winning
    if winning is None or not _offers(question, winning.code):
        return
    held = [index for index, place in enumerate(places) if place.role in {Role.CONCEALED, Role.WINNING}]
    chosen = next((index for index in held if places[index].code == winning.code), None)
    if chosen is None:
        return
    for index in held:
        places[index] = replace(places[index], role=Role.WINNING if index == chosen else Role.CONCEALED)


def _name_kong(places: list[Place], question: Question, truth: TrueHand) -> None:
    """Say which tile a concealed kong is of: the true one that the reading does not know yet."""
    for code in (_kongs(truth.hand) - _kongs(hand_of(places))).elements():
        if question.tiles and _offers(question, code):
            first = question.tiles[0]
            places[first] = replace(places[first], code=code)
        return


def _kongs(hand: Hand) -> Counter[str]:
    """Count the tiles that concealed kongs are of."""
    return Counter(meld.tiles[0].code for meld in hand.melds if not meld.exposed)


def _turn(places: list[Place], question: Question, partner: list[int], truth: TrueHand) -> None:
    """Say whether melds lie open: by the role of their tiles, or by the melds of the hand where roles are not known."""
    roles = [truth.roles[partner[index]] for index in question.tiles if partner[index] >= 0]
    known = [role for role in roles if role is not None]
    if len(known) < len(question.tiles):
        opened = {face.code for meld in truth.hand.melds if meld.exposed for face in meld.tiles}
        about = {places[index].code for index in question.tiles}
        hidden = Role.CONCEALED_KONG if question.kind == "kong" else Role.CONCEALED
        answer = Role.EXPOSED.value if about <= opened else hidden.value
    else:
        answer = Counter(known).most_common(1)[0][0]
    if answer not in {role.value for role in Role} or not _offers(question, answer):
        return
    if answer == Role.EXPOSED.value:
        _lay_open(places, question)
        return
    for index in question.tiles:
        if places[index].role is not Role.WINNING:  # who said which tile won does not take it back
            places[index] = replace(places[index], role=Role(answer))


def _lay_open(places: list[Place], question: Question) -> None:
    """Lay melds open that the question lists one after another; one that the winning tile completed was in hand.

    Four equal tiles are a kong where the number of those left says so.
    """
    left = list(question.tiles)
    while left:
        four = [places[index].code for index in left[:4]]
        size = 4 if len(left) % 3 == 1 and len(four) == 4 and len(set(four)) == 1 else 3
        meld, left = left[:size], left[size:]
        if any(places[index].role is Role.WINNING for index in meld):
            continue
        for index in meld:
            # Those that lie in the hand become a meld of their own.
            group = -1 - meld[0] if places[index].role is Role.CONCEALED else places[index].group
            places[index] = replace(places[index], role=Role.EXPOSED, group=group)


def _keep_or_drop(places: list[Place], question: Question, partner: list[int], truth: TrueHand) -> None:
    """Say whether tiles belong to the hand. Where some do and others do not, neither answer is true."""
    roles = {truth.roles[partner[index]] if partner[index] >= 0 else Role.IGNORED.value for index in question.tiles}
    if roles == {Role.IGNORED.value} and _offers(question, "drop"):
        for index in question.tiles:
            places[index] = replace(places[index], role=Role.IGNORED)
    elif Role.IGNORED.value not in roles and None not in roles and _offers(question, "keep"):
        for index in question.tiles:
            place = places[index]
            if place.role is Role.IGNORED and place.code in FACES:
                # Nobody said that it won, nor that it makes a meld.
                role = Role.BONUS if tile(place.code).is_bonus else Role.CONCEALED
                places[index] = replace(place, role=role)


def _add(places: list[Place], question: Question, partner: list[int], truth: TrueHand) -> None:
    """Say which tile is hidden, if the hand lacks one."""
    loose = {Role.CONCEALED, Role.WINNING}
    if None in truth.roles:
        lacking = Counter(face.code for face in truth.hand.in_hand)
        lacking -= Counter(place.code for place in places if place.role in loose)
    else:
        held = {place for place, read in zip(partner, places, strict=False) if read.role is not Role.IGNORED}
        names = {role.value for role in loose}
        lacking = Counter(
            code
            for place, (code, role) in enumerate(zip(truth.codes, truth.roles, strict=True))
            if role in names and place not in held
        )
    if lacking.total() == 1:
        (code,) = lacking
        if _offers(question, code):
            places.append(Place(code, Role.CONCEALED, None))
