"""The optional part of the build: the hot modules of `gm.rules` as extension modules, by mypyc.

Off unless asked for (`HATCH_BUILD_HOOKS_ENABLE=1`), for it needs a C compiler and Python's headers.
A wheel built with it holds the sources as well; Python prefers the extension modules. Nothing is
ever written beside the sources, where an extension module would go on hiding an edited source:
it all lies in `build/`. docs/adr/0013 says why, and pyproject.toml lists the modules.
"""

import contextlib
import hashlib
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

GROUP = "gm_rules"
"""The extension modules call each other through one shared library, `gm_rules__mypyc`."""

OPTIMISATION = "3"


class CompiledRules(BuildHookInterface[Any]):
    """Puts the compiled modules into the wheel and gives it its platform's tag."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel is packed; an editable install is never compiled."""
        if version == "editable":
            return
        built = compile_modules(Path(self.root), self.config["modules"])
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for library in sorted(built.rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}")):
            build_data["force_include"][str(library)] = library.relative_to(built).as_posix()


def compile_modules(root: Path, modules: Sequence[str]) -> Path:
    """Return the folder with these modules compiled, from an earlier build if nothing changed.

    Args:
        root: the project's folder.
        modules: source files of one package, relative to the root.
    """
    store = root / "build" / "mypyc"
    built = store / _digest(root, modules)
    if not built.is_dir():
        store.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="work-", dir=store) as work:
            _compile(root, modules, Path(work, "lib"), Path(work))
            # Whole or not at all; another build of the same may have been quicker.
            with contextlib.suppress(FileExistsError):
                Path(work, "lib").rename(built)
    return built


def _digest(root: Path, modules: Sequence[str]) -> str:
    """Name a build by all it depends on: the sources of the package and the tools."""
    tools = (version("mypy"), version("setuptools"), sysconfig.get_platform(), sys.version)
    found = hashlib.sha256(repr((GROUP, OPTIMISATION, tools, sorted(modules))).encode())
    for path in sorted({path for name in modules for path in (root / name).parent.rglob("*.py")}):
        found.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def _compile(root: Path, modules: Sequence[str], into: Path, work: Path) -> None:
    # Only a build that was asked for installs these.
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    # The types were checked by `make test`; a later mypy may be stricter and must not stop a build.
    options = ["--config-file=", f"--cache-dir={work / 'types'}"]
    with contextlib.chdir(root):
        extensions = mypycify(
            [*options, *sorted(modules)],
            opt_level=OPTIMISATION,
            debug_level="0",
            target_dir=str(work / "c"),
            group_name=GROUP,
        )
        command = build_ext(Distribution({"name": GROUP, "ext_modules": extensions}))
        command.build_lib, command.build_temp = str(into), str(work / "objects")
        command.ensure_finalized()
        command.run()
