"""Games between the API's words, which are seats, and the ledger's, which are players."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from scoring.circumstances import Wind
from scoring.result import number
from scoring.rules import load_rules
from service.api.game_schemas import DrawRequest, FalseWinRequest
from service.games.ledger import totals
from service.games.outcomes import Draw, FalseWin, Win, Winner
from service.games.telling import Telling
from service.games.turns import PLAYERS, Given
from service.store.tables import shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from service.api.game_schemas import HandRequest, WinRequestInGame
    from service.api.game_schemas import Winner as WinnerRequest
    from service.games.history import Change
    from service.games.ledger import Entry, Played
    from service.games.outcomes import Outcome
    from service.games.settle import Worth
    from service.games.turns import Dealing, Position
    from service.store.games import Game, GameInShort


def telling(asked: HandRequest) -> Telling:
    """Return a hand as the ledger takes it."""
    given = asked.position
    return Telling(
        given=None if given is None else Given(Wind(given.round), given.dealer, given.repeats),
        outcome=lambda position: _outcome(asked, position),
        papers=lambda position, old: _papers(asked, position, old),
        key=asked.key,
    )


def _outcome(asked: HandRequest, position: Position) -> Outcome:
    if isinstance(asked, DrawRequest):
        return Draw()
    if isinstance(asked, FalseWinRequest):
        return FalseWin(position.player(asked.offender))
    discarder = None if asked.discarder is None else position.player(asked.discarder)
    return Win(tuple(_winner(winner, position) for winner in asked.winners), discarder)


def _winner(asked: WinnerRequest, position: Position) -> Winner:
    def player(seat: str | None) -> int | None:
        return None if seat is None else position.player(seat)

    return Winner(
        player=position.player(asked.seat),
        hand=asked.hand,
        faan=asked.faan,
        events=tuple(asked.events),
        feeds=tuple(player(seat) for seat in asked.feeds),
        liable=player(asked.liable),
    )


def _papers(asked: HandRequest, position: Position, old: Entry | None) -> dict[str, Any]:
    """Return what belongs to a hand and decides nothing; of an earlier hand, what the request leaves out stays."""
    before: Mapping[str, Any] = {} if old is None else old.papers
    winners = {}
    for winner in _winners(asked):
        player = str(position.player(winner.seat))
        kept = before.get("winners", {}).get(player, {"photo": None, "reading": None, "corrections": []})
        told = winner.model_dump(mode="json", include={"photo", "reading", "corrections"}, exclude_unset=True)
        if told.get("reading"):
            told["reading"].pop("kept", None)
        winners[player] = {**kept, **told}
    return {
        "played_at": before.get("played_at") or shown(datetime.now(UTC)),
        "key": asked.key if old is None else before.get("key"),
        "note": asked.note if old is None or "note" in asked.model_fields_set else before.get("note", ""),
        "corrected": old is not None,
        "winners": winners,
    }


def _winners(asked: HandRequest | WinRequestInGame) -> Sequence[WinnerRequest]:
    return [] if isinstance(asked, DrawRequest | FalseWinRequest) else asked.winners


def photos_named(asked: HandRequest) -> frozenset[str]:
    """Name the photos that a request says belong to its hand."""
    return frozenset(winner.photo for winner in _winners(asked) if winner.photo is not None)


def photos_of(game: Game) -> frozenset[str]:
    """Name the photos of a game's hands, whether they are still kept or not."""
    papers = (paper for one in game.played for paper in one.entry.papers["winners"].values())
    return frozenset(paper["photo"] for paper in papers if paper["photo"] is not None)


def game_in_short(game: GameInShort) -> dict[str, Any]:
    """Return a game in a list."""
    return {
        "id": game.id,
        "name": game.facts.name,
        "started_at": shown(game.started_at),
        "changed_at": shown(game.changed_at),
        "players": list(game.facts.players),
        "hands_played": game.hands_played,
        "totals": [number(Fraction(amount)) for amount in game.totals],
    }


def game_answer(game: Game, photos: frozenset[str], *, in_full: bool = False) -> dict[str, Any]:
    """Return a game with every hand.

    Args:
        game: the game.
        photos: the photos of it that are kept.
        in_full: whether readings and corrections stand with each hand.

    """
    facts = game.told.facts
    hands = hands_answer(game, photos, in_full=in_full)
    return {
        "id": game.id,
        "name": facts.name,
        "started_at": shown(game.started_at),
        "changed_at": shown(game.changed_at),
        "players": list(facts.players),
        "hands_played": len(hands),
        "totals": hands[-1]["totals"] if hands else [0] * 4,
        "version": game.version,
        "rules": {
            "name": facts.rules,
            "title": load_rules(facts.rules).title,
            "set": dict(facts.settings),
        },
        "dealing": facts.dealing.to_json(),
        "next": position_answer(game.next, len(hands) + 1, facts.dealing, given=False),
        "hands": hands,
        "undo": _change(game.history.done),
        "redo": _change(game.history.undone),
    }


def _change(changes: Sequence[Change]) -> dict[str, Any] | None:
    return {"change": changes[-1].kind, "hand": changes[-1].hand} if changes else None


def position_answer(position: Position, number_: int, dealing: Dealing, *, given: bool) -> dict[str, Any]:
    """Return where a hand stands."""
    return {
        "number": number_,
        "round": position.round.value,
        "dealer": position.dealer,
        "repeats": position.repeats,
        "seats": [position.seat(player).value for player in PLAYERS],
        "given": given,
        "over": position.over(dealing),
    }


def hands_answer(game: Game, photos: frozenset[str], *, in_full: bool = False) -> list[dict[str, Any]]:
    """Return every hand of a game in the order of play."""
    return [
        _hand(one, index, total, game.told.facts.dealing, photos, in_full=in_full)
        for index, (one, total) in enumerate(zip(game.played, totals(game.played), strict=True), start=1)
    ]


def _hand(
    one: Played, index: int, total: Sequence[Fraction], dealing: Dealing, photos: frozenset[str], *, in_full: bool
) -> dict[str, Any]:
    entry, position = one.entry, one.position
    outcome = entry.outcome
    discarder = outcome.discarder if isinstance(outcome, Win) else None
    paid = one.settlement.payments
    return {
        "id": entry.id,
        "played_at": entry.papers["played_at"],
        "kind": "win" if isinstance(outcome, Win) else "draw" if isinstance(outcome, Draw) else "false_win",
        "position": position_answer(position, index, dealing, given=entry.given is not None),
        "self_draw": isinstance(outcome, Win) and discarder is None,
        "from": _seat(position, discarder),
        "offender": _seat(position, outcome.offender) if isinstance(outcome, FalseWin) else None,
        "winners": [
            _winner_answer(winner, worth, position, entry.papers["winners"][str(winner.player)], photos, in_full)
            for winner, worth in zip(
                outcome.winners if isinstance(outcome, Win) else (), one.settlement.worths, strict=True
            )
        ],
        "payments": {seat.value: number(paid[position.player(seat)]) for seat in Wind},
        "by_player": [number(amount) for amount in paid],
        "totals": [number(amount) for amount in total],
        "note": entry.papers["note"],
        "corrected": entry.papers["corrected"],
    }


def _seat(position: Position, player: int | None) -> str | None:
    return None if player is None else position.seat(player).value


def _winner_answer(  # noqa: PLR0917
    winner: Winner,
    worth: Worth,
    position: Position,
    paper: Mapping[str, Any],
    photos: frozenset[str],
    in_full: bool,
) -> dict[str, Any]:
    answer = {
        "seat": _seat(position, winner.player),
        "player": winner.player,
        "hand": winner.hand,
        "agreed_faan": winner.faan,
        "events": list(winner.events),
        "feeds": [_seat(position, player) for player in winner.feeds],
        "liable": _seat(position, winner.liable),
        "photo": paper["photo"] if paper["photo"] in photos else None,
        "faan": worth.faan,
        "paid_faan": worth.paid_faan,
        "limit": worth.limit,
        "points": number(worth.points),
        "result": worth.answer,
    }
    return {**answer, "reading": paper["reading"], "corrections": paper["corrections"]} if in_full else answer
