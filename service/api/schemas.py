"""What the API takes and answers. Checked here, at the edge; the answers themselves are made in `service.answers`."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictFloat, StrictInt, StrictStr

from service.answers import DEFAULT_RULES, Win

AGREED_LIMIT: Final = 99
"""Most faan that a table may agree on"""

EXAMPLE_HAND: Final = "(CCC) 111m 999m 77m 8m8m +7m"
Wind = Literal["E", "S", "W", "N"]
EventName = Literal[
    "robbing_kong",
    "last_tile",
    "last_discard",
    "after_kong",
    "kong_on_kong",
    "after_flower",
    "heavenly",
    "earthly",
    "human",
]
Value = StrictBool | StrictInt | StrictFloat | Annotated[StrictStr, Field(max_length=1000)] | list[Any]
Settings = dict[Annotated[str, Field(max_length=100)], Value]
"""Switches of a rule set, by key."""


class WinRequest(BaseModel):
    """A hand and how it was won; the names are those of the command line's options."""

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        json_schema_extra={
            "examples": [{"hand": EXAMPLE_HAND, "rules": "guide", "seat": "W", "round": "E", "from": "N"}],
        },
    )

    hand: str = Field(max_length=1000, description="The hand in sikwu's notation.")
    rules: str = Field(default=DEFAULT_RULES, max_length=100, description="The name of a rule set that ships.")
    set: Settings = Field(
        default_factory=dict, max_length=200, description="Switches of the rule set to change, by key."
    )
    seat: Wind | None = Field(default="E", description="The winner's seat.")
    round: Wind | None = Field(default="E", description="The prevailing wind.")
    dealer: Wind = Field(default="E", description="The dealer's seat.")
    self_draw: StrictBool = Field(default=False, description="Whether the winning tile came from the wall.")
    discarder: Wind | None = Field(default=None, alias="from", description="Who discarded the winning tile.")
    events: list[EventName] = Field(default_factory=list, max_length=9, description="What was special.")
    feeds: list[Wind | None] = Field(default_factory=list, max_length=4, description="Who fed each meld, in order.")
    liable: Wind | None = Field(default=None, description="Who is liable (包牌), as the table agreed.")
    base: StrictInt | StrictFloat | Annotated[StrictStr, Field(max_length=40)] | None = Field(
        default=None, description="The stake: what one point is worth; a text such as “1/3” is exact."
    )

    def win(self) -> Win:
        """Return it in the words of the answers."""
        return Win(
            rules=self.rules,
            settings=dict(self.set),
            seat=self.seat,
            round=self.round,
            dealer=self.dealer,
            self_draw=self.self_draw,
            discarder=self.discarder,
            events=tuple(self.events),
            feeds=tuple(self.feeds),
            liable=self.liable,
            base=self.base,
        )

    def circumstances(self) -> dict[str, Any]:
        """Return everything but hand and rules, as it is kept with a saved hand."""
        return self.model_dump(by_alias=True, exclude={"hand", "rules"})


class Answer(BaseModel):
    """What every answer shares."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class FoundTile(Answer):
    """One tile found in a photo."""

    code: str = Field(examples=["1m"])
    confidence: float = Field(ge=0, le=1)
    box: tuple[float, float, float, float] = Field(description="x1, y1, x2, y2 in pixels of the upright photo.")
    role: Literal["concealed", "exposed", "concealed_kong", "winning", "bonus", "ignored"]
    group: int | None
    alternatives: list[tuple[str, float]]


class QuestionAnswer(Answer):
    """What a person should confirm."""

    kind: str = Field(examples=["uncertain_tile"])
    tiles: list[int]
    options: list[str]


class ReadProblem(Answer):
    """Why what was read cannot be scored as it is."""

    code: str = Field(examples=["no_tiles"])
    message: str


class PhotoAnswer(Answer):
    """A photo that is kept: its pixels and nothing else of what was uploaded."""

    id: str = Field(examples=["Vn4kq0Z8rWmY"])
    url: str = Field(examples=["/api/v1/photos/Vn4kq0Z8rWmY"])
    kept_at: str = Field(examples=["2026-11-30T10:00:00Z"])
    kept_until: str | None = Field(description="When it is deleted by itself (SIKWU_PHOTO_DAYS); null: never.")
    width: int
    height: int
    bytes: int


class PhotosAnswer(Answer):
    """The photos kept, the latest first."""

    photos: list[PhotoAnswer]


class ReadAnswer(Answer):
    """What was read in a photo."""

    photo: str
    width: int
    height: int
    seconds: float
    tiles: list[FoundTile]
    hand: str = Field(examples=[EXAMPLE_HAND])
    confidence: float = Field(ge=0, le=1, description="The estimated chance that the whole reading is right.")
    questions: list[QuestionAnswer]
    problems: list[ReadProblem]
    kept: PhotoAnswer | None = Field(default=None, description="The photo as it was kept, where that was asked for.")


class ScoreProblem(Answer):
    """What is wrong or not known."""

    code: str = Field(examples=["below_minimum"])
    severity: Literal["notice", "below", "incomplete", "illegal"]
    message: str


class PatternLine(Answer):
    """A pattern that counts; ``faan`` is that of all ``count`` together."""

    id: str
    zh: str
    en: str
    jyutping: str
    faan: int
    count: int


class SuppressedPattern(Answer):
    """A pattern that the hand has and that does not count beside another."""

    id: str
    by: str
    why: str


class ReadingSet(Answer):
    """One set of the reading that was priced."""

    kind: str
    tiles: list[str]
    exposed: bool
    won: bool


class Liability(Answer):
    """Who is liable, and why."""

    seat: Wind
    pao: str
    reason: str


class ScoreAnswer(Answer):
    """Faan, points and payments of a hand."""

    hand: str = Field(examples=[EXAMPLE_HAND])
    rules: str
    complete: bool
    legal: bool
    problems: list[ScoreProblem]
    patterns: list[PatternLine]
    suppressed: list[SuppressedPattern]
    faan: int
    paid_faan: int
    limit: bool
    points: int | float
    payments: dict[Wind, int | float] | None
    reading: list[ReadingSet] | None
    liable: Liability | None


class PriceRequest(BaseModel):
    """Faan that were counted by hand, and how the hand was won."""

    model_config = ConfigDict(
        extra="forbid",
        populate_by_name=True,
        json_schema_extra={
            "examples": [{"faan": 7, "rules": "cantonese", "seat": "W", "from": "N", "set": {"cap": 8}}]
        },
    )

    faan: int = Field(strict=True, ge=0, le=AGREED_LIMIT, description="The sum before the cap.")
    rules: str = Field(default=DEFAULT_RULES, max_length=100)
    set: Settings = Field(default_factory=dict, max_length=200)
    seat: Wind = "E"
    dealer: Wind = "E"
    self_draw: StrictBool = False
    discarder: Wind | None = Field(default=None, alias="from")
    liable: Wind | None = None

    def win(self) -> Win:
        """Return it in the words of the answers."""
        return Win(
            rules=self.rules,
            settings=dict(self.set),
            seat=self.seat,
            dealer=self.dealer,
            self_draw=self.self_draw,
            discarder=self.discarder,
            liable=self.liable,
        )


class PriceAnswer(Answer):
    """What so many faan pay."""

    rules: str
    faan: StrictInt
    paid_faan: int
    points: int | float
    reaches_minimum: bool
    payments: dict[Wind, int | float] | None


class AlternativeAnswer(Answer):
    """A change that would have made the hand dearer."""

    change: str
    faan: int
    points: int | float


class ExplainAnswer(Answer):
    """The reasons of a score, in sentences."""

    lines: list[str]
    not_counted: list[str]
    arithmetic: list[str]
    alternatives: list[AlternativeAnswer]


class CompareAnswer(Answer):
    """The same hand under every rule set that ships."""

    answers: list[ScoreAnswer]


class EventProblem(Answer):
    """Why an event cannot be."""

    code: str = Field(examples=["robbing_kong_self_drawn"])
    message: str


class PossibleAnswer(Answer):
    """For each event, what it would contradict; nothing where it may be chosen."""

    events: dict[EventName, list[EventProblem]]


class RuleSetInShort(Answer):
    """A rule set."""

    name: str
    title: str
    source: str
    minimum: int
    cap: int | None


class PatternNames(Answer):
    """A line of the faan table."""

    id: str
    zh: str
    en: str
    jyutping: str
    group: str
    rule: str


class RulesAnswer(Answer):
    """Every rule set in short, and every pattern."""

    default: str
    rules: list[RuleSetInShort]
    patterns: list[PatternNames]


class SettingAnswer(Answer):
    """One switch with its value."""

    key: str
    value: Any
    kind: str
    choices: list[str]
    low: int = Field(description="The least that a number may be.")
    high: int = Field(description="The most that a number may be.")
    explanation: str


class RuleSetAnswer(RuleSetInShort):
    """A rule set in full."""

    settings: list[SettingAnswer]


class SavedHandAnswer(Answer):
    """A hand that was kept."""

    id: int
    saved_at: str = Field(examples=["2026-11-30T10:00:00Z"])
    hand: str
    rules: str
    circumstances: dict[str, Any]
    result: ScoreAnswer


class HandsAnswer(Answer):
    """The hands kept, the latest first."""

    hands: list[SavedHandAnswer]


class Health(Answer):
    """The service can answer."""

    status: Literal["ok"]
    version: str


class ErrorBody(Answer):
    """Why a request was refused."""

    code: str = Field(description="Stable, for programs.", examples=["photo_unreadable"])
    message: str = Field(description="One sentence that quotes the input.")
    details: dict[str, Any]


class ErrorAnswer(Answer):
    """The one shape of every error."""

    error: ErrorBody
