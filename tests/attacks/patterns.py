"""Gathers every pattern of gm: what `re` is asked to compile while gm is imported and made to read.

Run as a program it prints them as JSON, each with the place that asked for it; a process of its own,
for it listens at `re` before gm is imported. Where a pattern is made only of what a game holds, the
place that makes it is evaluated with a sample instead (`sampled`).
"""

from __future__ import annotations

import ast
import importlib
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache, wraps
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]

ASKING = frozenset(
    {"compile", "match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer"}
)
"""The functions of `re` that take a pattern."""

WAYS: Mapping[str, str] = {
    "match": "match",
    "fullmatch": "fullmatch",
    "search": "search",
    **dict.fromkeys(("sub", "subn", "split", "findall", "finditer"), "findall"),
}
"""How a pattern is run, by the method that is called; what repeats a search is tried as `findall`."""

EVERY_WAY = frozenset(WAYS.values())


@dataclass(frozen=True, slots=True, order=True)
class HousePattern:
    """A pattern that gm uses.

    Args:
        place: `gm/mail/bounds.py:22`, who asked for it.
        source: the pattern itself; that of bytes is read as Latin-1.
        flags: as they were given. in_bytes: it is for bytes.
        ways: how it is run, of the values of `WAYS`.
    """

    place: str
    source: str
    flags: int = 0
    in_bytes: bool = False
    ways: tuple[str, ...] = ()

    def compiled(self) -> re.Pattern[str] | re.Pattern[bytes]:
        """Return it as `re` has it."""
        return re.compile(
            self.source.encode("latin-1") if self.in_bytes else self.source, self.flags
        )


@dataclass(frozen=True, slots=True)
class Site:
    """A call of `re` in the code: from which line to which, and the function called."""

    path: str
    first: int
    last: int
    asks: str
    call: ast.Call
    name: str = ""
    """What the pattern is called in its module, if the call is all that is assigned."""


def sites() -> Iterator[Site]:
    """Yield every place of gm that gives `re` a pattern."""
    for where, text in _texts().items():
        if not re.search(r"\bre\b", text):
            continue
        tree = ast.parse(text)
        names = {id(value): name for name, value in _assigned(tree)}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == "re":
                raise AssertionError(f"{where}:{node.lineno} hides calls of re from the scan")
            if isinstance(node, ast.Call) and (asks := _asks(node)):
                last = node.end_lineno or node.lineno
                yield Site(where, node.lineno, last, asks, node, names.get(id(node), ""))


def _asks(node: ast.Call) -> str:
    """Return which function of `re` a call asks; "" if it asks something else."""
    called = node.func
    if not (isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name)):
        return ""
    return called.attr if called.value.id == "re" and called.attr in ASKING else ""


def _assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            yield node.target.id, node.value


def ways_of(site: Site) -> tuple[str, ...]:
    """Return how the pattern of a place is run: every way, unless its name tells."""
    if site.asks != "compile":
        return (WAYS[site.asks],)
    if not site.name:
        return tuple(sorted(EVERY_WAY))
    uses = [*_uses(site.name, site.path)]
    known = all(use in WAYS for use in uses)
    return tuple(sorted({WAYS[use] for use in uses} if uses and known else EVERY_WAY))


@cache
def _texts() -> Mapping[str, str]:
    """Return every module of gm."""
    files = sorted((ROOT / "gm").rglob("*.py"))
    return {one.relative_to(ROOT).as_posix(): one.read_text("utf-8") for one in files}


def _uses(name: str, path: str) -> Iterator[str]:
    """Yield the methods called of a name; "" where it is handed on, and anything may happen."""
    for other, text in _texts().items():
        if name not in text or (other != path and name.startswith("_")):
            continue
        tree = ast.parse(text)
        of = {
            id(node.value): node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
                yield of.get(id(node), "")


@dataclass(slots=True)
class _Listener:
    """Notes what gm asks of `re`."""

    asked: dict[tuple[str, str, int, bool], None] = field(default_factory=dict)

    def begin(self) -> None:
        """Put an ear at every function of `re` that takes a pattern."""
        for name in sorted(ASKING):
            setattr(re, name, self._heard(getattr(re, name), at=_flags_at(name)))

    def _heard(self, ask: Callable[..., object], at: int) -> Callable[..., object]:
        @wraps(ask)
        def listening(*given: object, **named: object) -> object:
            frame = sys._getframe(1)
            path = Path(frame.f_code.co_filename)
            if path.is_relative_to(ROOT / "gm"):
                flags = named.get("flags", given[at] if len(given) > at else 0)
                self._note(
                    f"{path.relative_to(ROOT).as_posix()}:{frame.f_lineno}", given[0], flags
                )
            return ask(*given, **named)

        return listening

    def _note(self, place: str, pattern: object, flags: object) -> None:
        if isinstance(pattern, re.Pattern):
            pattern, flags = pattern.pattern, pattern.flags
        source = pattern.decode("latin-1") if isinstance(pattern, bytes) else str(pattern)
        in_bytes = isinstance(pattern, bytes)
        self.asked[place, source, int(flags), in_bytes] = None


def _flags_at(name: str) -> int:
    return {"compile": 1, "sub": 4, "subn": 4, "split": 3}.get(name, 2)


def gather() -> tuple[HousePattern, ...]:
    """Return every pattern of gm, heard in a process of its own; AssertionError if one escapes."""
    told = subprocess.run(
        [sys.executable, __file__], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert told.returncode == 0, told.stderr
    return tuple(
        HousePattern(**{**one, "ways": tuple(one["ways"])}) for one in json.loads(told.stdout)
    )


def _all_patterns() -> Iterator[HousePattern]:
    """Yield every pattern, in this process: import all of gm, let it read, and match the places."""
    listener = _Listener()
    listener.begin()
    places = (*sites(),)
    modules = {path: importlib.import_module(_name(path)) for path in {one.path for one in places}}
    _read_much()
    heard: dict[str, list[tuple[int, str, int, bool]]] = {}
    for place, source, flags, in_bytes in listener.asked:
        path, _, line = place.rpartition(":")
        heard.setdefault(path, []).append((int(line), source, flags, in_bytes))
    for site in places:
        of_site = [
            rest for line, *rest in heard.get(site.path, []) if site.first <= line <= site.last
        ]
        of_site = of_site or [sampled(site, modules[site.path])]
        place, ways = f"{site.path}:{site.first}", ways_of(site)
        for source, flags, in_bytes in of_site:
            yield HousePattern(place, source, flags, in_bytes, ways)


def _name(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def sampled(site: Site, module: ModuleType) -> list[object]:
    """Return source, flags and kind of a pattern that nobody has asked for yet, with a sample name.

    Raises:
        AssertionError: it is made of what only its function knows, so nothing can be said of it.
    """
    expression = ast.Expression(_Sample(site, module).visit(site.call.args[0]))
    flags = next((one.value for one in site.call.keywords if one.arg == "flags"), None)
    at = _flags_at(site.asks)
    flags = flags or (site.call.args[at] if len(site.call.args) > at else ast.Constant(0))
    try:
        known = {**vars(module), "_sample": "Ab-c d"}
        source = eval(compile(ast.fix_missing_locations(expression), "", "eval"), known)  # noqa: S307
        number = eval(compile(ast.fix_missing_locations(ast.Expression(flags)), "", "eval"), known)  # noqa: S307
    except Exception as fault:
        raise AssertionError(
            f"{site.path}:{site.first}: nothing that the tests read has asked for this pattern, and "
            f"it cannot be made here ({fault}). Let `_read_much` in {Path(__file__).name} ask for it."
        ) from fault
    text = source.decode("latin-1") if isinstance(source, bytes) else source
    return [text, int(number), isinstance(source, bytes)]


class _Sample(ast.NodeTransformer):
    """Puts a sample where a pattern quotes what it is given: `re.escape(person.name)`.

    A name that only the function knows stands for what it was given there.
    """

    def __init__(self, site: Site, module: ModuleType) -> None:
        tree = ast.parse((ROOT / site.path).read_text("utf-8"))
        around = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]
        inside = [one for one in around if one.lineno <= site.first <= (one.end_lineno or 0)]
        self._given = {
            target.id: node.value
            for node in ast.walk(max(inside, key=lambda one: one.lineno))
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        self._known = vars(module)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Return the escaped sample for a call of `re.escape`."""
        if ast.unparse(node.func) == "re.escape":
            return ast.parse("re.escape(_sample)", mode="eval").body
        return self.generic_visit(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        """Return one of what a generator yields."""
        return ast.List([self.visit(node.elt)], ast.Load())

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Return what a name of the function alone was given."""
        given = None if node.id in self._known else self._given.get(node.id)
        return node if given is None else self.visit(given)


_LINES = (
    "A Mun - Boh", "A Mun S A Tyr - Boh", "F Kie C A Den - Swe", "build A Mun", "remove F Kie",
    "Russia pays 3 points to Turkey", "withdraw gifts", "no builds", "If A Mun is dislodged retreat to Boh",
    "A Mun, A Tyr hold; if Turkey attacks, then hold else move to Tri", "STATUS", "HELP", "HILFE",
    "Presse an alle", "PRESS TO ALL", "end press", "A München - Böhmen", "A Mun hält", "Bau A Mun",
    "walk psychiatrist 3 to Cork", "Move the Irish unit in Cork to Kerry", "statsu", "1. A Mun/1 holds",
    "Auflösung A Mun", "Spring 1902:", "attak bridge Kkn-Wat", "I give 5 points to nobody, (if", "endif",
)  # fmt: skip


def _read_much() -> None:
    """Read a little of everything, on every board and in every language, so that tables are made."""
    from gm.contract.draws import SeededDraws
    from gm.games.diplomacy.desk.reading import read_record
    from gm.games.diplomacy.language.mails import read_orders
    from gm.games.diplomacy.language.walks import read_walks
    from gm.games.diplomacy.map.files.boards import load_board
    from gm.games.diplomacy.readings import Context
    from gm.games.diplomacy.variants import VARIANTS, ruleset_for
    from gm.interpret.new_game import new_game_words
    from gm.interpret.numbers import numbers_alone
    from gm.languages import known, speaking
    from gm.languages.little_words import capitals
    from gm.mail.reading import read_mail

    new_game_words(["NEW GAME meadow", "variant = irish"])
    for variant in VARIANTS.values():
        board = load_board(variant.board_id)
        rules = ruleset_for(variant.id, board, {})
        state = rules.new_game(SeededDraws(b"patterns")).state
        power = next(iter(board.powers))
        opening = Context(rules, state, rules.board_in(state), power)
        for code in known():
            with speaking(code):
                capitals("a")
                read_orders(_LINES, opening)
                read_walks(_LINES, opening)
                for phase in ("movement", "retreat", "adjustment"):
                    record = {
                        "board": variant.board_id,
                        "phase": phase,
                        "power": power,
                        "units": {},
                    }
                    read_record({"text": "\n".join(_LINES), **record}, load_board)
    numbers_alone("1 2")
    for mail in sorted((ROOT / "tests/data/mails").rglob("*.eml")):
        read_mail(mail.read_bytes())


if __name__ == "__main__":
    json.dump([asdict(one) for one in sorted(set(_all_patterns()))], sys.stdout)
