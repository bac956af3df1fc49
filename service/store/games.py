"""Games as they are kept. A change is one transaction: the game as told, every place and payment, the change."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError

from service.answers import rules_with
from service.games.history import (
    Change,
    Facts,
    FactsChange,
    HandChange,
    History,
    Told,
    change_from_json,
    change_json,
)
from service.games.ledger import Entry, Played, lay, next_place, totals
from service.games.settle import Settlement
from service.games.turns import Position
from service.store.database import StoreError
from service.store.tables import GameChangeRow, GameHandRow, GameRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sqlalchemy.orm import Session

    from service.games.telling import Telling
    from service.store.database import Database


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it is kept.

    Attributes:
        id: cannot be guessed.
        started_at, changed_at: in UTC.
        version: grows with every change.
        told: all that was told of it.
        played: the hands in their places, with what they paid.
        history: the change that undo takes back, and the one that redo makes again.

    """

    id: str
    started_at: datetime
    changed_at: datetime
    version: int
    told: Told
    played: tuple[Played, ...]
    history: History

    @property
    def next(self) -> Position:
        """Where the next hand stands."""
        return next_place(self.played, self.told.facts.dealing)


class GameInShort(NamedTuple):
    """A game in a list; amounts are exact texts."""

    id: str
    started_at: datetime
    changed_at: datetime
    facts: Facts
    totals: list[str]
    hands_played: int


class Games:
    """The games of a database.

    Args:
        database: where they are kept.

    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, facts: Facts, key: str | None = None) -> tuple[Game, bool]:
        """Begin a game; tell whether it is new, or the one that was begun with the same key.

        Raises:
            RulesError: the rules do not exist.

        """
        rules_with(facts.rules, facts.settings)
        now = datetime.now(UTC)
        row = GameRow(
            id=secrets.token_urlsafe(12),
            key=key,
            started_at=now,
            changed_at=now,
            version=1,
            facts=facts.to_json(),
            totals=["0"] * 4,
            hands_played=0,
        )
        try:
            with self._database.writing() as session:
                same = key and session.scalar(select(GameRow).where(GameRow.key == key))
                if same:
                    return _game(session, same), False
                session.add(row)
                session.flush()
                return _game(session, row), True
        except IntegrityError:  # the same request came twice at once, and the other was faster
            with self._database.reading() as session:
                return _game(session, session.scalars(select(GameRow).where(GameRow.key == key)).one()), False

    def get(self, identity: str) -> Game:
        """Return a game.

        Raises:
            StoreError: there is none with this id (``game_missing``).

        """
        with self._database.reading() as session:
            return _game(session, _row(session, identity))

    def latest(self, limit: int = 50) -> list[GameInShort]:
        """List the games, the latest changed first."""
        order = (GameRow.changed_at.desc(), GameRow.id)
        with self._database.reading() as session:
            return [
                GameInShort(
                    row.id, row.started_at, row.changed_at, Facts.from_json(row.facts), row.totals, row.hands_played
                )
                for row in session.scalars(select(GameRow).order_by(*order).limit(limit))
            ]

    def delete(self, identity: str) -> frozenset[str]:
        """Forget a game with every hand; tell which photos belonged to it.

        Raises:
            StoreError: there is none with this id (``game_missing``).

        """
        with self._database.writing() as session:
            row = _row(session, identity, lock=True)
            told = [hand.told for hand in session.scalars(_hands_of(identity))]
            changes = select(GameChangeRow).where(GameChangeRow.game_id == identity)
            for change in session.scalars(changes):
                told += [change.change[side] for side in ("before", "after") if change.change[side]]
            session.delete(row)
        return frozenset(photo for entry in told for photo in _photos(entry.get("papers", {})))

    def add(self, identity: str, telling: Telling, version: int | None = None) -> tuple[Game, int, bool]:
        """Add a hand; give the game, the hand's id, and whether it is new or the one added with the same key.

        Raises:
            StoreError: no such game, or it has moved on (``game_changed``).
            SikwuError: the hand is no win, or cannot be.

        """
        with self._database.writing() as session:
            row = _row(session, identity, lock=True)
            same = telling.key and session.scalar(_hands_of(identity).where(GameHandRow.key == telling.key))
            if same:
                return _game(session, row), same.id, False
            _check_version(row, version)
            game = _game(session, row)
            place = GameHandRow(
                game_id=identity, place=len(game.played), key=telling.key, told={}, position={}, settlement={}
            )
            session.add(place)
            session.flush()
            change = HandChange(len(game.played), None, telling.entry(place.id, game.next))
            return _made(session, row, game, change), place.id, True

    def preview(self, identity: str, telling: Telling) -> Game:
        """Tell what the game would be with a hand added, whose id is 0; nothing is kept.

        Raises:
            StoreError: no such game.
            SikwuError: the hand is no win, or cannot be.

        """
        game = self.get(identity)
        told, history = game.history.record(game.told, HandChange(len(game.played), None, telling.entry(0, game.next)))
        played = _laid(told, game.played, changed=0)
        return Game(game.id, game.started_at, game.changed_at, game.version, told, played, history)

    def correct(self, identity: str, hand: int, telling: Telling, version: int | None = None) -> Game:
        """Put a hand in an earlier one's place, and count anew what follows from it.

        Raises:
            StoreError: no such game or hand, or the game has moved on.
            LaterHandError: a hand after it would be no win any more.
            SikwuError: the hand is no win, or cannot be.

        """
        with self._database.writing() as session:
            row = _row(session, identity, lock=True)
            _check_version(row, version)
            game = _game(session, row)
            index = _index(game, hand)
            old = game.told.entries[index]
            expected = next_place(game.played[:index], game.told.facts.dealing)
            entry = telling.entry(hand, expected, old)
            return game if entry == old else _made(session, row, game, HandChange(index, old, entry))

    def remove(self, identity: str, hand: int, version: int | None = None) -> Game:
        """Take a hand out of the game.

        Raises:
            StoreError: no such game or hand, or the game has moved on.
            LaterHandError: a hand after it would be no win any more.

        """
        with self._database.writing() as session:
            row = _row(session, identity, lock=True)
            _check_version(row, version)
            game = _game(session, row)
            index = _index(game, hand)
            return _made(session, row, game, HandChange(index, game.told.entries[index], None))

    def change(self, identity: str, facts: Callable[[Facts], Facts], version: int | None = None) -> Game:
        """Change names, rules or dealing; with other rules every hand is counted anew.

        Raises:
            StoreError: no such game, or it has moved on.
            RulesError: the rules do not exist.
            LaterHandError: a hand would be no win any more.

        """
        with self._database.writing() as session:
            row = _row(session, identity, lock=True)
            _check_version(row, version)
            game = _game(session, row)
            change = FactsChange(game.told.facts, facts(game.told.facts))
            return game if change.before == change.after else _made(session, row, game, change)

    def undo(self, identity: str, version: int | None = None) -> Game:
        """Take back the last change.

        Raises:
            StoreError: no such game, or it has moved on.
            HistoryError: there is no change to take back.

        """
        return self._step(identity, version, History.undo, undone=True)

    def redo(self, identity: str, version: int | None = None) -> Game:
        """Make the change again that was taken back last.

        Raises:
            StoreError: no such game, or it has moved on.
            HistoryError: there is none.

        """
        return self._step(identity, version, History.redo, undone=False)

    def _step(
        self,
        identity: str,
        version: int | None,
        step: Callable[[History, Told], tuple[Told, History, Change]],
        *,
        undone: bool,
    ) -> Game:
        with self._database.writing() as session:
            row = _row(session, identity, lock=True)
            _check_version(row, version)
            game = _game(session, row)
            told, _, change = step(game.history, game.told)
            _write(session, row, game.played, told, _laid(told, game.played, change.hand, _rules_kept(change)))
            moved = _last_change(session, identity, undone=not undone)
            assert moved is not None
            moved.undone = undone
            session.flush()
            return _game(session, row)


def _row(session: Session, identity: str, *, lock: bool = False) -> GameRow:
    wanted = select(GameRow).where(GameRow.id == identity)
    row = session.scalar(wanted.with_for_update() if lock else wanted)
    if row is None:
        raise StoreError(f"There is no game “{identity}”", code="game_missing", id=identity)
    return row


def _check_version(row: GameRow, version: int | None) -> None:
    if version is not None and version != row.version:
        raise StoreError(
            f"The game has moved on from version {version} to {row.version}", code="game_changed", version=row.version
        )


def _index(game: Game, hand: int) -> int:
    index = game.told.index(hand)
    if index is None:
        raise StoreError(f"There is no hand {hand} in this game", code="hand_missing", id=hand)
    return index


def _hands_of(identity: str) -> Any:
    return select(GameHandRow).where(GameHandRow.game_id == identity).order_by(GameHandRow.place)


def _last_change(session: Session, identity: str, *, undone: bool) -> GameChangeRow | None:
    """Find the change that undo takes back, or the one that redo makes again."""
    mine = select(GameChangeRow).where(GameChangeRow.game_id == identity, GameChangeRow.undone.is_(undone))
    return session.scalar(mine.order_by(GameChangeRow.id if undone else GameChangeRow.id.desc()).limit(1))


def _game(session: Session, row: GameRow) -> Game:
    entries, played = [], []
    for hand in session.scalars(_hands_of(row.id)):
        if not hand.told:
            continue
        entry = Entry.from_json(hand.told)
        entries.append(entry)
        played.append(Played(entry, Position.from_json(hand.position), Settlement.from_json(hand.settlement)))
    sides = [_last_change(session, row.id, undone=undone) for undone in (False, True)]
    done, undone = (() if side is None else (change_from_json(side.change),) for side in sides)
    told = Told(Facts.from_json(row.facts), tuple(entries))
    return Game(row.id, row.started_at, row.changed_at, row.version, told, tuple(played), History(done, undone))


def _rules_kept(change: Change) -> bool:
    if isinstance(change, HandChange):
        return True
    return (change.before.rules, change.before.settings) == (change.after.rules, change.after.settings)


def _laid(
    told: Told, played: Iterable[Played], changed: int | None = None, rules_kept: bool = True
) -> tuple[Played, ...]:
    """Put the hands in their places; what stands where it stood under the same rules keeps what it paid."""
    before = {one.entry.id: one for one in played} if rules_kept else {}
    rules = rules_with(told.facts.rules, told.facts.settings)
    return lay(told.entries, told.facts.dealing, rules, before=before, changed=changed)


def _made(session: Session, row: GameRow, game: Game, change: Change) -> Game:
    """Make a change and keep it; what was undone before can no longer be done again."""
    told, _ = game.history.record(game.told, change)
    _write(session, row, game.played, told, _laid(told, game.played, change.hand, _rules_kept(change)))
    session.execute(delete(GameChangeRow).where(GameChangeRow.game_id == row.id, GameChangeRow.undone.is_(True)))
    session.add(GameChangeRow(game_id=row.id, undone=False, change=change_json(change)))
    session.flush()
    return _game(session, row)


def _write(session: Session, row: GameRow, before: Iterable[Played], told: Told, played: tuple[Played, ...]) -> None:
    """Bring the rows to the new state: only what differs is written."""
    rows = {hand.id: hand for hand in session.scalars(_hands_of(row.id))}
    known = {one.entry.id: one for one in before}
    for hand in rows.keys() - {one.entry.id for one in played}:
        session.delete(rows[hand])
    for place, one in enumerate(played):
        kept = rows.get(one.entry.id)
        if kept is None:
            kept = GameHandRow(id=one.entry.id, game_id=row.id, key=one.entry.papers.get("key"))
            session.add(kept)
        if known.get(one.entry.id) != one:
            kept.told = one.entry.to_json()
            kept.position = one.position.to_json()
            kept.settlement = one.settlement.to_json()
        kept.place = place
    row.facts = told.facts.to_json()
    row.totals = [str(amount) for amount in totals(played)[-1]] if played else ["0"] * 4
    row.hands_played = len(played)
    row.version += 1
    row.changed_at = datetime.now(UTC)
    session.flush()


def _photos(papers: Mapping[str, Any]) -> Iterable[str]:
    return (paper["photo"] for paper in papers.get("winners", {}).values() if paper["photo"] is not None)
