"""A GM's own templates in a running server: used where they can be, and no mail is lost by them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm.errors import TemplateError
from gm.report.environment import OwnTemplates, current, shipped, using
from tests.report import mails
from tests.report.scenes import played
from tests.report.test_environment import own

GOLDEN_BLOCK = "{% for line in page.zine %}\n{{ line }}\n{% endfor %}\n"


WHERE = pytest.mark.parametrize("where", ["diplomacy/", ""], ids=["now", "before"])
"""The folder of a game's templates, and none: there they lay before each game had one."""


@pytest.mark.sampled(3)
@WHERE
def test_a_gm_prints_his_reports_as_his_zine_does(tmp_path: Path, where: str) -> None:
    """Whatever writes a mail uses his template while it is in force, and ours before and after."""
    view = played("standard", 2).season("GERMANY")
    ours = mails.season_report(view)
    folder = own(tmp_path, f"{where}report/season.txt.j2", f"MEADOW GAZETTE\n\n{GOLDEN_BLOCK}")
    with using(folder):
        his = mails.season_report(view)
    assert his.text.startswith("MEADOW GAZETTE\n\nAUSTRIA: ")
    assert his.html == ours.html
    assert mails.season_report(view) == ours


@pytest.mark.sampled(3)
@WHERE
def test_he_changes_a_piece_and_keeps_the_rest(tmp_path: Path, where: str) -> None:
    """A piece that many templates include can be replaced alone, and pictures stay where they were."""
    view = played("standard", 2).season("GERMANY")
    folder = own(tmp_path, f"{where}report/season_close.txt.j2", "Yours, Flora\n")
    with using(folder):
        text = mails.season_report(view).text
    assert text.endswith("Yours, Flora\n")
    assert "WHAT HAPPENED TO YOU" in text


@pytest.mark.slow
def test_a_template_of_before_names_others_as_it_did(tmp_path: Path) -> None:
    """What a GM wrote before a game's templates had a folder includes ours, and his own, as then."""
    view = played("standard", 2).season("GERMANY")
    folder = own(
        tmp_path,
        "report/season.txt.j2",
        '{% import "parts.txt.j2" as parts %}\n{% include "report/season_close.txt.j2" %}\n{% include "report/season_next.txt.j2" %}\n',
    )
    own(folder, "report/season_close.txt.j2", "Yours, Flora\n")
    with using(folder):
        text = mails.season_report(view).text
        templates = current()
    assert text.startswith("Yours, Flora\n")
    assert "RETREATS DUE" in text
    assert isinstance(templates, OwnTemplates)
    assert templates.faults == ()


@pytest.mark.sampled(5)
@WHERE
@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("report/season.txt.j2", "fine\n{% if %}\n", "line 2"),
        ("report/season.txt.j2", "{{ page.wrong }}", "wrong"),
        ("report/season.txt.j2", "{{ 1 // 0 }}", "ZeroDivisionError"),
        ("report/season_close.txt.j2", "{{ page.zine[999] }}", "999"),
        ("parts.txt.j2", "{% macro items(lines) %}{{ lines.wrong }}{% endmacro %}", ""),
    ],
)
def test_a_broken_template_costs_no_report(
    tmp_path: Path, where: str, name: str, text: str, words: str
) -> None:
    """The shipped one is used in its place, the other dress stays his, and the fault is kept."""
    view = played("standard", 2).season("GERMANY")
    folder = own(tmp_path, f"{where}{name}" if "/" in name else name, text)
    own(folder, f"{where}report/season.html.j2", "<p>{{ page.headline }}</p>")
    with using(folder):
        mail = mails.season_report(view)
        templates = current()
    assert mail.text == mails.season_report(view).text
    assert mail.html.startswith("<html><head></head><body><p>")
    assert isinstance(templates, OwnTemplates)
    assert templates.faults
    assert any(words in fault for fault in templates.faults)


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    """A mistyped folder is told at the start; that is no template that can be mended later."""
    with pytest.raises(TemplateError, match="no such folder"), using(tmp_path / "nowhere"):
        pass
    with using(None):
        assert current() is shipped()
