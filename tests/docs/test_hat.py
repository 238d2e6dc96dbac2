"""docs/hat.md says how draws are made: its vectors, its commands and its program are tried."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gm.contract.draws import SeededDraws, commitment
from gm.games.diplomacy.rules.mechanics.cards import PACK

PAGE = (Path(__file__).parents[2] / "docs" / "hat.md").read_text(encoding="utf-8")
SEED = re.findall(r"\b[0-9a-f]{64}\b", PAGE)[0]
VECTORS = re.findall(
    r"^\| `([^`]+)` \| ([^|`]+) \| `([0-9a-f]{16})` \| (\d+) \| `(\w+)` \|$", PAGE, re.MULTILINE
)


def test_the_page_has_vectors_for_every_kind_of_draw() -> None:
    """Slips, cards, lots and places: each kind of label is among them."""
    kinds = {label.partition(" ")[2].partition(" ")[0].rstrip(":,") for label, *_ in VECTORS}
    assert kinds == {"place", "hole", "split", "line", "walk", "lot", "reopen"}


@pytest.mark.parametrize(("label", "held", "begin", "number", "drawn"), VECTORS)
def test_vector(label: str, held: str, begin: str, number: str, drawn: str) -> None:
    """The program draws what the page says, and the page's figures agree with one another."""
    candidates = PACK if held == "the whole pack" else tuple(held.split())
    assert int(begin, 16) % len(candidates) == int(number)
    assert candidates[int(number)] == drawn
    assert SeededDraws(bytes.fromhex(SEED)).draw(label, candidates).chosen == drawn


def test_the_pack_lies_as_the_page_says() -> None:
    """The cards in the order in which they are counted."""
    lines = re.findall(r"^    (A[SHDC] .*)$", PAGE, re.MULTILINE)
    assert " ".join(lines).split() == [*PACK]


def test_the_commitment_is_that_of_the_page() -> None:
    """The SHA-256 of the seed's characters, in lower case."""
    assert f"    {commitment(SEED)}\n" in PAGE


def test_the_program_on_the_page_prints_what_it_says() -> None:
    """Five lines of Python, run as they stand."""
    code = re.findall(r"```python\n(.*?)```\n\nIt prints `(\w+)`", PAGE, re.DOTALL)
    assert len(code) == 1
    program, printed = code[0]
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [printed]


def test_the_shell_lines_give_the_same_number() -> None:
    """They hash the vector's label; where openssl is at hand, its figures begin as the vector's."""
    (lines,) = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    expected = next(begin for label, _, begin, *_ in VECTORS if label == "S1974 hole")
    assert f"seed={SEED}\n" in lines
    assert "printf %s 'S1974 hole/0' |" in lines
    if shutil.which("openssl"):
        done = subprocess.run(["sh", "-c", lines], capture_output=True, text=True, check=True)
        assert done.stdout.rpartition("= ")[2].startswith(expected)
