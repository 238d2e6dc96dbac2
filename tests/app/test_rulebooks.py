"""The rules in words: `gm rules` prints them, and every opening mail carries the same lines."""

from __future__ import annotations

import json
import shutil
from email.message import EmailMessage
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gm.app.setup.rulebooks import rulebook_of_game, rulebook_of_variant
from gm.bootstrap.games import games_on
from gm.cli.app import app
from gm.errors import InputError, NoSuchGame
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.variants import VARIANTS
from gm.report.pages.rules_page import rules_page_of, rules_text
from gm.report.wording.text import WIDTH
from gm.resources import maps_dir
from tests.app.world import GM, LIST, World, text_of

OTHERWISE = {
    "irish": {"ireland": "passable", "gm_walk": "off", "goal": "90", "hand_gifts": "void"},
    "republic": {"payments": "private", "removals": "free", "winters": "joint"},
    "standard": {"paradox": "1971", "civil_disorder": "1971"},
}


def run(*arguments: str) -> Result:
    """Run `gm` and return how it ended and what it printed."""
    return CliRunner().invoke(app, [*arguments])


def opened(message: EmailMessage) -> str:
    """Return a mail's text with the line ends of this machine."""
    return text_of(message).replace("\r\n", "\n")


def settings_of(chosen: dict[str, str]) -> list[str]:
    """Return the command's options that choose these settings."""
    return [word for name, value in chosen.items() for word in ("--set", f"{name}={value}")]


@pytest.mark.sampled(7)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("usual", [True, False], ids=["usual", "otherwise"])
def test_the_opening_mail_carries_the_rules_whole(
    world: World, variant: str, *, usual: bool
) -> None:
    """Players, list and GM read, line by line, what `gm rules` prints for the game's settings."""
    chosen = {} if usual else OTHERWISE[variant]
    world.start(variant=variant, options=chosen, keep_impossible=not usual)
    house = {} if usual else {"keep_impossible": "yes"}
    printed = run("rules", variant, *settings_of({**chosen, **house})).stdout
    assert printed.count("\n") > 60
    for reader in (GM, LIST, "britain" if variant == "republic" else "france"):
        assert printed.strip() in opened(world.new_mail(reader)[0])
    own = rulebook_of_game(world.services, "tara")
    assert rules_text(rules_page_of(own.meta, own.played, own.settings)) == printed


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_html_says_the_same_rules(world: World, variant: str) -> None:
    """Every paragraph stands in the HTML part too."""
    world.start(variant=variant)
    part = world.new_mail(LIST)[0].get_body(("html",))
    assert isinstance(part, EmailMessage)
    html = part.get_content().replace("&#39;", "'").replace("&#34;", '"')
    html = html.replace("&quot;", '"')
    book = rulebook_of_game(world.services, "tara")
    for chapter in rules_page_of(book.meta, book.played, book.settings).chapters:
        assert chapter.heading in html
        for line in chapter.lines:
            assert line.text in html


def test_rules_without_a_name_are_listed() -> None:
    """All variants, each with its title and author."""
    lines = run("rules").stdout.splitlines()
    assert [line.split()[0] for line in lines] == [
        *VARIANTS,
        "irish-freedom",
        "turlough",
        "freedom",
    ]
    assert "Republic, a game by Der Garvey" in lines[1]
    listed = json.loads(run("rules", "--json").stdout)
    assert [one["variant"] for one in listed] == [
        *VARIANTS,
        "irish-freedom",
        "turlough",
        "freedom",
    ]


@pytest.mark.parametrize("variant", VARIANTS)
def test_printed_rules_fit_a_terminal(variant: str) -> None:
    """No line is wider than 72 columns, and none ends in a blank."""
    for chosen in ({}, OTHERWISE[variant]):
        lines = run("rules", variant, *settings_of(chosen)).stdout.split("\n")
        assert [line for line in lines if len(line) > WIDTH or line != line.rstrip()] == []


def test_a_setting_shows_the_value_that_governs() -> None:
    """Where a single question is left to the rulebook, its answer stands beside it."""
    text = run("rules", "standard").stdout
    assert "- convoy_routes = profile (any-route)." in text
    text = run("rules", "standard", "--set", "profile=1971", "--set", "paradox=szykman").stdout
    assert "- convoy_routes = profile (all-routes)." in text
    assert "- paradox = szykman. " in text


def test_rules_for_a_program_have_stable_names() -> None:
    """The JSON has every entry with its id, numbers, setting and text."""
    record = json.loads(run("rules", "republic", "--json", "--set", "removals=free").stdout)
    entries = {one["id"]: one for part in record["chapters"] for one in part["entries"]}
    assert entries["unit-removals"] == {
        "id": "unit-removals",
        "rules": ["6"],
        "ruling": True,
        "setting": "removals",
        "value": "free",
        "text": "Units may be removed at will, needed or not.",
    }
    assert entries["fleet-up-river"]["setting"] is None
    assert {one["name"]: one["governs"] for one in record["settings"]}["removals"] == "free"
    assert (record["variant"], record["designer"]) == ("republic", "Der Garvey")


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["rules", "narnia"],
            "There are no rules named 'narnia'; there are freedom, irish, irish-freedom, republic",
        ),
        (["rules", "republic", "--set", "tea=yes"], "has no setting 'tea'"),
        (["rules", "republic", "--set", "payments=none"], "payments is one of public, private"),
        (["rules", "republic", "--set", "keep_impossible=maybe"], "is one of no, yes"),
        (["rules", "republic", "--set", "payments"], "written NAME=VALUE"),
        (["rules", "--set", "payments=private"], "Say which rules"),
        (["rules", "republic", "--game", "tara"], "give --game alone"),
        (["rules", "--game", "tara", "--set", "payments=private"], "give --game alone"),
    ],
)
def test_what_cannot_be_printed_is_told(arguments: list[str], words: str) -> None:
    """A wrong name or setting is answered with a sentence, and with what there is."""
    fault = run(*arguments).exception
    assert isinstance(fault, InputError)
    assert words in str(fault)


def test_a_game_nobody_knows_has_no_rules(world: World) -> None:
    """A mistyped game is told."""
    with pytest.raises(NoSuchGame):
        rulebook_of_game(world.services, "narnia")


@pytest.mark.slow
def test_a_game_s_rules_are_printed_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--game` prints the rules with the game's own settings, without its being started."""
    monkeypatch.setenv("GM_DATA_DIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert run("init").exit_code == 0
    options = ["--variant", "republic", "--gm-address", GM, "--option", "payments=private"]
    assert run("game", "new", "tara", *options, "--keep-impossible").exit_code == 0
    chosen = settings_of({"payments": "private", "keep_impossible": "yes"})
    assert run("rules", "--game", "tara").stdout == run("rules", "republic", *chosen).stdout


def test_a_gm_s_own_map_gives_its_own_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules printed are those of the map that a new game would be played on."""
    monkeypatch.chdir(tmp_path)
    usual = run("rules", "republic").stdout
    own = tmp_path / "maps" / "republic"
    shutil.copytree(maps_dir() / "republic", own)
    table = (own / "board.toml").read_text(encoding="utf-8")
    dearer = table.replace("unit_upkeep = 7 ", "unit_upkeep = 9 ")
    (own / "board.toml").write_text(dearer, encoding="utf-8")
    monkeypatch.setenv("GM_MAPS", str(tmp_path / "maps"))
    printed = run("rules", "republic").stdout
    assert "9 points for each unit" in printed
    assert "9 points for each unit" not in usual
    assert "7 points for each unit" in usual


def test_the_boards_handed_in_are_the_ones_described() -> None:
    """A game master's own map gives its own figures."""
    own = rulebook_of_variant(games_on(load_board), "republic", {"keep_impossible": "yes"})
    board = load_board("republic")
    assert own.played.played_on == f"{board.title}, {board.digest[:12]}"
    assert own.settings == {
        "profile": "1971",
        "payments": "public",
        "removals": "need",
        "winters": "own",
        "keep_impossible": "yes",
    }
