"""Names of things: what a loop goes over has a kind, and bears its name; no two classes share one."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import jinja2
import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "gm").rglob("*.py"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.j2"))


BESIDE_ONE = {"other", "two", "many"}
"""What stands beside a `one` that is the first of a pair: these two have no other names."""

NO_NAMES = {"it", "one", "found"}
"""What says nothing of a thing, wherever it stands."""

OF_FIELDS = {"own", "told"}
"""What says something only behind whose it is: `page.own` beside `page.others`, `deed.told`."""


def bound(node: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield what a node binds, with its line: a variable, an argument."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id, node.lineno
    elif isinstance(node, ast.arg):
        yield node.arg, node.lineno
    elif isinstance(node, ast.MatchAs | ast.MatchStar | ast.ExceptHandler) and node.name:
        yield node.name, node.lineno


def fields_of(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the fields that a class declares, as its body writes them."""
    if isinstance(node, ast.ClassDef):
        yield from (entry.target for entry in node.body if isinstance(entry, ast.AnnAssign))


def nameless(source: str) -> Iterator[int]:
    """Yield the lines where a thing bears none of its names, but for a `one` that is of a pair."""
    nodes = [*ast.walk(ast.parse(source))]
    fields = {field for node in nodes for field in fields_of(node)}
    named = [
        (name, line)
        for node in nodes
        for name, line in bound(node)
        if name in NO_NAMES or (name in OF_FIELDS and node not in fields)
    ]
    paired = bool(named) and any(
        {"one"}
        < {name for inner in ast.walk(node) for name, _ in bound(inner)} & {"one", *BESIDE_ONE}
        for node in nodes
        if isinstance(node, ast.arguments | ast.Tuple)
    )
    yield from (line for name, line in named if name != "one" or not paired)


def nameless_in_template(source: str) -> Iterator[int]:
    """Yield the lines of a template where what a loop goes over, or a macro gets, has no name."""
    for name in jinja2.Environment(autoescape=True).parse(source).find_all(jinja2.nodes.Name):
        if name.ctx != "load" and name.name in NO_NAMES | OF_FIELDS:
            yield name.lineno


def room_of(module: Path) -> str:
    """Return the room a module lies in, "" for the shell: rooms do not know one another."""
    parts = module.relative_to(ROOT).parts
    return parts[2] if parts[:2] == ("gm", "games") and len(parts) > 3 else ""


def named_twice(modules: Iterable[tuple[str, str, str]]) -> dict[str, list[str]]:
    """Return the public classes of one name in two modules of a room, of the shell, or of both.

    Args:
        modules: the room, the path and the text of each.
    """
    places: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for room, path, source in modules:
        for node in ast.parse(source).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append((room, path))
    return {
        name: [path for _, path in defined]
        for name, defined in places.items()
        if len(defined) > len({room for room, _ in defined})
        or ("" in dict(defined) and len(defined) > 1)
    }


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_thing_that_has_a_name_bears_it(module: Path) -> None:
    """A mark is `mark`, a sitting `sitting`: whoever reads the body need not look up the loop."""
    assert [*nameless(module.read_text(encoding="utf-8"))] == []


def test_a_nameless_thing_is_found() -> None:
    """In statements, in comprehensions, as a half of a pair and as an argument."""
    source = "for one in marks:\n    pass\n[one for one in marks]\n{at for at, one in pairs}\n"
    assert [*nameless(source)] == [1, 3, 4]
    assert [*nameless("def _line(it):\n    one = it.first\n")] == [1, 2]
    assert [*nameless("one, other = ends\nfor one in ends:\n    pass\n")] == []
    assert [*nameless("if found := near(word):\n    told = say(found)\n")] == [1, 2]
    assert [*nameless("match unit:\n    case Army() as own:\n        pass\n")] == [2]


def test_a_field_may_say_whose_it_is() -> None:
    """`page.own` is read with its page; `page.found` says no more than `found`."""
    source = "class Page:\n    own: Lines\n    found: Lines\n\n    def tell(self, told): ...\n"
    assert [*nameless(source)] == [3, 5]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_names_what_it_prints(template: Path) -> None:
    """Whoever writes a template of his own begins with ours: a power is `power`, a deed `deed`."""
    assert [*nameless_in_template(template.read_text(encoding="utf-8"))] == []


def test_a_nameless_thing_of_a_template_is_found() -> None:
    """In a loop, in a macro, and where it is set; what is read of a page has the page's word."""
    source = "{% macro deeds(found) %}\n{% for one in found %}\n{% endfor %}{% endmacro %}"
    assert [*nameless_in_template(source)] == [1, 2]
    assert [*nameless_in_template("{% set own = page.own %}\n{{ page.own }}")] == [1]


def test_no_two_classes_share_a_name() -> None:
    """Whoever searches for a class finds it; two games may each have their `Unit`."""
    texts = ((room_of(path), str(path), path.read_text(encoding="utf-8")) for path in MODULES)
    assert named_twice(texts) == {}


def test_a_name_that_is_twice_there_is_found() -> None:
    """In the shell, in a room, and between them; not in two rooms, nor where it is private."""
    classes = "class Unit: ...\nclass _Own: ...\n"
    assert named_twice([("", "a", classes), ("", "b", classes)]) == {"Unit": ["a", "b"]}
    assert named_twice([("", "a", classes), ("sea", "b", classes)]) == {"Unit": ["a", "b"]}
    assert named_twice([("sea", "a", classes), ("sea", "b", classes)]) == {"Unit": ["a", "b"]}
    assert named_twice([("sea", "a", classes), ("land", "b", classes)]) == {}
