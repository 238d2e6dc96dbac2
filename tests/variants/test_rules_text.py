"""The rules in words: complete, true to every setting, and made of the board's own figures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

import pytest

from gm.contract.rules import Option
from gm.errors import VariantError
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import Board, OffBoard, PowerId, ProvinceId
from gm.games.diplomacy.rules.board import Entry as Access
from gm.games.diplomacy.rules.mechanics.victory_points import PointVictory
from gm.games.diplomacy.variants import VARIANTS, ruleset_for
from gm.games.diplomacy.variants.rulebook import AS_PROFILE, in_force
from gm.games.diplomacy.variants.texts import (
    NUMBER,
    Chapter,
    Paragraph,
    RulesText,
    TextEntry,
    figures,
    load_rules,
    merged,
    read_rules,
    rules_as_played,
    rules_file,
    told,
)
from gm.report.pages.rules_page import HOUSE

REPUBLIC_RULES = [
    *("1 2 3 4 5 6 7 8 9a 9b 9c 9d 9e 9f 9g 9h 9i 10a 10b 10c 11a 11b 12 13".split()),
]
"""Every number of the printed rules."""

every_variant = pytest.mark.parametrize("variant", VARIANTS)


def options(variant: str) -> tuple[Option, ...]:
    """Return all settings that a game of the variant has."""
    return (*VARIANTS[variant].options, *HOUSE)


def defaults(variant: str) -> dict[str, str]:
    """Return every setting at its default."""
    return {one.name: one.default for one in options(variant)}


def values(option: Option) -> tuple[str, ...]:
    """Return the values of a setting that are tried: its words, and a number where it takes one."""
    if option.numbers is None:
        return option.choices
    return (*option.choices, str(option.numbers[0] + 51))


def combinations(variant: str) -> Iterator[dict[str, str]]:
    """Yield every combination of settings."""
    known = options(variant)
    for chosen in product(*(values(one) for one in known)):
        yield dict(zip((one.name for one in known), chosen, strict=True))


def texts(variant: str, settings: Mapping[str, str]) -> dict[str, str]:
    """Return the rules by id."""
    board = load_board(VARIANTS[variant].board_id)
    return {
        one.id: one.text
        for chapter in rules_as_played(variant, board, settings)
        for one in chapter.paragraphs
    }


def entries(variant: str) -> list[TextEntry]:
    """Return the entries of a variant's file, shared ones included."""
    return [entry for section in load_rules(variant) for entry in section.entry]


@every_variant
def test_every_combination_of_settings_has_its_text(variant: str) -> None:
    """No placeholder stays open, no sentence is cut, and the ids are the same for all settings."""
    ids = [one.id for one in entries(variant)]
    for settings in combinations(variant):
        found = texts(variant, settings)
        assert list(found) == ids
        for name, text in found.items():
            assert not re.search(r"[{}]|\bNone\b|\s\s|nobody also", text), name
            assert text.endswith((".", '."')), name
            assert text[0].isupper(), name


@every_variant
def test_every_value_of_a_setting_changes_the_text(variant: str) -> None:
    """Whatever a GM chooses, the players read it: no two values of a setting read the same.

    A single question that is left to the rulebook reads as the answer the rulebook gives.
    """
    for option in options(variant):
        read = {
            value: texts(variant, {**defaults(variant), option.name: value})
            for value in values(option)
            if value != AS_PROFILE
        }
        assert len({tuple(one.values()) for one in read.values()}) == len(read) > 1, option.name


@every_variant
def test_a_question_left_to_the_rulebook_reads_as_it_answers(variant: str) -> None:
    """`profile` as a value says the same as the answer that governs."""
    for book in ("datc", "1971"):
        settings = {**defaults(variant), "profile": book}
        answered = {name: in_force(settings)[name] for name in settings}
        assert texts(variant, answered) == texts(variant, settings)


@every_variant
def test_words_and_settings_know_each_other(variant: str) -> None:
    """An entry has words for exactly the values that can govern, none too few, none too many."""
    numbers = {one.name for one in options(variant) if one.numbers is not None}
    governing: dict[str, set[str]] = {}
    for settings in combinations(variant):
        for name, value in in_force(settings).items():
            word = NUMBER if name in numbers and value.isdecimal() else value
            governing.setdefault(name, set()).add(word)
    for entry in entries(variant):
        if entry.setting:
            assert set(entry.by) == governing[entry.setting], entry.id


@every_variant
def test_every_value_is_described(variant: str) -> None:
    """The help of a setting names each of its values; `profile` is told with the rulebook's."""
    told_above = {AS_PROFILE} if any(AS_PROFILE in one.choices for one in options(variant)) else ()
    assert not told_above or AS_PROFILE in options(variant)[0].help
    for option in options(variant):
        for value in sorted({*option.choices}.difference(told_above)):
            assert re.search(rf"\b{value}\b", option.help), f"{option.name} = {value}"


def test_every_rule_of_republic_is_there() -> None:
    """Each number of the printed rules is carried out by an entry, and none is invented."""
    told = [number for one in entries("republic") for number in one.rules]
    assert set(told) == set(REPUBLIC_RULES)
    plain = {number for one in entries("republic") if not one.ruling for number in one.rules}
    assert plain == set(REPUBLIC_RULES)


def test_the_settings_of_republic_say_what_is_played() -> None:
    """The text follows the values that the rules were built with, not a copy of them."""
    board = load_board("republic")
    for settings in combinations("republic"):
        own = {name: value for name, value in settings.items() if name != HOUSE[0].name}
        rules = ruleset_for("republic", board, own)
        found = texts("republic", settings)
        assert ("at will" in found["unit-removals"]) is rules.adjustments.free_removals  # type: ignore[attr-defined]
        assert ("one whole route" in found["convoy-routes"]) is (
            rules.profile.routes.value == "any route"
        )
        assert ("VIA, or" in found["convoy-or-walk"]) is (
            rules.profile.adjacent.value == "own intent"
        )
        assert ("of its own" in found["winter-deadline"]) is not rules.joint_winters


def test_every_rule_of_irish_diplomacy_is_there() -> None:
    """Each number of the printed rules is carried out by an entry that is no ruling."""
    plain = {number for one in entries("irish") if not one.ruling for number in one.rules}
    told = {number for one in entries("irish") for number in one.rules}
    assert plain == told == {str(number) for number in range(1, 17)}


def test_the_settings_of_irish_diplomacy_say_what_is_played() -> None:
    """Ireland, stranded fleets, the GM's walks, the goal and the last year are those of the rules."""
    board = load_board("irish")
    for settings in combinations("irish"):
        own = {name: value for name, value in settings.items() if name != HOUSE[0].name}
        rules = ruleset_for("irish", board, own)
        found = texts("irish", settings)
        ireland = rules.board.province(ProvinceId("IRE"))
        assert ("like any other" in found["ireland"]) is (ireland.entry is Access.ALL)
        victory = rules.victory
        assert isinstance(victory, PointVictory)
        assert f"has {victory.goal} points" in found["victory"]
        assert (f"Winter {victory.final_year} is" in found["final-year"]) is (
            victory.final_year is not None
        )


def irish(**facts: int | str) -> dict[str, str]:
    """Return the rules of Irish Diplomacy on its board with other figures."""
    board = load_board("irish")
    board = replace(board, facts={**board.facts, **facts})
    rules = rules_as_played("irish", board, defaults("irish"))
    return {one.id: one.text for chapter in rules for one in chapter.paragraphs}


def test_figures_of_irish_diplomacy_come_from_the_board() -> None:
    """Years, points and the special units with their boxes are the board's."""
    found = irish(
        first_year=1920,
        minor_points_per_centre=7,
        major_points_per_centre=3,
        irish_units=4,
        psychiatrist_units=1,
        irish_home="LVP",
    )
    assert "Spring 1920" in found["seasons"]
    assert "From Spring 1923 on" in found["reopening"]
    assert "gets 7 points" in found["income"]
    assert "gets 3." in found["income-majors"]
    assert "four Irish and one Psychiatrist units" in found["special-units"]
    assert "in Liverpool and in Vienna" in found["special-units"]
    assert "1974" not in " ".join(found.values())


def test_seats_of_irish_diplomacy_are_named_as_on_the_board() -> None:
    """Majors and minors, and the land that an unplayed major closes (Irish 2, 3)."""
    board = load_board("irish")
    powers = {key: one for key, one in board.powers.items() if key not in {"ICELAND", "AUSTRIA"}}
    denmark = replace(board.powers[PowerId("DENMARK")], name="Danmark")
    board = replace(board, powers={**powers, denmark.id: denmark})
    rules = rules_as_played("irish", board, defaults("irish"))
    found = {one.id: one.text for chapter in rules for one in chapter.paragraphs}
    assert "Bulgaria, Danmark, Greece, Holland, North Africa" in found["powers"]
    assert "15 minor powers" in found["powers"]
    assert "six major powers" in found["powers"]
    assert "Austria" not in found["unplayed-majors"]
    assert "England: CLY EDI LON LVP WAL YOR" in found["unplayed-majors"]


def changed(board: Board) -> Board:
    """Return the board of Republic with other figures, homes and years."""
    facts = {
        **board.facts,
        "points_per_centre": 31,
        "points_per_off_board": 32,
        "unit_upkeep": 33,
        "bridge_upkeep": 34,
        "bridge_loss_penalty": 35,
        "victory_centres": 36,
        "first_year": 1237,
    }
    ulster = replace(board.powers[PowerId("ULSTER")], name="Ulaid", home=("Ker",))
    britain = replace(
        board.powers[PowerId("BRITAIN")],
        off_board=(OffBoard(1238, 3), OffBoard(1239, 4), OffBoard(1242, 0)),
    )
    powers = {**board.powers, ulster.id: ulster, britain.id: britain}
    return replace(board, facts=facts, powers=powers)


def test_figures_come_from_the_board() -> None:
    """On a board with other figures the text has those, and none of the usual ones."""
    board = changed(load_board("republic"))
    rules = rules_as_played("republic", board, defaults("republic"))
    text = "\n".join(one.text for chapter in rules for one in chapter.paragraphs)
    for figure in (31, 32, 33, 34, 35, 36, 1237, 1238):
        assert str(figure) in text
    assert "Ulaid: Kerry" in text
    assert "three in Winter 1238, four in the winters of 1239 to 1241, none from" in text
    assert not re.search(r"\b(10|11|14|7|6|2|101\d)\b", text)


def test_a_board_that_leaves_figures_out_is_told_as_it_is_played() -> None:
    """What the rules take for granted, the text does too."""
    board = load_board("republic")
    bare = replace(board, facts={"first_year": 1015})
    assert {**figures(board), "victory_centres": ""} == {**figures(bare), "victory_centres": ""}


def test_without_off_board_centres_nobody_has_any() -> None:
    """The figures of standard Diplomacy name nobody where there is nobody to name."""
    found = figures(load_board("standard"))
    assert found["off_board_power"] == found["site_home_powers"] == "nobody"
    assert found["powers"].endswith("Russia and Turkey")
    assert found["count_powers"] == "Seven"


@every_variant
def test_every_variant_has_a_file(variant: str) -> None:
    """Its rules are written down, every section has something to say, every id is plain."""
    assert rules_file(variant).is_file()
    assert all(section.entry for section in load_rules(variant))


def test_a_variant_nobody_wrote_down_has_no_text() -> None:
    """It has no chapters, and no error."""
    assert rules_as_played("unwritten", load_board("standard"), {}) == ()


def test_settings_without_a_rulebook_govern_as_they_are() -> None:
    """A game that offers no rulebook has no questions to answer."""
    assert in_force({"keep_impossible": "no"}) == {"keep_impossible": "no"}


HEAD = 'schema = 1\n[[section]]\nid = "one"\ntitle = "One"\n'
ENTRY = '[[section.entry]]\nid = "first"\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("schema = 1\nsection = what", "line 2"),
        ("schema = 2\nsection = []", "schema"),
        ('schema = 1\n[[section]]\nid = "one"\n', r"section\.1\.title"),
        (HEAD + ENTRY, r"section\.1\.entry\.1.*either `text`, or `setting` and `by`"),
        (HEAD + ENTRY + 'text = "A."\nsetting = "x"\nby.y = "B."\n', "either `text`"),
        (HEAD + ENTRY + 'by.y = "B."\n', "either `text`"),
        (HEAD + ENTRY + 'text = "A."\nruled = true\n', r"section\.1\.entry\.1\.ruled"),
        (HEAD + ENTRY + 'text = "A."\nrules = ["9z9"]\n', r"rules\.1"),
        (HEAD + '[[section.entry]]\nid = "First One"\ntext = "A."\n', r"entry\.1\.id"),
    ],
)
def test_a_broken_file_is_told_with_its_place(text: str, words: str) -> None:
    """The fault names the file, the entry and what is wrong there."""
    with pytest.raises(VariantError, match=rf"(?s)^mine/rules\.toml: .*{words}"):
        read_rules("mine/rules.toml", text)


def rules(text: str) -> RulesText:
    """Return a whole file from the sections after its first line."""
    return read_rules("mine", f"schema = 1\n{text}")


def test_shared_entries_follow_a_section_s_own() -> None:
    """They come under the numbers that the section gives them."""
    pool = rules('[[section]]\nid = "pool"\ntitle = "P"\n' + ENTRY + 'text = "Shared."\n')
    own = rules(
        '[[section]]\nid = "one"\ntitle = "One"\nalso = ["pool"]\nalso_rules = ["1"]\n'
        '[[section.entry]]\nid = "own"\ntext = "Own."\n'
    )
    (section,) = merged("mine", own, pool)
    assert [(one.id, one.rules) for one in section.entry] == [("own", ()), ("first", ("1",))]


def test_a_missing_shared_section_is_an_error() -> None:
    """A mistyped name is told."""
    own = rules('[[section]]\nid = "one"\ntitle = "One"\nalso = ["pol"]\n')
    with pytest.raises(VariantError, match="section 'one': nothing shared is called 'pol'"):
        merged("mine", own, rules("section = []"))


def test_an_id_stands_once() -> None:
    """Two entries of one name, even in two sections, are an error."""
    section = '[[section]]\nid = "one"\ntitle = "One"\n' + ENTRY + 'text = "A."\n'
    with pytest.raises(VariantError, match="two entries are called 'first'"):
        merged("mine", rules(section + section), rules("section = []"))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"removals": "never"}, "rule 'unit-removals': no words for removals = 'never'"),
        ({"winters": ""}, "rule 'winter-deadline': no words for winters = ''"),
    ],
)
def test_a_value_without_words_is_an_error(settings: dict[str, str], words: str) -> None:
    """A rule that cannot be told is never left out."""
    with pytest.raises(VariantError, match=words):
        rules_as_played("republic", load_board("republic"), {**defaults("republic"), **settings})


def test_a_figure_that_nobody_gives_is_an_error() -> None:
    """A mistyped placeholder is told with its entry."""
    own = read_rules("mine", HEAD + ENTRY + 'text = "It costs {prize}."\n')
    sections = merged("mine", own, rules("section = []"))
    with pytest.raises(VariantError, match="mine: rule 'first': no figure for 'prize'"):
        told("mine", sections, load_board("standard"), {})


def paragraphs(chapters: tuple[Chapter, ...]) -> list[Paragraph]:
    """Return all paragraphs in order."""
    return [one for chapter in chapters for one in chapter.paragraphs]


def test_what_the_rules_leave_open_is_marked() -> None:
    """The readings of Republic are rulings, and a player can tell them from the printed rules."""
    board = load_board("republic")
    found = {
        one.id: one for one in paragraphs(rules_as_played("republic", board, defaults("republic")))
    }
    assert found["under-attack"].ruling
    assert not found["attack-bridge"].ruling
    assert sum(one.ruling for one in found.values()) >= 40
    assert (found["payment-publicity"].setting, found["payment-publicity"].value) == (
        "payments",
        "public",
    )
