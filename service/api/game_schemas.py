"""What the API takes and answers about games: a table's running ledger, and the rule sets that a table keeps.

Seats are the winds of the hand in question, as everywhere in the API; players are numbered 0–3 in the order in which
they sat down, the first dealer first, and lists by player follow that order.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, model_validator

from service.answers import DEFAULT_RULES
from service.api.schemas import (
    AGREED_LIMIT,
    EXAMPLE_HAND,
    Answer,
    EventName,
    ReadAnswer,
    ScoreAnswer,
    Settings,
    Wind,
)

PLAIN: Final = r"^[^\x00-\x1f\x7f]*$"
"""Text of one line"""

Player = Annotated[int, Field(strict=True, ge=0, le=3)]
Name = Annotated[str, Field(min_length=1, max_length=40, pattern=PLAIN)]
Amount = int | float
Key = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[\w-]+$")]
PhotoId = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[\w-]+$")]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class Dealing(BaseModel):
    """Who deals after a hand that the dealer did not win, and how long a game is."""

    model_config = ConfigDict(extra="forbid")

    draw: Literal["stay", "pass"] = Field(
        default="stay", description="After a draw (流局) the dealer deals again (連莊), or the deal passes on."
    )
    false_win: Literal["stay", "pass"] = Field(
        default="stay", description="After a false win (詐糊) the same dealer deals again, or the deal passes on."
    )
    rounds: int = Field(
        default=4, strict=True, ge=1, le=16, description="Rounds (圈) that a game lasts; hands may follow beyond."
    )


class NewGame(_Request):
    """A game to begin."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "players": ["阿明", "Fong", "Mrs Wong", "Yan"],
                    "rules": "hkma",
                    "set": {"cap": 8, "base": 0.5},
                    "dealing": {"draw": "pass"},
                    "name": "Friday",
                }
            ]
        }
    )

    players: list[Name] = Field(
        min_length=4, max_length=4, description="Names, the first dealer (East) first, then South, West, North."
    )
    rules: str = Field(default=DEFAULT_RULES, max_length=100, description="The name of a rule set that ships.")
    set: Settings = Field(default_factory=dict, max_length=200, description="Switches to change, by key.")
    dealing: Dealing = Field(default_factory=Dealing)
    name: str = Field(default="", max_length=80, pattern=PLAIN, description="What the table calls the game.")
    key: Key | None = Field(
        default=None, description="Made up by the client: a repeated request with the same key begins nothing anew."
    )

    @model_validator(mode="after")
    def _names_differ(self) -> NewGame:
        if len(set(self.players)) < 4:
            raise ValueError("four players need four different names")
        return self


class GameChange(_Request):
    """What to change of a game; what is left out stays. With new rules, every hand is counted anew."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"set": {"cap": 10}}, {"name": "Saturday"}]})

    players: list[Name] | None = Field(default=None, min_length=4, max_length=4)
    rules: str | None = Field(default=None, max_length=100)
    set: Settings | None = Field(default=None, max_length=200, description="All switches; replaces those before.")
    dealing: Dealing | None = None
    name: str | None = Field(default=None, max_length=80, pattern=PLAIN)

    @model_validator(mode="after")
    def _names_differ(self) -> GameChange:
        if self.players is not None and len(set(self.players)) < 4:
            raise ValueError("four players need four different names")
        return self


class GivenPosition(_Request):
    """Where a hand stands, where the table knows better than the running game."""

    round: Wind
    dealer: Player = Field(description="The player who deals.")
    repeats: int = Field(default=0, strict=True, ge=0, le=99, description="連莊: deals of this dealer just before.")


class Correction(_Request):
    """One thing that the person changed of what was read."""

    tile: int | None = Field(
        default=None,
        strict=True,
        ge=0,
        le=999,
        description="Index in the reading's tiles; null: a tile added.",
    )
    code: str | None = Field(default=None, max_length=4, description="The right face; null: there is no such tile.")
    role: Literal["concealed", "exposed", "concealed_kong", "winning", "bonus", "ignored"] | None = None


class Winner(_Request):
    """One winner: the tiles, or the faan that the table counted by itself, or both: then the table is right."""

    seat: Wind
    hand: str | None = Field(default=None, max_length=1000, description="The hand in sikwu's notation.")
    faan: int | None = Field(
        default=None, strict=True, ge=0, le=AGREED_LIMIT, description="Faan that the table agreed on, before the cap."
    )
    events: list[EventName] = Field(default_factory=list, max_length=9)
    feeds: list[Wind | None] = Field(default_factory=list, max_length=4, description="Who fed each meld, in order.")
    liable: Wind | None = Field(default=None, description="Who is liable (包牌), as the table agreed.")
    photo: PhotoId | None = Field(default=None, description="The id of a photo that was kept.")
    reading: ReadAnswer | None = Field(default=None, description="What /read answered.")
    corrections: list[Correction] = Field(default_factory=list, max_length=100)

    @model_validator(mode="after")
    def _something_to_count(self) -> Winner:
        if self.hand is None and self.faan is None:
            raise ValueError("a winner needs a hand or agreed faan")
        return self


class _HandRequest(_Request):
    key: Key | None = Field(
        default=None, description="Made up by the client: a repeated request with the same key adds nothing anew."
    )
    note: str = Field(default="", max_length=500)
    position: GivenPosition | None = Field(default=None, description="Left out: as the running game says.")


class WinRequestInGame(_HandRequest):
    """A hand that somebody won, or several on one discard."""

    kind: Literal["win"]
    self_draw: StrictBool = False
    discarder: Wind | None = Field(default=None, alias="from", description="Who discarded the winning tile.")
    winners: list[Winner] = Field(min_length=1, max_length=3)

    @model_validator(mode="after")
    def _one_way_of_winning(self) -> WinRequestInGame:
        seats = [winner.seat for winner in self.winners]
        if len(set(seats)) < len(seats):
            raise ValueError("a seat wins once")
        if self.self_draw and (self.discarder is not None or len(seats) > 1):
            raise ValueError("a self-draw has one winner and no discarder")
        if not self.self_draw and self.discarder is None:
            raise ValueError("say who discarded (from), or self_draw")
        if self.discarder in seats:
            raise ValueError("nobody wins on their own discard")
        return self


class DrawRequest(_HandRequest):
    """A hand that nobody won (流局)."""

    kind: Literal["draw"]


class FalseWinRequest(_HandRequest):
    """A win that was called and is none (詐糊)."""

    kind: Literal["false_win"]
    offender: Wind


HandRequest = Annotated[WinRequestInGame | DrawRequest | FalseWinRequest, Field(discriminator="kind")]

HAND_EXAMPLES: Final[dict[str, Any]] = {
    "one winner": {
        "value": {
            "kind": "win",
            "from": "N",
            "winners": [{"seat": "W", "hand": EXAMPLE_HAND, "events": ["last_tile"]}],
            "key": "5f1c9f0e-hand-7",
        }
    },
    "agreed faan, self-drawn": {"value": {"kind": "win", "self_draw": True, "winners": [{"seat": "E", "faan": 5}]}},
    "two winners": {
        "value": {
            "kind": "win",
            "from": "E",
            "winners": [{"seat": "S", "faan": 3}, {"seat": "W", "hand": EXAMPLE_HAND}],
        }
    },
    "draw": {"value": {"kind": "draw"}},
    "false win": {"value": {"kind": "false_win", "offender": "S"}},
}


class PositionAnswer(Answer):
    """Where a hand stands in the game: everything that fills in its circumstances."""

    number: int = Field(description="Of the hand in the game, from 1.", examples=[5])
    round: Wind
    dealer: Player = Field(description="The player who deals; the dealer's seat is always E.")
    repeats: int = Field(description="連莊: how often this dealer has just dealt again.")
    seats: list[Wind] = Field(description="The seat of each player.", examples=[["N", "E", "S", "W"]])
    given: bool = Field(description="Whether a person set it, rather than the running game.")
    over: bool = Field(description="Whether the rounds of the game have been played before this hand.")


class WinnerAnswer(Answer):
    """One winner with what the hand was worth."""

    seat: Wind
    player: Player
    hand: str | None = Field(examples=[EXAMPLE_HAND])
    agreed_faan: int | None
    events: list[EventName]
    feeds: list[Wind | None]
    liable: Wind | None
    photo: str | None = Field(description="The photo, while it is kept.")
    faan: int
    paid_faan: int
    limit: bool
    points: Amount
    result: ScoreAnswer | None = Field(description="The whole answer of /score; null for agreed faan without tiles.")


class HandInGame(Answer):
    """One hand of a game."""

    id: int
    played_at: str = Field(examples=["2026-11-30T10:00:00Z"])
    kind: Literal["win", "draw", "false_win"]
    position: PositionAnswer
    self_draw: bool
    discarder: Wind | None = Field(alias="from")
    offender: Wind | None
    winners: list[WinnerAnswer]
    payments: dict[Wind, Amount] = Field(description="Signed, by seat; the sum is zero.")
    by_player: list[Amount] = Field(description="The same by player.", examples=[[-64, 192, -64, -64]])
    totals: list[Amount] = Field(description="Running totals by player after this hand.")
    note: str
    corrected: bool = Field(description="Whether it was changed after it was added.")


class WinnerInFull(WinnerAnswer):
    """One winner with what was read in the photo and what the person corrected."""

    reading: ReadAnswer | None
    corrections: list[Correction]


class HandInFull(HandInGame):
    """One hand of a game with readings and corrections."""

    winners: list[WinnerInFull]  # type: ignore[assignment]  # each of them is a WinnerAnswer too


class RulesOfGame(Answer):
    """The rules that a game is played by."""

    name: str
    title: str
    set: dict[str, Any]


class UndoAnswer(Answer):
    """What undo (or redo) would do."""

    change: Literal["hand_added", "hand_corrected", "hand_removed", "game_changed"]
    hand: int | None = Field(description="The id of the hand that it is about.")


class GameInShort(Answer):
    """A game in a list."""

    id: str = Field(examples=["q3J9xB2kTz0f"])
    name: str
    started_at: str = Field(examples=["2026-11-30T10:00:00Z"])
    changed_at: str = Field(examples=["2026-11-30T12:00:00Z"])
    players: list[str] = Field(examples=[["阿明", "Fong", "Mrs Wong", "Yan"]])
    hands_played: int
    totals: list[Amount] = Field(description="By player.", examples=[[-64, 192, -64, -64]])


class GameAnswer(GameInShort):
    """A game with every hand."""

    version: int = Field(description="Grows with every change; send it back as ?version= to change only what you saw.")
    rules: RulesOfGame
    dealing: Dealing
    next: PositionAnswer = Field(description="Where the next hand stands.")
    hands: list[HandInGame] = Field(description="In the order of play.")
    undo: UndoAnswer | None
    redo: UndoAnswer | None


class HandAddedAnswer(Answer):
    """The hand and the game as it now is."""

    hand: HandInGame
    game: GameAnswer


class GamesAnswer(Answer):
    """The games, the latest changed first."""

    games: list[GameInShort]


class HouseRules(_Request):
    """A table's own rule set: one that ships, with switches changed."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"name": "Our table", "rules": "hkma", "set": {"cap": 8, "minimum": 1}}]}
    )

    name: Annotated[str, Field(min_length=1, max_length=80, pattern=PLAIN)]
    rules: str = Field(default=DEFAULT_RULES, max_length=100, description="The rule set that it starts from.")
    set: Settings = Field(default_factory=dict, max_length=200, description="Switches to change, by key.")
    dealing: Dealing = Field(default_factory=Dealing)


class HouseRulesAnswer(Answer):
    """A table's own rule set as it is kept."""

    id: int
    saved_at: str = Field(examples=["2026-11-30T10:00:00Z"])
    name: str
    rules: str
    set: dict[str, Any]
    dealing: Dealing


class HouseRulesList(Answer):
    """The rule sets that tables keep, by name."""

    house_rules: list[HouseRulesAnswer]
