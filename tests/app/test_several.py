"""One mail of a player with several powers: whose each line is, and one answer for all."""

from __future__ import annotations

import pytest

from gm.app.records import InboxState
from tests.app.irish import forget, in_autumn, irish
from tests.app.world import World, text_of


def _told(world: World, who: str = "ann") -> str:
    """The one mail that the player was sent, as one line."""
    (mail,) = world.new_mail(who)
    return " ".join(text_of(mail).split())


def test_headings_say_whose_orders_follow(world: World) -> None:
    """A name with a colon, in capitals, in brackets; each power's book has its own."""
    in_autumn(world)
    body = "[Norway]\nA Nwy - Fin\n\nFrance:\nA Par - Bur\nF Bre - Eng\n\nSWEDEN\nA Swe H"
    assert world.mail("ann", body).state is InboxState.DONE
    assert world.orders("norway") == []
    assert world.orders("france") == ["A PAR - BUR", "F BRE - ENG"]
    assert world.orders("sweden") == ["A SWE H"]
    text = _told(world)
    assert "France, Norway and Sweden: one mail, 3 receipts" in text
    assert "== FRANCE: receipt 1" in text
    assert "! A Nwy - Fin" in text


def test_a_unit_tells_whose_order_it_is(world: World) -> None:
    """Without any heading each order goes to the power that has the unit."""
    in_autumn(world)
    world.mail("ann", "A Par - Bur\nA Swe H\nA Nwy H\nA Mar S A Par - Bur")
    assert world.orders("france") == ["A PAR - BUR", "A MAR S A PAR - BUR"]
    assert world.orders("sweden") == ["A SWE H"]
    assert world.orders("norway") == ["A NWY H"]
    assert "Receipts for 3 powers" not in _told(world)


def test_a_removal_sent_ahead_is_of_the_power_whose_unit_it_is(world: World) -> None:
    """It is not taken for the first power, whose army might come there yet; else it is asked."""
    in_autumn(world)
    world.mail("ann", "Remove A Swe")
    text = _told(world)
    assert "Sweden: receipt" in text
    assert "Remove Army Sweden" in text
    world.mail("ann", "Remove A Bur")
    assert "It may be an order of France, Norway or Sweden." in _told(world)


def test_an_impossible_first_piece_is_refused_to_the_power_whose_home_it_is(world: World) -> None:
    """Ann's other powers have their pieces; the one that chooses hears why hers cannot be."""
    irish(world, hands={"ann": ("Austria", "France", "Switzerland"), "bob": ("Italy",)})
    world.new_mail("ann")
    world.mail("ann", "F Switzerland")
    text = _told(world)
    assert "Switzerland: receipt 1" in text
    assert "Your pieces stand already" not in text


def test_what_may_be_several_powers_is_asked_about(world: World) -> None:
    """A gift names no unit: it is taken for nobody, and the receipt says how to write it."""
    in_autumn(world)
    world.mail("ann", "A Par - Bur\nGive Italy 2 points")
    assert world.orders("france") == ["A PAR - BUR"]
    text = _told(world)
    assert "NOT TAKEN ! Give Italy 2 points" in text
    assert "It may be an order of France, Norway or Sweden." in text
    world.mail("ann", "A Par - Bur\nA Swe H\nGive Italy 2 points")
    assert "LINES THAT WERE TAKEN FOR NONE OF YOUR POWERS ! Give Italy 2 points" in _told(world)
    world.mail("ann", "Sweden:\nGive Italy 2 points")
    assert world.orders("sweden") == ["A SWE H", "GIVE ITALY 2"]


@pytest.mark.slow
def test_the_subject_decides_and_the_common_report_does_not(world: World) -> None:
    """What could be several powers' is the one's that the subject names; the report is for all."""
    in_autumn(world)
    world.mail("ann", "Give Italy 2 points", subject="Norway")
    assert world.orders("norway") == ["GIVE ITALY 2"]
    world.new_mail("ann")
    world.tick(hours=1)
    (report,) = world.new_mail("ann")
    assert "results for France, Norway and Sweden" in " ".join(text_of(report).split())
    world.mail("ann", "Give Italy 1 point", headers=f"In-Reply-To: {report['Message-ID']}\n")
    assert [world.orders(power) for power in ("france", "norway", "sweden")] == [[], [], []]
    assert "It may be an order of France, Norway or Sweden." in _told(world)


@pytest.mark.parametrize(
    ("text", "norway", "sweden"),
    [
        ("Norway: A Nwy H\nGive Italy 1 point", ["A NWY H", "GIVE ITALY 1"], []),
        ("Norway: A Nwy H\n\nGive Italy 1 point", ["A NWY H", "GIVE ITALY 1"], []),
        ("Norway: give Spain 1 point\nGive Italy 1 point", ["GIVE SPAIN 1", "GIVE ITALY 1"], []),
        ("A Nwy H\nGive Italy 1 point", ["A NWY H"], []),
        ("A Swe H\nGive Italy 1 point", [], ["A SWE H", "GIVE ITALY 1"]),
    ],
)
def test_an_answer_to_one_power_s_mail_may_name_another(
    world: World, text: str, norway: list[str], sweden: list[str]
) -> None:
    """What stands below another's name, or another's order, is not for the one that is answered."""
    in_autumn(world)
    world.mail("ann", text, subject="Re: [tara F1974M] Sweden receipt 1")
    assert (world.orders("norway"), world.orders("sweden")) == (norway, sweden)


def test_a_bad_line_goes_to_the_power_whose_unit_it_names(world: World) -> None:
    """It is told among that power's orders, not among others'."""
    in_autumn(world)
    world.mail("ann", "A Par - Bur\nA Swe - Por")
    text = _told(world)
    france, sweden = text.index("== FRANCE"), text.index("== SWEDEN")
    assert france < sweden < text.index("! A Swe - Por")


def test_orders_under_a_strangers_name_are_not_taken(world: World) -> None:
    """A power of another player is no power of his, even if the lines could be read."""
    in_autumn(world)
    world.mail("ann", "France:\nA Par - Bur\nItaly:\nA Mar H")
    assert world.orders("france") == ["A PAR - BUR"]
    assert "It stands under the name of Italy, which you do not play." in _told(world)


def test_one_answer_tells_how_all_powers_stand(world: World) -> None:
    """STATUS is answered for all, under a heading for that power alone."""
    in_autumn(world)
    world.mail("ann", "STATUS")
    text = _told(world)
    assert "What the server has of France, Norway and Sweden" in text
    world.mail("ann", "Sweden:\nSTATUS")
    assert "What the server has of Sweden" in _told(world)
    world.mail("ann", "STATUS", subject="about Norway")
    assert "What the server has of Norway" in _told(world)


def test_the_form_of_a_status_is_read_as_it_is_sent(world: World) -> None:
    """Headings included, filled in for two powers."""
    in_autumn(world)
    world.mail("ann", "STATUS")
    form = [
        line.strip()
        for line in text_of(world.new_mail("ann")[0]).splitlines()
        if "____" in line or line in ("  France:", "  Norway:", "  Sweden:")
    ]
    assert form[0] == "France:"
    filled = [
        line.replace("A NWY ____", "A NWY H").replace("A SWE ____", "A SWE H") for line in form
    ]
    world.mail("ann", "\n".join(filled))
    assert world.orders("norway") == ["A NWY H"]
    assert world.orders("sweden") == ["A SWE H"]
    assert world.orders("france") == []


def test_first_pieces_of_two_powers(world: World) -> None:
    """The choice of pieces comes in one mail, too, and the coast is told."""
    irish(world)
    world.new_mail("bob")
    world.new_mail("ann")
    world.mail("ann", "F NWY\nA SWE")
    assert world.orders("norway") == ["F NWY"]
    assert world.orders("sweden") == ["A SWE"]
    assert "Norway and Sweden: one mail, 2 receipts" in _told(world)


def test_lists_are_taken_back_by_power(world: World) -> None:
    """One power's gifts go, the other's stay."""
    in_autumn(world)
    world.mail("ann", "Norway:\nGive Italy 1 point\nSweden:\nGive Italy 1 point")
    assert world.orders("norway") == world.orders("sweden") == ["GIVE ITALY 1"]
    world.new_mail("ann")
    world.mail("ann", "Norway:\nGive Italy 2 points")
    assert world.orders("norway") == ["GIVE ITALY 2"]
    assert world.orders("sweden") == ["GIVE ITALY 1"]


@pytest.mark.slow
def test_gifts_within_one_hand(world: World) -> None:
    """They are legal, or refused when the mail is read, as the game is set."""
    in_autumn(world)
    body = "Norway:\nGive Sweden 1 point\nIf Italy is in PIE then give France 1 point"
    world.mail("ann", body)
    assert len(world.orders("norway")) == 2
    irish(world, "armagh", options={"hand_gifts": "void"})
    world.tick(hours=1)
    world.new_mail("ann")
    body += "\nGive Italy 1 point"
    world.mail("ann", body, to="gm+armagh@gm.example.org")
    assert world.orders("norway", "armagh") == ["GIVE ITALY 1"]
    text = " ".join(text_of(world.new_mail("ann")[-1]).split())
    assert "You play Sweden as well, and in this game nobody gives points" in text
    assert "You play France as well" in text


def test_receipts_are_numbered_and_coded(world: World) -> None:
    """The second mail of a player is his second receipt, whichever powers it was for."""
    in_autumn(world)
    world.mail("ann", "A Par - Bur\nA Swe H")
    world.mail("ann", "A Nwy H")
    subjects = [str(one["Subject"]) for one in world.new_mail("ann")]
    assert subjects[0].startswith("[tara F1974M] Receipts for 2 powers: France 2 orders missing; ")
    assert subjects[1] == "[tara F1974M] Norway receipt 2: complete, France not complete"


def test_one_line_may_hold_orders_of_several_powers(world: World) -> None:
    """Each order goes to the power whose unit it is, above the first name and below one."""
    in_autumn(world)
    world.mail("ann", "A Nwy H, A Swe H")
    assert (world.orders("norway"), world.orders("sweden")) == (["A NWY H"], ["A SWE H"])
    assert "not taken" not in _told(world)
    world.mail("ann", "France:\nA Par - Bur, A Nwy - NTH\nF Bre H\n")
    assert world.orders("france") == ["A PAR - BUR", "F BRE H"]
    world.new_mail("ann")
    world.mail("ann", "France:\nA Par - Bur, A Swe - Nwy\nA Mar H")
    assert world.orders("france") == ["A PAR - BUR", "F BRE H", "A MAR H"]
    assert world.orders("sweden") == ["A SWE - NWY"]


BLOCK = "If German army Ruh\nA Par - Pic\nelse\nA Par - Bur"


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    ("mail", "france", "norway"),
    [
        (f"{BLOCK}\nendif\nF Nwy - NTH", [], ["F NWY - NTH"]),
        (f"F Nwy - NTH\n{BLOCK}\nendif\nA Mar H", ["A MAR H"], ["F NWY - NTH"]),
        (f"{BLOCK}\nF Nwy - NTH", [], []),
        (f"France:\n{BLOCK}\nNorway:\nF Nwy - NTH", [], ["F NWY - NTH"]),
        ("A Mar H\nphase F1974M\nA Par - Pic\nF Nwy - NTH", ["A MAR H"], []),
        ("A Mar H\nAutumn 1974:\nA Par - Pic\nF Nwy - NTH", ["A MAR H"], []),
        ("Retreats:\nA Par - Pic\nF Nwy - NTH\nMoves:\nA Mar H", ["A MAR H"], []),
    ],
)
def test_blocks_and_headings_hold_for_all_powers(
    world: World, mail: str, france: list[str], norway: list[str]
) -> None:
    """What hangs on a condition, or is for another phase, is no order of anybody's now."""
    irish(world)
    world.mail("ann", "Norway: F Nwy")
    world.tick(hours=1)
    forget(world)
    world.mail("ann", mail)
    assert world.orders("FRANCE") == france
    assert world.orders("NORWAY") == norway


@pytest.mark.slow
def test_one_first_piece_stands_at_a_time(world: World) -> None:
    """The one chosen last, by whichever mail or numbered answer; none is void in the report."""
    irish(world, hands={"ann": ("Belgium",), "bob": ("France",)})
    world.new_mail("ann")
    world.mail("ann", "A BEL\nF BEL")
    assert world.orders("belgium") == []
    assert "Your mail chooses several pieces for Belgium" in _told(world)
    world.mail("ann", "2")
    assert world.orders("belgium") == ["F BEL"]
    world.mail("ann", "Can it be an army?")
    world.new_mail("ann")
    world.mail("ann", "3")
    assert world.orders("belgium") == ["A BEL"]
    world.mail("ann", "Make it a fleet.")
    assert world.orders("belgium") == ["F BEL"]
    world.new_mail("ann")
    world.tick(hours=1)
    assert "void" not in _told(world).casefold()


def test_talk_of_a_first_piece_is_for_the_power_that_chooses(world: World) -> None:
    """Bob's Germany has nothing to choose, so what he says of a piece is asked about for Spain."""
    irish(world)
    world.mail("bob", "A Spa")
    world.mail("bob", "Actually, make it a fleet!")
    assert world.orders("SPAIN") == ["A SPA"]
    told = " ".join(world.last_text("bob").split())
    assert "Is your first piece in Spain to be an army or a fleet?" in told


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    "last",
    [
        "Thanks all Paris isn't going anywhere",
        "Paris natürlich nicht",
        "Danke nochmal, Paris rührt sich natürlich nicht",
        "Paris only if Bob behaves",
        "--\nAnn\nParis only if Bob behaves",
        "ná bog Páras",
        "Paris was a joke",
    ],
)
def test_a_doubt_goes_to_the_order_it_names(world: World, last: str) -> None:
    """At the end of a mail for two powers it stands under the second, and speaks of an order of the first."""
    in_autumn(world)
    world.mail("ann", f"France\nA Par - Bur\nF Bre - ENG\n\nSweden\nA Swe H\n\n{last}")
    assert world.orders("france") == ["F BRE - ENG"]
    assert world.orders("sweden") == ["A SWE H"]
    assert "Answer with the number, alone on a line." in _told(world)
