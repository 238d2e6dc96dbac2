"""Templates: a GM's own come first, broken ones are found at start-up, values are escaped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.contract.told import ReadLine
from gm.errors import TemplateError
from gm.report.environment import Templates, shipped
from gm.report.views import RefusalView
from gm.report.wording.text import WIDTH
from gm.resources import templates_dir
from tests.report import mails
from tests.report.play import Play
from tests.report.scenes import played

STRANGER = RefusalView("gm@games.example.org", "orders", "No.", "Write to the GM.")


def own(folder: Path, name: str, text: str) -> Path:
    """Put a GM's own template into a folder."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.slow
def test_a_gms_own_template_comes_first(tmp_path: Path) -> None:
    """A file of the same name replaces the shipped one; all others stay."""
    folder = own(tmp_path, "reply/refusal.txt.j2", "Sorry. {{ page.reason }}\n")
    mail = mails.refusal(STRANGER, Templates(folder))
    assert mail.text == "Sorry. No.\n"
    assert mail.html == mails.refusal(STRANGER).html


@pytest.mark.slow
def test_a_broken_template_is_found_at_start_up(tmp_path: Path) -> None:
    """The fault names the file and the line."""
    folder = own(tmp_path, "reply/refusal.txt.j2", "fine\n{% if %}\n")
    with pytest.raises(TemplateError, match=r"refusal\.txt\.j2, line 2"):
        Templates(folder)


@pytest.mark.slow
def test_a_missing_value_is_an_error(tmp_path: Path) -> None:
    """A value that nobody gives is never an empty word in a mail."""
    folder = own(tmp_path, "reply/refusal.txt.j2", "{{ page.wrong }}\n")
    with pytest.raises(TemplateError, match="wrong"):
        mails.refusal(STRANGER, Templates(folder))


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    """A mistyped folder is told, not passed over."""
    with pytest.raises(TemplateError, match="no such folder"):
        Templates(tmp_path / "nowhere")


def test_every_shipped_template_has_both_dresses() -> None:
    """Each mail has a plain and an HTML template; `gm rules` and judges print plain text.

    The frame of HTML mails and the block of a message stand in files of their own.
    """
    names = {str(path.relative_to(templates_dir())) for path in templates_dir().rglob("*.j2")}
    stems = {name.removesuffix(".txt.j2").removesuffix(".html.j2") for name in names}
    for stem in [one for one in stems if "site" not in one.split("/")]:
        if stem not in {"base", "press", "report/rules"} and not stem.endswith("/judge"):
            assert {f"{stem}.txt.j2", f"{stem}.html.j2"} <= names
    assert shipped() is shipped()


def test_a_variant_without_written_rules_has_none() -> None:
    """A game of a variant whose rules nobody wrote down still gets its opening mail."""
    view = Play("standard").opening("FRANCE")
    meta = replace(view.game.meta, id="unwritten")
    mail = mails.opening(replace(view, game=replace(view.game, meta=meta)))
    assert "THE RULES AS PLAYED" not in mail.text
    assert "YOU PLAY FRANCE" in mail.text


MARKUP = '<script>alert(1)</script><img src="http://x.example/t.png">{{ 7 * 7 }}'
WRITTEN = st.text(max_size=120) | st.just(MARKUP) | st.text("<>&\"'{}%\n\r ____-", max_size=80)


@given(text=WRITTEN, name=WRITTEN, subject=WRITTEN)
def test_strangers_words_stay_words(text: str, name: str, subject: str) -> None:
    """Whatever people write is text: no markup, no template, no line of its own, 72 columns."""
    play = played("republic", 1)
    line = ReadLine(text, text, (name,))
    view = play.receipt("MUNSTER", "A CoC - Ker", problems=(line,), remarks=(text,))
    players = {**view.game.players, view.power: name}
    view = replace(view, game=replace(view.game, players=players, gm_name=name))
    refusal = replace(STRANGER, reason=text, subject=subject, quoted=(line,))
    for mail in (mails.receipt(view), mails.refusal(refusal)):
        assert "<script" not in mail.html
        assert "<img" not in mail.html
        assert "49" not in mail.text or "49" in text + name
        assert "\n" not in mail.subject
        for row in mail.text.split("\n"):
            assert len(row) <= WIDTH or len(row.split()) <= 2
