"""Who may import whom: the table of CONTRIBUTING.md, held over every module of every package."""

from __future__ import annotations

import ast
import gc
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parent.parent

MAY_IMPORT: Final[dict[str, frozenset[str]]] = {
    "scoring": frozenset(),
    "vision": frozenset({"scoring"}),
    "datasets": frozenset({"scoring"}),
    "models": frozenset({"vision", "datasets", "scoring"}),
    "service": frozenset({"vision", "datasets", "scoring", "models"}),
}
TRAINING_LIBRARIES: Final = frozenset({"torch", "torchvision", "ultralytics", "onnx", "onnxslim"})
TRAINING_CODE: Final = "models.training"


class Import(NamedTuple):
    """One imported module, where it stands, and whether importing the file runs it."""

    module: str
    place: str
    lazy: bool


def imports_of(source: str, place: str) -> Iterator[Import]:
    """Every import of a file, those inside functions marked as lazy. A relative import is given as ``.``."""

    def walk(node: ast.AST, *, lazy: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            yield from (Import(name.name, f"{place}:{node.lineno}", lazy) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            where = f"{place}:{node.lineno}"
            if node.level:
                yield Import(".", where, lazy)
            else:
                yield from (Import(f"{node.module}.{name.name}", where, lazy) for name in node.names)
        inside = lazy or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            yield from walk(child, lazy=inside)

    yield from walk(parsed(source), lazy=False)


def parsed(source: str) -> ast.Module:
    """Parse without the garbage collector: CPython 3.11 may lose count of its depth if that runs in between."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(source)
    finally:
        if collecting:
            gc.enable()


def imports_in(package: str) -> list[Import]:
    found: list[Import] = []
    for path in sorted((ROOT / package).rglob("*.py")):
        found += imports_of(path.read_text("utf-8"), str(path.relative_to(ROOT)))
    assert found, f"no import found in {package}: is the folder gone?"
    return found


def root_of(module: str) -> str:
    return module.partition(".")[0]


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_a_package_imports_only_the_packages_of_its_row(package: str) -> None:
    ours = set(MAY_IMPORT) | {"tests"}
    wrong = [
        use
        for use in imports_in(package)
        if root_of(use.module) in ours - {package} - MAY_IMPORT[package] or use.module == "."
    ]
    assert wrong == []


def test_scoring_imports_the_standard_library_only() -> None:
    outside = [
        use
        for use in imports_in("scoring")
        if root_of(use.module) != "scoring" and root_of(use.module) not in sys.stdlib_module_names
    ]
    assert outside == []


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_training_libraries_are_imported_by_the_training_code_alone(package: str) -> None:
    wrong = [
        use
        for use in imports_in(package)
        if root_of(use.module) in TRAINING_LIBRARIES and not use.place.startswith(TRAINING_CODE.replace(".", "/") + "/")
    ]
    assert wrong == []


def test_the_service_never_imports_training_code_and_loads_models_only_when_asked() -> None:
    uses = [use for use in imports_in("service") if root_of(use.module) == "models"]
    assert [use for use in uses if use.module.startswith(TRAINING_CODE)] == []
    assert [use for use in uses if not use.lazy] == []


def test_imports_stay_absolute_in_the_tests_too() -> None:
    assert [use for use in imports_in("tests") if use.module == "."] == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import torch.nn", Import("torch.nn", "x:1", lazy=False)),
        ("from torch import nn", Import("torch.nn", "x:1", lazy=False)),
        ("from . import nn", Import(".", "x:1", lazy=False)),
        ("def f():\n    from torch import nn", Import("torch.nn", "x:2", lazy=True)),
        ("class A:\n    import torch", Import("torch", "x:2", lazy=False)),
        ("if True:\n    import torch", Import("torch", "x:2", lazy=False)),
    ],
)
def test_every_form_of_import_is_seen(source: str, expected: Import) -> None:
    assert list(imports_of(source, "x")) == [expected]


LOADED: Final = """
import importlib, pkgutil, sys
before = set(sys.modules)
package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    if not module.name.endswith(".migrations.env"):  # a script that alembic runs
        importlib.import_module(module.name)
print(*sorted({name.partition(".")[0] for name in set(sys.modules) - before}))
"""


def loaded_by(package: str) -> set[str]:
    """Top-level names that importing a package with all its modules loads, in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, package], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_importing_scoring_loads_the_standard_library_only() -> None:
    assert loaded_by("scoring") - sys.stdlib_module_names == {"scoring"}


@pytest.mark.parametrize("package", ["vision", "service"])
def test_importing_what_reads_photos_loads_no_training_library(package: str) -> None:
    assert loaded_by(package) & TRAINING_LIBRARIES == set()
