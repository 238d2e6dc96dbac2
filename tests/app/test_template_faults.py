"""A GM's own template that is broken: the mails go out, and whoever keeps the server is told."""

from __future__ import annotations

from pathlib import Path

from gm.app.mail_out.notices import tell_template_faults
from gm.report.environment import using
from tests.app.world import GM, World, text_of


def test_the_keeper_is_told_once_of_a_broken_template(world: World, tmp_path: Path) -> None:
    """The opening is the shipped one; the notice names file and fault, and comes once."""
    template = tmp_path / "report" / "opening.txt.j2"
    template.parent.mkdir()
    template.write_text("{{ page.nothing_of_that_name }}")
    told: set[str] = set()
    world.place = None  # its game begins with these templates, not as others do
    with using(tmp_path):
        assert tell_template_faults(world.services, told) == 0
        world.start()
        assert "THE PLAYERS" in world.last_text("MUNSTER")
        world.new_mail(GM)
        assert tell_template_faults(world.services, told) == 2, "players' and list's opening"
        assert tell_template_faults(world.services, told) == 0
        assert tell_template_faults(world.services, set()) == 2, "a server that was started anew"
    (notice,) = world.new_mail(GM)
    assert "template of your own" in notice["Subject"]
    assert "report/opening.txt.j2" in text_of(notice)
    assert "nothing_of_that_name" in text_of(notice)
