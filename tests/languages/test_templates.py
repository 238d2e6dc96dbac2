"""No template holds a word that was not offered to the translators."""

from __future__ import annotations

import re

import jinja2
import pytest
from jinja2 import nodes

from gm.resources import templates_dir

FILES = sorted(
    file.relative_to(templates_dir()).as_posix() for file in templates_dir().rglob("*.j2")
)
OWN_NAME = "gm"
NOT_READ = re.compile(r"<style.*?</style>|<script.*?</script>|<[^>]*>|&\w+;", re.DOTALL)


def plain_words(source: str) -> list[str]:
    """Return the words that stand in a template outside its expressions, tags left out."""
    tree = jinja2.Environment(autoescape=False).parse(source)  # noqa: S701 - nothing is rendered
    text = "\0".join(data.data for data in tree.find_all(nodes.TemplateData))
    return [
        word for word in re.findall(r"[A-Za-z]{2,}", NOT_READ.sub(" ", text)) if word != OWN_NAME
    ]


def plain_strings(source: str) -> list[str]:
    """Return the strings in a template's expressions that read like words and are not told by _."""
    tree = jinja2.Environment(autoescape=False).parse(source)  # noqa: S701 - nothing is rendered
    told = {
        id(const)
        for call in tree.find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.node.name in {"_", "ngettext", "pgettext"}
        for const in call.find_all(nodes.Const)
    }
    outputs = (const for out in tree.find_all(nodes.Output) for const in out.find_all(nodes.Const))
    return [
        const.value
        for const in outputs
        if id(const) not in told
        and isinstance(const.value, str)
        and re.search(r"[A-Za-z]{2,} [A-Za-z]|[A-Z][a-z]{2,}", const.value)
    ]


@pytest.mark.sampled(10)
@pytest.mark.parametrize("name", FILES)
def test_no_word_is_left_untold(name: str) -> None:
    """What a template says it says by gettext, in text and in expressions."""
    source = (templates_dir() / name).read_text(encoding="utf-8")
    assert plain_words(source) == []
    assert plain_strings(source) == []


def test_a_plain_word_is_seen() -> None:
    """The check itself sees words in text, in expressions and beside tags, and nothing else."""
    assert plain_words('<p class="foot">{{ _("Hello") }}</p>') == []
    assert plain_words("<style>p { color: red }</style><p>Bye {{ name }}</p>") == ["Bye"]
    assert plain_strings('{{ "The results" if page.own else _("Others") }}') == ["The results"]
