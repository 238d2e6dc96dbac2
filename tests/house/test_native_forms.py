"""What the build does to the sources of values before mypyc sees them changes nothing they do."""

import importlib.util
import pickle
import sys
import types
import typing
from dataclasses import fields, replace
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = '''"""Values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final

from gm.contract.values import value


@value
class Base:
    """The base."""


@value
class Unit(Base):
    """A unit.

    Of several fields.
    """

    name: str
    places: frozenset[int] = frozenset()


@value
class Ship(Unit):
    """Another."""

    deck: tuple[int, ...] = ()

    def size(self) -> int:
        return len(self.deck)


@value
class Same(Unit):
    """A kind without fields of its own."""


@value
class Made(Base):
    """One that only the dataclass machinery makes."""

    parts: dict[str, int] = field(default_factory=dict)


@value
class Part:
    """What others inherit from."""

    key: ClassVar[str] = ""


@dataclass(init=False, slots=True, unsafe_hash=True)
class Hand:
    """Written by hand."""

    why: Final[str]

    def __init__(self, why: str = "x") -> None:
        self.why = why


class Plain:
    """No value itself."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Frozen(Plain):
    """A value that inherits from none."""

    why: str = "y"


class Noted:
    """No value itself, though it declares something."""

    __slots__ = ("note",)

    note: int


@value
class Kept(Noted):
    """A value that carries a note, and is pickled without it."""

    why: str = "z"

    def __reduce__(self) -> tuple[object, ...]:
        return Kept, (self.why,)
'''


def native_forms(sources: dict[str, str], modules: list[str]) -> dict[str, str]:
    """Call the build hook's function; the hook is a file of its own, no module of gm."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec
    assert spec.loader
    hook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hook)
    forms: dict[str, str] = hook.native_forms(sources, modules)
    return forms


def load(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    """Run a source as a module of that name."""
    module = types.ModuleType(name)
    monkeypatch.setitem(sys.modules, name, module)
    exec(compile(text, f"{name}.py", "exec"), module.__dict__)  # noqa: S102 - our own text
    return module


def examples(module: types.ModuleType) -> list[object]:
    """Return one or two values of each class."""
    return [
        module.Base(),
        module.Unit("A"),
        module.Unit("A", frozenset({1})),
        module.Ship("F", deck=(1, 2)),
        module.Same("S"),
        module.Made({"x": 1}),
        module.Part(),
        module.Hand(),
        module.Frozen(),
        module.Kept(),
    ]


def test_native_values_are_the_same_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their text, fields, types, equality and copies are those of the sources."""
    native = native_forms({"values_here.py": SOURCE}, ["values_here.py"])["values_here.py"]
    plain = load("values_plain", SOURCE, monkeypatch)
    # mypyc takes this decorator away; interpreted, it is imported.
    native = native.replace("if TYPE_CHECKING: from mypy_ext", "from mypy_ext")
    made = load("values_native", native, monkeypatch)
    for ours, theirs in zip(examples(plain), examples(made), strict=True):
        assert repr(ours) == repr(theirs)
        assert [one.name for one in fields(ours)] == [one.name for one in fields(theirs)]
        assert typing.get_type_hints(type(ours)) == typing.get_type_hints(type(theirs))
        assert type(ours).__match_args__ == type(theirs).__match_args__
        assert theirs == replace(theirs)
        assert pickle.loads(pickle.dumps(theirs)) == theirs  # noqa: S301 - our own bytes
    assert made.Unit("A") != made.Same("A")
    assert made.Ship("F", deck=(1, 2)).size() == 2


def test_no_line_gets_another_number() -> None:
    """A traceback out of compiled code shows the line of the source that lies beside it."""
    native = native_forms({"values_here.py": SOURCE}, ["values_here.py"])["values_here.py"]
    changed = native.splitlines()
    for number, line in enumerate(SOURCE.splitlines()):
        kept = changed[number] == line or changed[number].startswith(line)
        assert kept or line in {"@value", ""}


def test_only_the_compiled_modules_change() -> None:
    """The other modules go to mypyc as they are."""
    sources = {"a.py": SOURCE, "b.py": SOURCE.replace("Unit", "Other")}
    assert native_forms(sources, ["a.py"])["b.py"] == sources["b.py"]


@pytest.mark.parametrize(
    ("between", "told"),
    [("\nx = 1\n", "no empty line in Base"), ("\n\nx = 1\n", "no empty line for '@mypyc_attr")],
)
def test_a_source_without_room_stops_the_build(between: str, told: str) -> None:
    """Nothing is overwritten: where no empty line is left in or above a class, the build fails."""
    crowded = SOURCE.replace('"""The base."""\n\n\n@value', f'"""The base."""{between}@value')
    with pytest.raises(ValueError, match=told):
        native_forms({"a.py": crowded}, ["a.py"])


def test_a_constant_among_fields_stops_the_build() -> None:
    """Compiled, it would be one of the fields."""
    mixed = SOURCE.replace("    name: str\n", '    name: str\n    kind: ClassVar[str] = "unit"\n')
    with pytest.raises(ValueError, match="ClassVar"):
        native_forms({"a.py": mixed}, ["a.py"])
