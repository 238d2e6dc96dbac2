"""The lines of keys in TOML: the same keys that tomllib finds, where a reader finds them."""

import tomllib
from collections.abc import Iterator

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from gm.adapters.maps.toml_lines import Path, line_numbers
from gm.resources import maps_dir

TEXT = """\
# A comment = with [signs].
title = "a # no comment"
big = '''
[not.a.table]
'''

[map]
"odd key" = 1 # a comment
dotted.'in.side' = { deep = [1, { x = 2 }] }
when = 1979-05-27 07:32:00

[map.under]
list = [
  "one", # first
  # nothing
  [2, 3],
]

[[rivers]]
name = \"\"\"
Nore \\" \"\"\"\"
[[rivers]]
name = "Suir"
[rivers.mouth]
at = "Wat"
[[rivers.bridges]]
pair = ["KkW", "Wat"]
"""

LINES = {
    ("title",): 2,
    ("big",): 3,
    ("map",): 7,
    ("map", "odd key"): 8,
    ("map", "dotted"): 9,
    ("map", "dotted", "in.side"): 9,
    ("map", "dotted", "in.side", "deep"): 9,
    ("map", "dotted", "in.side", "deep", 0): 9,
    ("map", "dotted", "in.side", "deep", 1): 9,
    ("map", "dotted", "in.side", "deep", 1, "x"): 9,
    ("map", "when"): 10,
    ("map", "under"): 12,
    ("map", "under", "list"): 13,
    ("map", "under", "list", 0): 14,
    ("map", "under", "list", 1): 16,
    ("map", "under", "list", 1, 0): 16,
    ("map", "under", "list", 1, 1): 16,
    ("rivers",): 19,
    ("rivers", 0): 19,
    ("rivers", 0, "name"): 20,
    ("rivers", 1): 22,
    ("rivers", 1, "name"): 23,
    ("rivers", 1, "mouth"): 24,
    ("rivers", 1, "mouth", "at"): 25,
    ("rivers", 1, "bridges"): 26,
    ("rivers", 1, "bridges", 0): 26,
    ("rivers", 1, "bridges", 0, "pair"): 27,
    ("rivers", 1, "bridges", 0, "pair", 0): 27,
    ("rivers", 1, "bridges", 0, "pair", 1): 27,
}


def paths(value: object, here: Path = ()) -> Iterator[Path]:
    """Yield the way to every value inside one that tomllib has read."""
    if isinstance(value, dict):
        inner = [((*here, key), each) for key, each in value.items()]
    elif isinstance(value, list):
        inner = [((*here, number), each) for number, each in enumerate(value)]
    else:
        inner = []
    for path, each in inner:
        yield path
        yield from paths(each, path)


def test_every_key_has_its_line() -> None:
    """Comments, strings of several lines, dotted keys, lists of tables: each line is right."""
    tomllib.loads(TEXT)
    assert line_numbers(TEXT) == LINES


@pytest.mark.parametrize("name", ["standard", "irish", "republic"])
def test_all_keys_of_our_boards_are_found(name: str) -> None:
    """Nothing in a real board is overlooked, and nothing made up."""
    text = (maps_dir() / name / "board.toml").read_text(encoding="utf-8")
    assert set(line_numbers(text)) == set(paths(tomllib.loads(text)))


_WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"])
    | st.sampled_from("\n\t\"'\\#[]{}=,."),
    max_size=8,
)
_LEAVES = st.one_of(
    st.booleans(), st.integers(-9, 9), st.floats(allow_nan=False), _WORDS, st.dates()
)
_VALUES = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_WORDS, inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(_WORDS, _VALUES, max_size=5))
def test_any_document_is_walked_as_it_is_read(content: dict[str, object]) -> None:
    """Whatever a writer of TOML makes of any content, just its keys are found, inside the text."""
    text = tomlkit.dumps(content)
    lines = line_numbers(text)
    assert set(lines) == set(paths(tomllib.loads(text)))
    assert all(1 <= line <= text.count("\n") + 1 for line in lines.values())
