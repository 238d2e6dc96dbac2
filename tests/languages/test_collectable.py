"""The collector finds every sentence that the program says."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import gm

SAYS = frozenset(
    {
        "gettext",
        "ngettext",
        "pgettext",
        "npgettext",
        "gettext_noop",
        "ngettext_noop",
        "pgettext_noop",
        "npgettext_noop",
    }
)
ROOT = Path(gm.__file__).parent


def said_in_f_strings(source: str) -> list[int]:
    """Return the lines of sentences that are said inside f-strings, where nobody collects them."""
    return [
        call.lineno
        for joined in ast.walk(ast.parse(source))
        if isinstance(joined, ast.JoinedStr)
        for call in ast.walk(joined)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in SAYS
        and any(isinstance(one, ast.Constant) for one in call.args)
    ]


@pytest.mark.slow
def test_nothing_is_said_inside_an_f_string() -> None:
    """The collector does not look into f-strings: what is said there no translator would get."""
    found = [
        f"{file.relative_to(ROOT)}:{line}"
        for file in sorted(ROOT.rglob("*.py"))
        for line in said_in_f_strings(file.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_a_sentence_in_an_f_string_is_seen() -> None:
    """The check itself sees one, and not one beside it."""
    assert said_in_f_strings("told = gettext('Yes.')\nwhole = f'{told} {x}'") == []
    assert said_in_f_strings("whole = f'{gettext(name)} {x}'") == []
    assert said_in_f_strings("whole = f'{gettext(\"Yes.\")} {x}'") == [1]
