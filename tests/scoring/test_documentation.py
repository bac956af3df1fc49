"""Every public function of `scoring` shows by an example what it does; the examples are run as doctests."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import pytest

import scoring
from scoring.patterns import Pattern

MODULES = [
    importlib.import_module(info.name)
    for info in pkgutil.walk_packages(scoring.__path__, "scoring.")
    if info.name != "scoring.__main__"
]
FUNCTIONS = [
    (f"{module.__name__}.{name}", function)
    for module in MODULES
    for name, function in vars(module).items()
    if not name.startswith("_")
    and callable(function)
    and not inspect.isclass(function)
    and not isinstance(function, Pattern)
    and getattr(function, "__module__", "") == module.__name__
]


@pytest.mark.parametrize(("name", "function"), FUNCTIONS, ids=[name for name, _ in FUNCTIONS])
def test_each_public_function_has_an_example(name: str, function: object) -> None:
    assert ">>> " in (inspect.getdoc(function) or ""), name


def test_functions_are_found() -> None:
    names = {name for name, _ in FUNCTIONS}
    assert {"scoring.faan.score", "scoring.faan.value", "scoring.notation.parse", "scoring.suits.table"} <= names
