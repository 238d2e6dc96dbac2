"""The archive: what stands in it, what never does, and that only what changed is written."""

from __future__ import annotations

import stat
from pathlib import Path

import feedparser
import icalendar
import pytest

from gm.app.overriding.rollback import roll_back
from gm.app.play.endings import EndWish, end_game
from gm.app.setup.game_changes import change_game
from gm.app.setup.games import NewGame, new_game
from gm.contract.events import Ending
from gm.errors import NotAllowed
from gm.report.environment import using
from gm.resources import templates_dir
from tests.app.archive import URL, changed, dead_links, files, page, write_archive
from tests.app.irish import irish
from tests.app.standard import play_standard
from tests.app.world import GM, HOST, World

TARA = f"gm+tara@{HOST}"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder that does not exist yet."""
    return tmp_path / "www"


@pytest.fixture
def site(world: World, root: Path) -> Path:
    """A folder with the archive of a spring and an autumn of standard Diplomacy."""
    play_standard(world)
    write_archive(world, root)
    return root


def set_to(world: World, name: str, **settings: str) -> None:
    """Change settings of a game."""
    change_game(world.services, name, {key.replace("_", "-"): it for key, it in settings.items()})


def play_on(world: World, phases: int) -> None:
    """Let deadlines pass without any orders."""
    for _ in range(phases):
        world.tick(hours=1)


def test_every_season_has_a_page_with_its_pictures(site: Path) -> None:
    """Resolved phases only; orders where units moved, and the position after each."""
    names = set(files(site))
    for phase in ("S1901M", "F1901M", "F1901R", "W1901A"):
        assert {f"tara/{phase}.html", f"tara/{phase}-position.svg"} <= names
    assert {"tara/S1901M-orders.svg", "tara/F1901M-orders.svg", "tara/start.svg"} <= names
    assert not [name for name in names if "S1902M" in name or "W1901A-orders" in name]
    season = page(site / "tara" / "S1901M.html").text
    assert "Army MUNICH moves to Burgundy - bounced" in season
    assert "France (France)" in season
    game = page(site / "tara" / "index.html").text
    assert "Spring 1902: orders due" in game
    assert "OBSERVE tara" in game
    assert "tara" in page(site / "index.html").text


@pytest.mark.slow
def test_every_link_leads_somewhere(world: World, site: Path) -> None:
    """From any page to any other, without a server and from any folder of one."""
    irish(world, "shannon")
    play_on(world, 3)
    write_archive(world, site)
    assert [*dead_links(site)] == []


def test_a_second_run_writes_nothing(world: World, site: Path) -> None:
    """Files keep their time, so that copying the folder elsewhere copies nothing."""
    times = {one: one.stat().st_mtime_ns for one in site.rglob("*")}
    _, counts = write_archive(world, site)
    assert (counts.written, counts.removed) == (0, 0)
    assert counts.unchanged == len(files(site))
    assert {one: one.stat().st_mtime_ns for one in site.rglob("*")} == times


def test_another_version_makes_everything_again(world: World, site: Path) -> None:
    """What comes out the same is still not written."""
    (site / "tara" / "S1901M.html").write_text("spoilt", encoding="utf-8")
    _, counts = write_archive(world, site)
    assert counts.written == 0, "nobody else writes there, so nobody looks"
    _, counts = write_archive(world, site, version="2")
    assert counts.written == 1


def test_a_new_season_touches_few_files(world: World, site: Path) -> None:
    """Its own page, those beside it and around it; no picture of an older season."""
    before = files(site)
    world.tick(hours=1)
    write_archive(world, site)
    own = {f"S1902M{end}" for end in (".html", "-orders.svg", "-position.svg")}
    around = {"index.html", "feed.xml", "deadlines.ics", "journal.html", "W1901A.html"}
    touched = {name for name in changed(before, site) if "chart-" not in name}
    assert touched == {f"tara/{name}" for name in own | around} | {"index.html", "feed.xml"}


@pytest.mark.slow
def test_nothing_of_an_open_phase_is_told(world: World, site: Path) -> None:
    """Neither orders nor press; once the phase is resolved both are."""
    before = files(site)
    world.mail(
        "france", "A Par - Gas\nPRESS TO ALL\nThe Burgundian wine is sour.\nENDPRESS", to=TARA
    )
    write_archive(world, site)
    news = {name: files(site)[name] for name in changed(before, site)}
    assert not [name for name, raw in news.items() if b"Gas" in raw or b"sour" in raw]
    world.tick(hours=1)
    write_archive(world, site)
    assert "sour" in page(site / "tara" / "S1902M.html").text
    assert b"sour" in files(site)["tara/press.html"]


@pytest.mark.slow
def test_public_press_stands_in_order_and_other_press_nowhere(world: World, root: Path) -> None:
    """In the report of its season and on a page of its own; nobody learns who wrote a grey one."""
    world.start("tara", "standard", settings={"press": "both"})
    world.mail("france", "PRESS TO ALL\nFirst of all, peace.\nENDPRESS", to=TARA)
    world.mail("italy", "GREY PRESS TO ALL\nSecond, somebody lies.\nENDPRESS", to=TARA)
    world.mail("turkey", "PRESS TO FRANCE\nThird is for you alone.\nENDPRESS", to=TARA)
    world.mail("england", "PRESS TO ALL BUT FRANCE\nFourth is not for you.\nENDPRESS", to=TARA)
    world.mail("russia", "PRESS TO ALL\nFifth, war.\nENDPRESS", to=TARA)
    world.tick(hours=1)
    write_archive(world, root)
    for name in ("S1901M.html", "press.html"):
        said = page(root / "tara" / name).text
        places = [said.index(word) for word in ("First of all", "Second, some", "Fifth, war")]
        assert places == sorted(places)
        assert "Unsigned, to all" in said
    every = b"".join(files(root).values())
    assert b"Third" not in every
    assert b"Fourth" not in every
    grey = page(root / "tara" / "press.html").text
    assert "Italy" not in grey


@pytest.mark.slow
def test_nobodys_address_stands_anywhere(world: World, root: Path) -> None:
    """Players and GMs are named as in the public reports; the server alone can be written to."""
    world.start("tara", "republic")
    irish(world, "shannon")
    play_on(world, 2)
    write_archive(world, root)
    own = (f"gm@{HOST}", f"gm+tara@{HOST}", f"gm+shannon@{HOST}")
    for name, raw in files(root).items():
        text = raw.decode()
        for address in own:
            text = text.replace(address, "").replace(address.replace("+", "%2B"), "")
            text = text.replace(address.replace("+", "%2B").replace("@", "%40"), "")
        assert "example.org" not in text.replace(URL, "").replace(f"tag:{HOST}", "").replace(
            f"@{HOST}", ""
        ), name


def test_a_game_that_is_kept_out_has_no_pages(world: World, site: Path) -> None:
    """Its pages are taken out as soon as it is private, and its folder with them."""
    (site / "robots.txt").write_text("of the keeper of the web server", encoding="utf-8")
    set_to(world, "tara", published="no")
    _, counts = write_archive(world, site)
    assert counts.removed > 10
    assert not (site / "tara").exists()
    assert (site / "robots.txt").exists()
    assert b"tara" not in b"".join(files(site).values())


def test_only_games_that_take_players_stand_there_before_they_begin(
    world: World, root: Path
) -> None:
    """What its GM is still setting up is nobody's business."""
    for name, settings in (("open", {"sign-up": "open"}), ("hidden", {})):
        new_game(world.services, NewGame(name, "standard", "Maeve", GM, settings=settings))
    done, _ = write_archive(world, root)
    assert done.games == ("open",)
    told = page(root / "open" / "index.html").text
    assert "7 seats are free" in told
    assert "JOIN open" in told
    assert [*dead_links(root)] == []


@pytest.mark.slow
def test_pages_of_phases_that_were_undone_go(world: World, site: Path) -> None:
    """A game that was taken back is told as far as it is played; its press comes again with it."""
    world.mail("france", "PRESS TO ALL\nThe autumn is ours.\nENDPRESS", to=TARA)
    world.tick(hours=1)
    write_archive(world, site)
    assert "ours" in page(site / "tara" / "S1902M.html").text
    roll_back(world.services, "tara", "S1902M", sure=True, reason="The map was wrong")
    write_archive(world, site)
    assert not (site / "tara" / "S1902M.html").exists()
    assert b"ours" not in b"".join(files(site).values())
    assert [*dead_links(site)] == []
    world.tick(hours=1)
    write_archive(world, site)
    assert "ours" in page(site / "tara" / "S1902M.html").text


def test_a_game_that_was_ended_says_so(world: World, site: Path) -> None:
    """The page of the phase in which it ended has no orders, and tells why."""
    end_game(world.services, "tara", EndWish(Ending.DRAW, ("all",), "by agreement"), sure=True)
    write_archive(world, site)
    last = page(site / "tara" / "S1902M.html").text
    assert "The reason: By agreement." in last or "The reason: by agreement." in last
    assert "The results" not in last
    assert not (site / "tara" / "S1902M-orders.svg").exists()
    assert "Games that are over" in page(site / "index.html").text
    assert [*dead_links(site)] == []


def test_a_game_that_cannot_be_read_keeps_its_pages(world: World, site: Path) -> None:
    """The others are written all the same, and the fault is told."""
    world.start("meath", "standard")
    before = files(site)

    def broken(shown: object) -> str:
        raise NotAllowed("the shapes are gone")

    done, _ = write_archive(world, site, draw=broken)
    assert [*done.faults] == ["meath"]
    assert {name for name in changed(before, site) if name.startswith("tara/")} == set()
    done, _ = write_archive(world, site)
    assert (done.faults, done.games) == ({}, ("meath", "tara"))
    assert (site / "meath" / "start.svg").is_file()


def test_a_folder_of_somebody_else_is_left_alone(world: World, root: Path) -> None:
    """A slip in the name of the folder must not cost anybody his files."""
    root.mkdir()
    (root / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(NotAllowed, match="not of the archive"):
        write_archive(world, root)
    assert [one.name for one in root.iterdir()] == ["thesis.txt"]


def test_a_web_server_may_read_all_of_it(site: Path) -> None:
    """Whatever the mask of the server that wrote it."""
    for one in site.rglob("*"):
        if not one.name.startswith("."):
            mode = stat.S_IMODE(one.stat().st_mode)
            assert mode == (0o755 if one.is_dir() else 0o644), one


@pytest.mark.slow
def test_a_gm_writes_pages_of_his_own(world: World, site: Path, tmp_path: Path) -> None:
    """A template of his folder is used in place of ours, and every page is made anew for it."""
    own = tmp_path / "own" / "site"
    own.mkdir(parents=True)
    ours = (templates_dir() / "site" / "base.html.j2").read_text(encoding="utf-8")
    text = ours.replace("<footer>", "<footer><p>By the club of Kells.</p>")
    (own / "base.html.j2").write_text(text, encoding="utf-8")
    (own / "style.css").write_text("body { color: teal }", encoding="utf-8")
    with using(own.parent):
        write_archive(world, site)
    pages = [one.read_text(encoding="utf-8") for one in site.rglob("*.html")]
    assert all("By the club of Kells." in one for one in pages)
    assert (site / "style.css").read_text(encoding="utf-8") == "body { color: teal }"


@pytest.mark.parametrize("url", [URL, ""])
def test_programs_can_follow_the_feeds(world: World, site: Path, url: str) -> None:
    """Feeds are Atom, newest first; an entry has its id for good and leads to its page."""
    write_archive(world, site, url=url)
    for name in ("feed.xml", "tara/feed.xml"):
        feed = feedparser.parse((site / name).read_bytes())
        assert not feed.bozo, feed.get("bozo_exception")
        assert feed.version == "atom10"
        assert feed.feed.id.startswith(f"tag:{HOST},2026:gm/")
        assert feed.feed.author
        ids = [one.id for one in feed.entries]
        assert len(ids) == len({*ids}) == 4
        assert ids[0] == f"tag:{HOST},2026:gm/tara/W1901A"
        dates = [one.updated_parsed for one in feed.entries]
        assert dates == sorted(dates, reverse=True)
        assert "orders came off" in feed.entries[-1].content[0].value
        for one in feed.entries:
            target = one.link.removeprefix(url)
            at = site if url else (site / name).parent
            assert (at / target).is_file(), one.link
    own = [one.href for one in feed.feed.links if one.rel == "self"]
    assert own == ([f"{URL}tara/feed.xml"] if url else [])


def test_a_calendar_has_the_deadlines(world: World, site: Path) -> None:
    """Those that are past and the one to come, under the ids that the mails give them."""
    calendar = icalendar.Calendar.from_ical((site / "tara" / "deadlines.ics").read_bytes())
    events = {str(one["uid"]): one for one in calendar.walk("VEVENT")}
    phase = world.phase()
    assert phase is not None
    assert events[f"tara-{phase.number}@{HOST}"].decoded("dtstart") == phase.deadline
    assert len(events) == phase.number
    assert all("organizer" not in one for one in events.values())
    (entry,) = [
        part.get_payload(decode=True)
        for part in world.new_mail("france")[-1].walk()
        if part.get_content_type() == "text/calendar"
    ]
    mailed = icalendar.Calendar.from_ical(entry).walk("VEVENT")[0]
    assert str(mailed["uid"]) in events
