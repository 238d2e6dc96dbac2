"""The optional part of the build: the hot modules as extension modules, by mypyc.

Off unless asked for (`HATCH_BUILD_HOOKS_ENABLE=1`), for it needs a C compiler and Python's headers.
A wheel built with it holds the sources as well; Python prefers the extension modules. Nothing is
ever written beside the sources, where an extension module would go on hiding an edited source:
it all lies in `build/`. docs/adr/0013 says why, and pyproject.toml lists the modules.
"""

import ast
import contextlib
import hashlib
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

GROUP = "gm_rules"
"""The extension modules call each other through one shared library, `gm_rules__mypyc`."""

CORES = ("gm/contract", "gm/games/diplomacy/rules")
"""The typed packages that the compiled modules import, besides each other."""

OPTIMISATION = "3"

OPEN = "@mypyc_attr(allow_interpreted_subclasses=True)"
"""Put before a class from which modules that are not compiled may inherit."""

IMPORTS = "; from dataclasses import dataclass; from typing import TYPE_CHECKING"
CHECKING = "if TYPE_CHECKING: from mypy_extensions import mypyc_attr"
"""What the lines written into a module need. gm runs without mypy's extensions."""

REDUCE = (
    "    def __reduce__(self) -> tuple[object, ...]: "
    "return type(self), tuple([getattr(self, name) for name in getattr(self, '__match_args__')])"
)
"""How a value is pickled: its class, and the arguments that make it."""

NAME_TYPES = """
def _name_types(cls: object, types: dict[str, str]) -> None:
    setattr(cls, "__annotations__", types)
    fields = getattr(cls, "__dataclass_fields__")
    for name, text in types.items():
        if text.startswith("ClassVar"):
            fields.pop(name, None)
        else:
            fields[name].type = text
"""
"""Gives a compiled class back its annotations in full, which `gm/app/codec.py` reads."""

Field = tuple[str, str, str | None]
"""A field's name, type and default, each as it is written."""


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
        modules: source files, relative to the root; of `gm` they import the packages of CORES and each other.
    """
    sources = {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in _sources(root, modules)
    }
    store = root / "build" / "mypyc"
    built = store / _digest(sources, modules)
    if not built.is_dir():
        store.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="work-", dir=store) as work:
            _compile(native_forms(sources, modules), modules, Path(work))
            # Whole or not at all; another build of the same may have been quicker.
            with contextlib.suppress(FileExistsError):
                Path(work, "lib").rename(built)
    return built


def _sources(root: Path, modules: Sequence[str]) -> list[Path]:
    """Return what mypyc is shown: the whole core, for it is typed by all of itself, and the rest."""
    named = {root / name for name in modules}
    packages = {folder / "__init__.py" for path in named for folder in path.parents}
    cores = (root / folder for folder in CORES)
    core = (path for folder in cores for path in folder.rglob("*.py"))
    packages |= {folder / "__init__.py" for name in CORES for folder in (root / name).parents}
    inside = {path for path in packages if path.is_relative_to(root / "gm")}
    return sorted({*core, *named, *inside})


def _digest(sources: Mapping[str, str], modules: Sequence[str]) -> str:
    """Name a build by all it depends on: the sources, the tools and this file."""
    tools = (version("mypy"), version("setuptools"), sysconfig.get_platform(), sys.version)
    depends = (Path(__file__).read_bytes(), tools, sorted(modules), sorted(sources.items()))
    return hashlib.sha256(repr(depends).encode()).hexdigest()[:16]


def _compile(sources: Mapping[str, str], modules: Sequence[str], work: Path) -> None:
    # Only a build that was asked for installs these.
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    for name, text in sources.items():
        path = work / "src" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    # `make test` checks the types; here a later, stricter mypy must not stop a build. Nor may it
    # object ("misc") that a `value` inherits from one which in its native form is not frozen.
    options = ["--config-file=", f"--cache-dir={work / 'types'}", "--disable-error-code=misc"]
    with contextlib.chdir(work / "src"):
        extensions = mypycify(
            [*options, *sorted(modules)],
            opt_level=OPTIMISATION,
            debug_level="0",
            multi_file=True,
            target_dir=str(work / "c"),
            group_name=GROUP,
        )
        command = build_ext(Distribution({"name": GROUP, "ext_modules": extensions}))
        command.build_lib, command.build_temp = str(work / "lib"), str(work / "objects")
        command.ensure_finalized()
        command.run()


# The form of values that mypyc makes native classes of


def native_forms(sources: Mapping[str, str], modules: Sequence[str]) -> dict[str, str]:
    """Return the sources with the dataclasses of the compiled modules as mypyc can use them.

    mypyc knows only `dataclass` itself, leaves a generated `__init__` to the interpreter, forgets
    the arguments of annotations, cannot pickle, and closes classes to interpreted subclasses. No
    line gets another number.
    """
    classes = {node.name: node for text in sources.values() for node in _classes(text)}
    return {
        name: _native_form(text, classes) if name in modules else text
        for name, text in sources.items()
    }


def _native_form(text: str, classes: Mapping[str, ast.ClassDef]) -> str:
    lines = [*text.splitlines(), "", ""]
    for node in _classes(text):
        _open(lines, node, classes)
        if _is_dataclass(node):
            _refuse_constants(node, classes)
            _add_methods(lines, node, classes)
    start = next(n for n, line in enumerate(lines) if line.startswith("from __future__ import"))
    lines[start] += IMPORTS
    _fill(lines, start + 1, CHECKING)
    types = [line for node in _classes(text) if _is_dataclass(node) for line in _typed(node)]
    return "\n".join([*lines, *(NAME_TYPES.splitlines() if types else []), *types, ""])


def _open(lines: list[str], node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> None:
    """Let others inherit from a class, unless its family goes back to one that is not ours."""
    bases = (ast.unparse(base) for one in _parents(node, classes) for base in one.bases)
    if all(base in classes for base in bases):
        first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
        _fill(lines, first - 2, OPEN)


def _add_methods(
    lines: list[str], node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]
) -> None:
    """Turn `value` into what mypyc knows, and write out the methods it would not make."""
    gaps = _gaps(lines, node)
    if ast.unparse(node.decorator_list[0]) == "value":
        plain = not _is_special(node, classes)
        option = "init=False, " if plain else ""
        lines[node.decorator_list[0].lineno - 1] = f"@dataclass({option}unsafe_hash=True)"
        if plain and any(_fields(node)):
            _fill(lines, next(gaps), _init(_all_fields(node, classes)))
    *elders, _ = _parents(node, classes)
    if not any(map(_is_dataclass, elders)) and "__reduce__" not in _methods(node):
        _fill(lines, next(gaps), REDUCE)


def _typed(node: ast.ClassDef) -> Iterator[str]:
    own = {name: kind for name, kind, _ in _annotated(node)}
    if own:
        yield f"_name_types({node.name}, {own!r})"


def _fill(lines: list[str], index: int, text: str) -> None:
    if lines[index]:
        raise ValueError(f"no empty line for {text!r} before {lines[index]!r}")
    lines[index] = text


def _gaps(lines: Sequence[str], node: ast.ClassDef) -> Iterator[int]:
    """Yield where an empty line of a class, or the one after it, has room for a method.

    Raises:
        ValueError: more room was asked for than there is.
    """
    ends = [one.end_lineno or 0 for one in node.body]
    yield from (end for end in ends if not lines[end])
    raise ValueError(f"no empty line in {node.name} for another method")


def _classes(text: str) -> list[ast.ClassDef]:
    return [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]


def _is_dataclass(node: ast.ClassDef) -> bool:
    decorators = [ast.unparse(one) for one in node.decorator_list]
    return len(decorators) == 1 and decorators[0].startswith(("value", "dataclass("))


def _methods(node: ast.ClassDef) -> set[str]:
    return {one.name for one in node.body if isinstance(one, ast.FunctionDef)}


def _annotated(node: ast.ClassDef) -> Iterator[Field]:
    """Yield what a class itself declares, constants included."""
    for one in node.body:
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            default = ast.unparse(one.value) if one.value else None
            yield one.target.id, ast.unparse(one.annotation), default


def _fields(node: ast.ClassDef) -> Iterator[Field]:
    return (one for one in _annotated(node) if not one[1].startswith("ClassVar"))


def _refuse_constants(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> None:
    """Raise ValueError for a ClassVar among fields: compiled, it would be one of them."""
    family = list(_parents(node, classes))
    owners = [
        one for one in family if any(k.startswith("ClassVar") for _, k, _ in _annotated(one))
    ]
    if owners and (owners != [node] or _all_fields(node, classes)):
        raise ValueError(f"{node.name} cannot be compiled: mypyc takes its ClassVar for a field")


def _parents(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> Iterator[ast.ClassDef]:
    """Yield a class and those of ours it inherits from, the oldest first."""
    for base in node.bases:
        if ast.unparse(base) in classes:
            yield from _parents(classes[ast.unparse(base)], classes)
    yield node


def _all_fields(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> list[Field]:
    elders = [one for one in _parents(node, classes) if _is_dataclass(one)]
    return [field for one in elders for field in _fields(one)]


def _is_special(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> bool:
    """Tell whether only the dataclass machinery can make its instances."""
    defaults = [default or "" for _, _, default in _all_fields(node, classes)]
    methods = {name for one in _parents(node, classes) for name in _methods(one)}
    special = {"__init__", "__post_init__"} & methods
    return bool(special) or any(default.startswith("field(") for default in defaults)


def _init(fields: Sequence[Field]) -> str:
    asked = ", ".join(f"{n}: {kind}" + (f" = {d}" if d else "") for n, kind, d in fields)
    done = "; ".join(f"self.{name} = {name}" for name, _, _ in fields)
    return f"    def __init__(self, {asked}) -> None: {done}"
