"""Messages in a mail: where they begin and end, and whom their opening lines name."""

from __future__ import annotations

import pytest

from gm.games.diplomacy.language.binding.names import names_on
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import PowerId
from gm.interpret.press_blocks import (
    GREY,
    WHITE,
    Addressees,
    BlockEnd,
    Unknown,
    addressees,
    blocks_of,
    inside_closed,
    late_openings,
)

NAMES = names_on(load_board("standard"))
IRISH = names_on(load_board("irish"))


def powers(*names: str) -> tuple[PowerId, ...]:
    """Return powers by their ids."""
    return tuple(PowerId(name) for name in names)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("France, Italy and Turkey", Addressees(powers("FRANCE", "ITALY", "TURKEY"))),
        ("france & gm", Addressees(powers("FRANCE"), gm=True)),
        ("FR", Addressees(powers("FRANCE", "RUSSIA"))),
        ("E", Addressees(powers("ENGLAND"))),
        ("ALL", Addressees(everybody=True)),
        ("", Addressees(everybody=True)),
        ("ALL BUT RUSSIA", Addressees(everybody=True, but=powers("RUSSIA"))),
        (
            "everyone except for France and Italy",
            Addressees(everybody=True, but=powers("FRANCE", "ITALY")),
        ),
        ("the game master", Addressees(gm=True)),
        ("MASTER", Addressees(gm=True)),
        ("Frnace", Addressees(unknown=(Unknown("Frnace", powers("FRANCE")),))),
        ("Itly", Addressees(unknown=(Unknown("Itly", powers("ITALY")),))),
        ("Narnia", Addressees(unknown=(Unknown("Narnia"),))),
        ("Frankreich, Tuerkei", Addressees(powers("FRANCE", "TURKEY"))),
        ("bhFrainc and Rúis", Addressees(powers("FRANCE", "RUSSIA"))),
        ("Frankreisch", Addressees(unknown=(Unknown("Frankreisch", powers("FRANCE")),))),
    ],
)
def test_whom_words_name(words: str, found: Addressees) -> None:
    """Names, letters as judges have them, all, all but some, the GM; a slip names nobody."""
    assert addressees(NAMES, words) == found


def test_names_of_several_words_and_doubtful_letters() -> None:
    """On a board of many powers a name may have two words, and a letter may be several's."""
    assert addressees(IRISH, "N Africa, North Africa Spain").powers == powers(
        "NORTH_AFRICA", "SPAIN"
    )
    (unknown,) = addressees(IRISH, "S").unknown
    assert unknown.like == powers("SERBIA", "SPAIN", "SWEDEN", "SWITZERLAND")
    # Five capitals are a word, not five powers.
    assert not addressees(NAMES, "GREAT").powers


@pytest.mark.parametrize(
    ("text", "colour", "to", "said", "end"),
    [
        ("PRESS TO FR\nhi\n  there\nENDPRESS\nx", "", "FR", "hi\n  there", BlockEnd.CLOSED),
        ("PRESS\nhello\nend press", "", "", "hello", BlockEnd.CLOSED),
        ("grey press to italy: a\nb\nENDPRESS", GREY, "italy", "a\nb", BlockEnd.CLOSED),
        ("PRESS (WHITE) TO ITALY\na\nENDPRESS", WHITE, "ITALY", "a", BlockEnd.CLOSED),
        ("Gray broadcast\na\nend broadcast", GREY, "", "a", BlockEnd.CLOSED),
        ("PRESS ALL BUT ITALY\na", "", "ALL BUT ITALY", "a", BlockEnd.WITH_THE_MAIL),
        ("PRESS TO ITALY\na\nPRESS TO FRANCE\nb", "", "ITALY", "a", BlockEnd.AT_THE_NEXT),
        ("PRESS TO ITALY\nPress on!\nENDPRESS", "", "ITALY", "Press on!", BlockEnd.CLOSED),
    ],
)
def test_a_block(text: str, colour: str, to: str, said: str, end: BlockEnd) -> None:
    """Its colour, whom it names, its words as they stand, and how it ends."""
    block = next(blocks_of(NAMES, text.split("\n")))
    assert (block.colour, block.to, block.text, block.end) == (colour, to, said, end)


@pytest.mark.parametrize(
    "text",
    [
        "PRESS",
        "PRESS\nThanks, Ann",
        "Press on!",
        "Press to win, always.\nA Par - Bur",
        "Broadcast: hello",
        "Express to France\nhello\nENDPRESS",
        "ENDPRESS",
        "Pressed to France",
        "Press an Austrian attack",
        "Presse bis Freitag an Italy",
        "Die Presse von gestern an alle",
        "Presse an die Front!",
        "Scéala maith",
        "Ende der Presse",
    ],
)
def test_what_opens_no_block(text: str) -> None:
    """A word that asks for the press so far, and talk."""
    assert not [*blocks_of(NAMES, text.split("\n"))]


@pytest.mark.parametrize(
    ("head", "last", "colour", "sender", "to"),
    [
        ("PRESSE AN FRANKREICH, ITALIEN", "ENDE PRESSE", "", "", "France, Italy"),
        ("Presse an Frankreich und die Türkei", "Ende der Presse", "", "", "France and Turkey"),
        ("Graue Presse an alle außer Russland", "Presseende", GREY, "", "all but Russia"),
        ("Weisse Presse von Italien an Spielleiter:", "endpresse", WHITE, "Italy", "gm"),
        ("Rundschreiben", "Ende Rundschreiben", "", "", ""),
        ("Presse an ITALY", "ENDPRESS", "", "", "Italy"),
        ("SCÉALA CHUIG AN bhFRAINC agus an Iodáil", "DEIREADH SCÉALA", "", "", "France, Italy"),
        ("Scéala liath chuig gach duine", "Deireadh an scéil", GREY, "", "all"),
        (
            "Sceala on Ruis chuig cach seachas an Ostair",
            "Crioch sceil",
            "",
            "Russia",
            "all but Austria",
        ),
    ],
)
def test_a_block_in_another_language(
    head: str, last: str, colour: str, sender: str, to: str
) -> None:
    """Its lines are read in German and Irish, whoever writes; its text stands as it is."""
    lines = ["A Mun - Tyr", head, "Presse? Ende gut, alles gut.", "A Ber - Kie", last, "tschüss"]
    (block,) = blocks_of(NAMES, lines)
    assert (block.first, block.last, block.end) == (1, 4, BlockEnd.CLOSED)
    assert block.text == "\n".join(lines[2:4])
    assert block.colour == colour
    assert addressees(NAMES, block.to) == addressees(NAMES, to)
    assert addressees(NAMES, block.sender) == addressees(NAMES, sender)
    assert inside_closed(lines) == {1, 2, 3, 4}


def test_a_message_behind_an_order_in_another_language() -> None:
    """It is found there too, so that nobody takes its words for orders."""
    (late,) = late_openings(NAMES, ["A Ber - Kie; PRESSE AN ALLE", "A Mun - Tyr", "Ende Presse"])
    assert (late.before, late.head, late.last) == ("A Ber - Kie", "PRESSE AN ALLE", 2)


def test_several_blocks_and_what_is_inside_them() -> None:
    """Each is found by itself; what stands between them is not in them."""
    lines = "PRESS TO FRANCE\na\nENDPRESS\nA Mun - Tyr\nPRESS TO ALL\nb\nENDPRESS\nbye".split("\n")
    assert [(one.first, one.last) for one in blocks_of(NAMES, lines)] == [(0, 2), (4, 6)]
    assert inside_closed(lines) == {0, 1, 2, 4, 5, 6}


@pytest.mark.parametrize("line", ["PRESS", "PRESS TO NOBODY", "PRESS TO ITALY", "GREY PRESS", "x"])
def test_a_mail_of_nothing_but_openings_is_read_in_one_pass(line: str) -> None:
    """However many lines open a message, none is looked at for each of the others."""
    lines = [line] * 3000
    assert len([*blocks_of(NAMES, lines)]) in (0, 3000)
    assert len([*blocks_of(NAMES, [*lines, "ENDPRESS"])]) <= 3000
    assert len(inside_closed([*lines, "ENDPRESS"])) in (0, 3001)
