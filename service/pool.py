"""A bounded pool of threads for work that takes a processor: so many at a time, so many waiting, the rest refused."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, ClassVar, TypeVar

from scoring.errors import SikwuError

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")


class BusyError(SikwuError):
    """Too much is waiting already; worth another try in a moment"""

    default_code: ClassVar[str] = "busy"


class Pool:
    """Runs work off the event loop.

    Args:
        workers: how many pieces of work run at the same time.
        queue: how many more may wait.

    """

    def __init__(self, workers: int, queue: int) -> None:
        self._executor = ThreadPoolExecutor(workers, thread_name_prefix="sikwu-read")
        self._places = workers + queue
        self._taken = 0

    @property
    def places(self) -> int:
        """How much may run and wait together."""
        return self._places

    @property
    def taken(self) -> int:
        """How much runs and waits now."""
        return self._taken

    async def run(self, work: Callable[[], Result]) -> Result:
        """Run ``work`` in a thread and give its result; its exceptions come out here.

        A place is taken until the work is done, also where the caller has gone away; work that still waits when its
        caller goes away is never begun. To be called on the event loop's thread only.

        Raises:
            BusyError: every place is taken.

        """
        if self._taken >= self._places:
            raise BusyError(f"{self._taken} photos are being read or waiting; try again in a moment")
        loop = asyncio.get_running_loop()
        self._taken += 1
        future = self._executor.submit(work)
        future.add_done_callback(lambda _: loop.call_soon_threadsafe(self._leave))
        return await asyncio.wrap_future(future)

    def _leave(self) -> None:
        self._taken -= 1

    def close(self) -> None:
        """Finish what runs and forget what waits."""
        self._executor.shutdown(cancel_futures=True)
