"""What crosses the border between two processes of ours: it comes out as it went in, or not at all."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta, timezone
from enum import Enum
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.adapters.post.reader_wire import READING_BYTES, READINGS
from gm.adapters.wire import KEPT, Wire, WireError
from gm.drawing.charts import BarChart, LineChart
from gm.drawing.scene import Scene
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.map.files.studio_wire import REQUESTS, Wanted
from gm.games.diplomacy.map.shown.showing import MapShown, empty_board
from gm.games.diplomacy.rules.board import Pair, Power, Province, with_crossings
from gm.games.diplomacy.rules.board_split import Split
from gm.mail.reading import read_mail
from gm.mail.values import DEFAULT_LIMITS, MailReading
from tests.mail.reading.letters import letter, raw, stored

ROOT = Path(__file__).parents[2]

TEXTS = st.text(st.characters())  # halves of surrogate pairs among them
MINUTES = st.integers(-1439, 1439).map(lambda count: timezone(timedelta(minutes=count)))
MOMENTS = st.datetimes(timezones=st.none() | st.just(UTC) | MINUTES, allow_imaginary=False)


def of_plain_fields(kind: type) -> st.SearchStrategy[object]:
    """Any value of a class, with texts and moments that JSON or Python might stumble over."""
    st.register_type_strategy(str, TEXTS)
    st.register_type_strategy(datetime, MOMENTS)
    st.register_type_strategy(float, st.floats(allow_nan=False))
    return st.from_type(kind)


READING = st.deferred(lambda: of_plain_fields(MailReading))
SCENES = st.deferred(lambda: of_plain_fields(Scene))
SPLITS = st.deferred(lambda: st.lists(of_plain_fields(Split), max_size=2).map(tuple))
PLACES = st.deferred(lambda: of_plain_fields(Province))
POWERS = st.deferred(lambda: of_plain_fields(Power))


@given(READING)
def test_any_reading_comes_out_as_it_went_in(reading: MailReading) -> None:
    """Each field, to the last half of a surrogate pair."""
    assert READINGS.decode(READINGS.encode(reading)) == reading


def test_the_stored_mails_readings_come_out_as_they_went_in() -> None:
    """They are what people's programs write."""
    for name in stored():
        reading = read_mail(raw(name))
        assert READINGS.decode(READINGS.encode(reading)) == reading


@pytest.mark.sampled(4)
@pytest.mark.parametrize("piece", ['"\\\n', "\u20ac\n", "\x80", "> A\n", "\n\n-- \nx\n", "\t\n"])
def test_no_mail_has_a_reading_that_is_too_long(piece: str) -> None:
    """The largest text that is read at all, of what takes most room, passes the border."""
    for charset in ("utf-8", "cp1252", "latin-1"):
        body = (piece * DEFAULT_LIMITS.all_text_bytes).encode(charset, "replace")
        mail = letter(body[: DEFAULT_LIMITS.text_bytes], f"text/plain; charset={charset}")
        assert len(READINGS.encode(read_mail(mail))) <= READING_BYTES


@settings(max_examples=25)
@given(
    scene=SCENES,
    name=st.sampled_from(["irish", "republic", "standard"]),
    bridges=st.frozensets(st.tuples(TEXTS, TEXTS), max_size=3),
    splits=SPLITS,
    place=PLACES,
    power=POWERS,
)
def test_any_map_comes_out_as_it_went_in(
    scene: Scene,
    name: str,
    bridges: frozenset[Pair],
    splits: tuple[Split, ...],
    place: Province,
    power: Power,
) -> None:
    """Its scene, its boards to the last border, and what was split."""
    printed = load_board(name)
    board = replace(
        with_crossings(printed, bridges),
        provinces={place.id: place, **printed.provinces},
        powers={**printed.powers, power.id: power},
    )
    wanted = Wanted("maps/some", MapShown(scene, printed, board, splits), 700)
    back = REQUESTS.decode(REQUESTS.encode(wanted))
    assert asdict(back) == asdict(wanted)
    assert list(back.shown.board.provinces) == list(board.provinces)


@given(
    st.one_of(*(st.deferred(lambda k=kind: of_plain_fields(k)) for kind in (LineChart, BarChart)))
)
def test_any_chart_comes_out_as_it_went_in(chart: LineChart | BarChart) -> None:
    """A chart of lines is no chart of bars."""
    assert REQUESTS.decode(REQUESTS.encode(Wanted("", chart, 700))) == Wanted("", chart, 700)


def test_an_equal_board_is_the_same_board() -> None:
    """What was drawn on it is known by the object."""
    wanted = Wanted("", empty_board(load_board("standard")), 700)
    one, other = (REQUESTS.decode(REQUESTS.encode(wanted)).shown for _ in range(2))
    assert isinstance(one, MapShown)
    assert isinstance(other, MapShown)
    assert one.board is other.board is one.printed
    bridged = with_crossings(load_board("standard"), frozenset({("MUN", "BER")}))
    third = REQUESTS.decode(REQUESTS.encode(replace(wanted, shown=replace(one, board=bridged))))
    assert isinstance(third.shown, MapShown)
    assert third.shown.board is not one.board
    assert third.shown.printed is one.printed


class _Colour(Enum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class _Small:
    name: str


@dataclass(frozen=True, slots=True)
class _Plain:
    number: int = 0
    share: float = 0.0
    sure: bool = False
    colour: _Colour = _Colour.RED
    pair: tuple[int, str] = (0, "")
    many: tuple[_Small, ...] = ()
    either: int | str | None = None
    when: datetime | None = None
    some: frozenset[str] = frozenset()


PLAIN = Wire(_Plain)


@pytest.mark.parametrize(
    "text",
    [
        '{"number": "1"}',
        '{"number": true}',
        '{"number": 1.0}',
        '{"number": null}',
        '{"share": "0.5"}',
        '{"share": true}',
        '{"sure": 1}',
        '{"colour": "green"}',
        '{"colour": ["red"]}',
        '{"pair": [1]}',
        '{"pair": [1, "a", "b"]}',
        '{"pair": "1a"}',
        '{"many": {"name": "a"}}',
        '{"many": ["a"]}',
        '{"many": [{"name": "a", "more": 1}]}',
        '{"either": 1.5}',
        '{"either": []}',
        '{"when": 5}',
        '{"when": "today"}',
        '{"some": "letters"}',
        '{"some": [["a"]]}',
        '{"another": 1}',
        "[]",
        "7",
        "{",
        "",
    ],
)
def test_nothing_is_taken_for_another_thing(text: str) -> None:
    """Each field has the type it is declared with, and what is said of it is short."""
    with pytest.raises(WireError, match=r"^that is no _Plain: ") as told:
        PLAIN.decode(text.encode())
    assert len(str(told.value)) <= 300


@given(st.binary(max_size=100))
def test_no_bytes_do_more_than_fail(data: bytes) -> None:
    """They are a value of the kind, or a fault that is told."""
    try:
        value = PLAIN.decode(data)
    except WireError:
        return
    assert isinstance(value, _Plain)


def test_few_are_remembered() -> None:
    """More different boards than are kept cost no more memory."""
    wire = Wire(_Plain, kept=[_Plain])
    first = wire.decode(b'{"number": 0}')
    assert wire.decode(b'{"number": 0}') is first
    for number in range(KEPT + 1):
        wire.decode(b'{"number": %d}' % number)
    assert wire.decode(b'{"number": 0}') is not first


def _imports(module: ast.Module) -> Iterator[str]:
    """Yield what a module imports, by full name."""
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


PICKLERS = {"pickle", "_pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle"}
"""What writes a Python's own objects, in a form that hangs on the Python."""


POOL = ROOT / "gm" / "cli" / "adjudicate_lines.py"
"""Has a pool of the standard library, which pickles: lines of a GM's own file, as bytes."""


@pytest.mark.slow
def test_nothing_of_gm_pickles() -> None:
    """Nor what pickles behind our backs: processes of the standard library's pools."""
    paths = sorted((ROOT / "gm").rglob("*.py"))
    assert len(list(islice(paths, 100))) == 100
    for path in paths:
        text = path.read_text(encoding="utf-8")
        roots = {name.partition(".")[0] for name in _imports(ast.parse(text))}
        assert not roots & PICKLERS, path
        pools = "multiprocessing" in roots or "ProcessPoolExecutor" in text
        assert not pools or path == POOL, path
