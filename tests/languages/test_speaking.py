"""Sentences are said in the language that is being spoken."""

from __future__ import annotations

from contextvars import copy_context

import pytest

from gm.errors import LanguageError
from gm.languages import (
    catalogue,
    gettext,
    known,
    ngettext,
    npgettext,
    own_name,
    pgettext,
    quoted,
    speaking,
    speaking_from,
    spoken,
)
from gm.report.environment import Templates
from gm.testing.pseudo import Pseudo


class Slips(Pseudo):
    """A catalogue whose translator has mistyped every place."""

    def find(self, message: str, context: str | None = None) -> str:
        """Return the message with other places."""
        return message.replace("{", "{x")


def test_english_is_spoken_where_nobody_says() -> None:
    """The sentence in the code is said as it stands, its places filled."""
    assert spoken() == "en"
    assert gettext("You own {count}.", count=3) == "You own 3."
    assert gettext("No {place} here") == "No {place} here"
    assert ngettext("{n} unit", "{n} units", 1, n=1) == "1 unit"
    assert ngettext("{n} unit", "{n} units", 0, n=0) == "0 units"
    assert pgettext("season", "Spring") == "Spring"
    assert npgettext("of a board", "{n} centre", "{n} centres", 2, n=2) == "2 centres"


def test_a_language_holds_inside_its_with() -> None:
    """Languages nest, and what was spoken before is spoken after, also after an error."""
    with speaking("de"):
        assert spoken() == "de"
        with pytest.raises(KeyError), speaking("ga"):
            raise KeyError(spoken())
        with speaking(""):
            assert spoken() == "de"
        assert copy_context().run(spoken) == "de"
    assert spoken() == "en"


@pytest.mark.parametrize(("code", "marks"), [("en", "“”"), ("de", "„“"), ("ga", "“”")])
def test_words_of_others_are_quoted(code: str, marks: str) -> None:
    """Each language puts its own marks around them, and the same ones in all its sentences."""
    with speaking(code):
        assert quoted("A {Mun}") == "A {Mun}".join(marks)
        said = gettext("Reading “{word}” as “{meant}”: {problem}", word="a", meant="b", problem="")
    assert [one for one in said if one in "“”„"] == [*marks, *marks]


def test_a_language_nobody_knows() -> None:
    """It is refused with the names of those that are known."""
    with pytest.raises(
        LanguageError, match="'xx' is not a language gm speaks; it speaks en, de, ga"
    ):
        catalogue("xx")
    assert known() == ("en", "de", "ga")
    assert [own_name(code) for code in known()] == ["English", "Deutsch", "Gaeilge"]
    with pytest.raises(LanguageError, match="no language"):
        own_name("?")


def test_a_slip_of_a_translator_costs_no_mail() -> None:
    """Where a translation has other places than the sentence, the English one is said."""
    with speaking_from(Slips()):
        assert gettext("You own {count}.", count=3) == "You own 3."


@pytest.mark.slow
def test_a_slip_costs_no_mail_in_html(tmp_path) -> None:
    """The same is so in a page of HTML, where the places are filled with what is escaped."""
    one = "{{ _('Let {who} & all', who=page) }}"
    several = "{{ ngettext('{n} is here', '{n} are here', 2, n=2) }}"
    (tmp_path / "own.html.j2").write_text(f"<b>{one} {several}</b>")
    with speaking_from(Slips()):
        page = Templates(tmp_path).html("own", page="<x>")
    assert "<b>Let &lt;x&gt; &amp; all 2 are here</b>" in page


@pytest.mark.slow
def test_templates_speak_it(tmp_path) -> None:
    """Templates say sentences by `_`; what goes into HTML is escaped, the sentence too."""
    source = "{{ _('Let {who} & all', who=page) }} {{ ngettext('{n} is', '{n} are', 2, n='<') }}"
    (tmp_path / "own.html.j2").write_text(f"<b>{source}</b>")
    (tmp_path / "own.txt.j2").write_text(source)
    templates = Templates(tmp_path)
    assert "<b>Let &lt;x&gt; &amp; all &lt; are</b>" in templates.html("own", page="<x>")
    assert templates.text("own", page="<x>") == "Let <x> & all < are\n"
    with speaking_from(Pseudo()):
        assert "<x>" in templates.text("own", page="<x>")
        assert "Let" not in templates.text("own", page="<x>")
