"""A hand as somebody tells it, before its place is known: who sat where follows from that alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from service.games.ledger import Entry

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from service.games.outcomes import Outcome
    from service.games.turns import Given, Position


class Telling(NamedTuple):
    """A hand to add or to put in another's place.

    Attributes:
        given: where it stands, if a person said so.
        outcome: how it ended, told by players once its place is known.
        papers: what belongs to it, given its place and the hand that it replaces.
        key: made up by whoever adds it, so that it is not added twice.

    """

    given: Given | None
    outcome: Callable[[Position], Outcome]
    papers: Callable[[Position, Entry | None], Mapping[str, Any]]
    key: str | None = None

    def entry(self, identity: int, expected: Position, old: Entry | None = None) -> Entry:
        """Tell it where it stands."""
        position = expected if self.given is None else self.given.position(expected)
        return Entry(identity, self.outcome(position), self.given, self.papers(position, old))
