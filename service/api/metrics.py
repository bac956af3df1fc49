"""What Prometheus may ask: requests, how long they and the readings took, how full the pool is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

if TYPE_CHECKING:
    from service.pool import Pool

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.35, 0.5, 1, 2, 5, 10, 30)


class Metrics:
    """The numbers of one application.

    Args:
        pool: where photos are read.
        version: of the service.

    """

    def __init__(self, pool: Pool, version: str) -> None:
        self._registry = registry = CollectorRegistry()
        self.requests = Counter(
            "sikwu_requests", "Requests answered.", ("method", "route", "status"), registry=registry
        )
        self.request_seconds = Histogram(
            "sikwu_request_seconds", "Time to answer a request.", ("route",), buckets=_SECONDS, registry=registry
        )
        self.reading_seconds = Histogram(
            "sikwu_reading_seconds",
            "Time to open and read a photo, without waiting.",
            buckets=_SECONDS,
            registry=registry,
        )
        self.refused = Counter(
            "sikwu_refusals", "Requests refused, by the code of the error.", ("code",), registry=registry
        )
        taken = Gauge("sikwu_pool_taken", "Photos that are being read or wait.", registry=registry)
        taken.set_function(lambda: pool.taken)
        places = Gauge("sikwu_pool_places", "Photos that may be read and wait together.", registry=registry)
        places.set_function(lambda: pool.places)
        Info("sikwu_build", "The version that runs.", registry=registry).info({"version": version})
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)

    def text(self) -> bytes:
        """Return all of it in Prometheus' text format."""
        return generate_latest(self._registry)
