"""The libraries that stand here as they were published; ``python -m tests.service.web.vendored`` renews them.

``npm ci`` fetches what ``package-lock.json`` names, each with its checksum. A browser resolves no bare names such as
``preact``, so that these alone are rewritten to the files beside; nothing else is touched.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]
NODE_MODULES: Final = ROOT / "node_modules"
WEB: Final = ROOT / "service" / "web" / "vendor"
TESTS: Final = Path(__file__).with_name("vendor")

SCRIPTS: Final = {
    WEB / "preact.js": ("preact", "dist/preact.mjs"),
    WEB / "hooks.js": ("preact", "hooks/dist/hooks.mjs"),
    WEB / "signals-core.js": ("@preact/signals-core", "dist/signals-core.mjs"),
    WEB / "signals.js": ("@preact/signals", "dist/signals.mjs"),
    WEB / "htm.js": ("htm", "dist/htm.mjs"),
    TESTS / "axe.min.js": ("axe-core", "axe.min.js"),
}
LICENCES: Final = {
    WEB / "preact.LICENSE.txt": ("preact", "LICENSE"),
    WEB / "signals.LICENSE.txt": ("@preact/signals", "LICENSE"),
    WEB / "htm.LICENSE.txt": ("htm", "LICENSE"),
    TESTS / "axe.LICENSE.txt": ("axe-core", "LICENSE"),
    TESTS / "axe.LICENSE-3RD-PARTY.txt": ("axe-core", "LICENSE-3RD-PARTY.txt"),
}
BESIDE: Final = {
    "preact": "./preact.js",
    "preact/hooks": "./hooks.js",
    "@preact/signals-core": "./signals-core.js",
}
"""Where a bare name of an import lies."""

_IMPORT: Final = re.compile(r'(\bfrom\s*|\bimport\s*)"([^"./][^"]*)"')
_MAP: Final = re.compile(r"\n?//# sourceMappingURL=\S+\s*$")


def as_vendored(script: str) -> str:
    """Return a published script as the browser takes it: bare names become files, the source map's name goes.

    >>> as_vendored('import{h as a}from"preact";import"preact/hooks";')
    'import{h as a}from"./preact.js";import"./hooks.js";\\n'

    """
    beside = _IMPORT.sub(lambda found: f'{found[1]}"{BESIDE[found[2]]}"', script)
    return _MAP.sub("", beside).rstrip() + "\n"


def published(package: str, name: str) -> str:
    """Return a file of a package as npm installed it."""
    return (NODE_MODULES / package / name).read_text("utf-8")


def versions() -> dict[str, str]:
    """Return the version of each package that stands here, by the lock."""
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    return {package: lock[f"node_modules/{package}"]["version"] for package, _ in SCRIPTS.values()}


def main() -> None:
    """Write every vendored file anew from ``node_modules``."""
    for path, (package, name) in SCRIPTS.items():
        text = published(package, name)
        path.write_text(as_vendored(text) if path.parent == WEB else text, "utf-8")
    for path, (package, name) in LICENCES.items():
        path.write_text(published(package, name).rstrip() + "\n", "utf-8")
    print("\n".join(f"{package} {version}" for package, version in versions().items()))  # noqa: T201


if __name__ == "__main__":
    main()
