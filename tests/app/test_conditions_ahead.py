"""Conditions on retreats and builds sent with the moves (scenario 31): settled when they open."""

from __future__ import annotations

import pytest

from gm.app.keeping.audit import audit
from gm.app.overriding.correcting import CorrectionWish, correct
from gm.app.overriding.order_desk import clear_orders, set_orders
from gm.app.overriding.replaying import rebuild
from gm.app.overviews.queries import orders_of
from gm.games.diplomacy.stored import load_state
from tests.app.kept import kept
from tests.app.world import World, text_of


def plain(text: str) -> str:
    """Return a mail as one line."""
    return " ".join(text.split())


@pytest.fixture
def autumn(world: World) -> World:
    """Autumn 1901: France is beside Spain, Portugal and Belgium; Austria before Venice."""
    in_autumn(world)
    return world


@kept
def in_autumn(world: World) -> None:
    """Play the spring, and order the attack on Venice."""
    world.start(variant="standard")
    world.mail("FRANCE", "A Mar - Spa\nA Par - Pic\nF Bre - MAO")
    world.mail("AUSTRIA", "A Vie - Tyr")
    world.tick(hours=1, seconds=5)
    world.mail("AUSTRIA", "A Tyr - Ven\nF Tri S A Tyr - Ven")
    for who in ("FRANCE", "ITALY", "AUSTRIA"):
        world.new_mail(who)


def opened(world: World, name: str) -> None:
    """Let the open phase be resolved, and the one of that name open."""
    world.tick(hours=1, seconds=5)
    phase = world.phase()
    assert phase is not None
    assert phase.name == name


BUILDS = [
    ("If I own Bel then build A Par else build F Bre", ["B A PAR"]),
    ("If Germany owns Bel then build A Par else build F Bre", ["B F BRE"]),
    ("If A Pic succeeded and Spain is mine then build A Mar", ["B A MAR"]),
    ("If A Pic failed then build A Mar", []),
    ("Unless England is in the English Channel build A Par", ["B A PAR"]),
    (
        "If Tri is dislodged then build A Mar else build A Par and build F Bre",
        ["B A PAR", "B F BRE"],
    ),
    ("If I own Bel\nbuild A Par\nelse\nbuild F Bre\nendif", ["B A PAR"]),
    ("phase F1901B\nif french army bel\nbuild A Mar\nendif", ["B A MAR"]),
]


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("line", "entered"), BUILDS)
def test_a_build_on_a_condition(autumn: World, line: str, entered: list[str]) -> None:
    """What the autumn makes of it enters the winter; the receipt says which branch counts."""
    autumn.mail("AUSTRIA", "A Tyr H\nF Tri H")
    autumn.mail("FRANCE", f"A Spa H\nA Pic - Bel\nF MAO - Por\n{line}")
    told = plain(autumn.last_text("FRANCE"))
    assert "FOR WINTER 1901, KEPT UNTIL THEN" in told
    opened(autumn, "W1901A")
    assert autumn.orders("FRANCE") == entered
    report, receipt = autumn.new_mail("FRANCE")
    told = plain(text_of(receipt))
    assert ("what follows" in told) == bool(entered)
    assert ("so this orders nothing" in told) == (not entered)
    assert ("The orders you sent ahead" in plain(text_of(report))) == bool(entered)
    assert [fault for check in audit(autumn.services) for fault in check.findings] == []
    assert rebuild(autumn.services, "tara").difference == ""


def test_a_branch_that_cannot_be_is_told_and_asked_for(autumn: World) -> None:
    """Marseilles turns out to be occupied: the build there is left out, and asked for."""
    autumn.mail("AUSTRIA", "A Tyr H\nF Tri H")
    autumn.mail("FRANCE", "A Spa - Mar\nA Pic - Bel\nIf I own Bel then build A Mar else waive")
    opened(autumn, "W1901A")
    assert autumn.orders("FRANCE") == []
    told = plain(text_of(autumn.new_mail("FRANCE")[-1]))
    assert "CANNOT BE CARRIED OUT" in told
    assert "Marseilles" in told


def test_of_a_branch_only_what_cannot_be_is_left_out(autumn: World) -> None:
    """Marseilles is occupied, Paris is not: one is told, the other stands."""
    autumn.mail("AUSTRIA", "A Tyr H\nF Tri H")
    autumn.mail(
        "FRANCE", "A Spa - Mar\nA Pic - Bel\nIf I own Bel then build A Mar and build A Par"
    )
    opened(autumn, "W1901A")
    assert autumn.orders("FRANCE") == ["B A PAR"]
    told = plain(text_of(autumn.new_mail("FRANCE")[-1]))
    assert "Build Army Paris" in told
    assert "CANNOT BE CARRIED OUT" in told


def test_a_removal_on_a_condition(autumn: World) -> None:
    """Italy loses Venice; what was to go then is ordered, and nothing is asked of it."""
    autumn.mail(
        "ITALY", "If A Ven is dislodged then A Ven R Tus\nIf Austria owns Ven remove A Rom"
    )
    opened(autumn, "F1901R")
    assert autumn.orders("ITALY") == ["A VEN R TUS"]
    opened(autumn, "W1901A")
    assert autumn.orders("ITALY") == ["D A ROM"]
    reminded = plain(text_of(autumn.new_mail("ITALY")[-2]))
    assert "The orders you sent ahead for Winter 1901 count already" in reminded


RETREATS = [
    ("If Austria is in Tyr then A Ven R Pie else A Ven R Tus", ["A VEN R TUS"]),
    ("If A Ven is dislodged then A Ven R Tus else A Ven R Apu", ["A VEN R TUS"]),
    ("A Ven R Apu if A Rom failed", []),
    ("A Ven R Apu if A Rom succeeded", ["A VEN R APU"]),
    ("Unless Rom is vacant A Ven R Rom else A Ven R Apu", ["A VEN R APU"]),
    (
        "phase F1901R\nif austrian army tyr\n A Ven - Pie\nelse\n A Ven - Apu\nendif",
        ["A VEN R APU"],
    ),
    ("Retreats:\nA Ven - Tus", ["A VEN R TUS"]),
    ("Retreats and builds:\nIf Rom is vacant then A Ven D\nRemove F Nap", ["D A VEN"]),
]


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("line", "entered"), RETREATS)
def test_a_retreat_on_a_condition(autumn: World, line: str, entered: list[str]) -> None:
    """Who stands where when all have moved is what it is judged by, and how the moves went."""
    autumn.mail("ITALY", f"A Ven H\nA Rom - Nap\nF Nap - ION\n{line}")
    told = plain(autumn.last_text("ITALY"))
    assert "FOR AUTUMN 1901 RETREATS, KEPT UNTIL THEN" in told
    assert "was not taken" not in told
    opened(autumn, "F1901R")
    assert autumn.orders("ITALY") == entered
    told = plain(text_of(autumn.new_mail("ITALY")[-1]))
    assert ("has its order" in told) == bool(entered)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("ahead", "asked"),
    [("If Rom is vacant then A Ven R Rom else A Ven R Tus", False), ("F Nap R Apu", True)],
)
def test_only_what_is_open_is_asked_for(world: World, ahead: str, asked: bool) -> None:
    """By the mail that opens the retreats, by STATUS, and by the reminder."""
    day = 86400
    lengths = {"movement": 3600, "retreat": 3 * day, "adjustment": 3600, "remind": day}
    world.start(variant="standard", lengths=lengths)
    world.mail("AUSTRIA", "A Vie - Tyr")
    world.tick(hours=1, seconds=5)
    world.mail("AUSTRIA", "A Tyr - Ven\nF Tri S A Tyr - Ven")
    world.mail("ITALY", f"A Ven H\nA Rom H\n{ahead}")
    world.new_mail("ITALY")
    opened(world, "F1901R")
    told = plain(text_of(world.new_mail("ITALY")[0]))
    assert ("count already" in told) is not asked
    world.mail("ITALY", "STATUS")
    told = plain(world.last_text("ITALY"))
    assert ("STILL WITHOUT AN ORDER" in told) is asked
    assert ("Army Venice retreats to Tuscany" in told) is not asked
    world.new_mail("ITALY")
    world.tick(days=2, hours=1)
    reminders = [str(one["Subject"]) for one in world.new_mail("ITALY")]
    assert len(reminders) == asked, reminders


def test_a_disband_on_a_condition_reads_as_one(autumn: World) -> None:
    """In a retreat units are disbanded, in a winter removed."""
    autumn.mail("ITALY", "Retreats:\nIf Rom is vacant then A Ven D")
    told = plain(autumn.last_text("ITALY"))
    assert "If Rome is vacant then disband Army Venice." in told


def test_the_retreat_of_several_units_takes_several_lines(autumn: World) -> None:
    """A condition over two units has no place in a book that is kept unit by unit."""
    autumn.mail("ITALY", "If Austria is in Tyr then A Ven R Pie else A Rom R Tus")
    told = plain(autumn.last_text("ITALY"))
    assert "the retreats of several units" in told


def test_a_condition_on_deeds_is_refused(autumn: World) -> None:
    """It could never be met in a winter, and its else would always count."""
    autumn.mail("FRANCE", "If Germany attacks Bel then build A Par else build F Bre")
    assert "is asked only of moves" in plain(autumn.last_text("FRANCE"))
    opened(autumn, "F1901R")
    opened(autumn, "W1901A")
    assert autumn.orders("FRANCE") == []


def test_in_its_own_phase_nothing_hangs_on_a_condition(autumn: World) -> None:
    """The answer says that it is known by now, and what to write."""
    autumn.mail("AUSTRIA", "A Tyr H\nF Tri H")
    autumn.mail("FRANCE", "A Spa H\nA Pic - Bel\nF MAO - Por")
    opened(autumn, "W1901A")
    autumn.mail("FRANCE", "If I own Bel then build A Par")
    assert "what they ask is known by now" in plain(autumn.last_text("FRANCE"))


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("A Ven R Rom, Tus, Apu", "A TUS"),
        ("If A Rom failed then A Ven R Apu else A Ven R Tus", "A TUS"),
        ("If A Ven failed then A Ven R Apu else A Ven R Tus", "A APU"),
    ],
)
def test_a_corrected_autumn_has_its_retreats(autumn: World, line: str, where: str) -> None:
    """Retreats that nobody needed at first are used where a correction dislodges the unit."""
    autumn.mail("AUSTRIA", "A Tyr H\nF Tri H")
    autumn.mail("ITALY", f"A Ven H\nA Rom H\nF Nap H\n{line}")
    opened(autumn, "W1901A")
    wish = CorrectionWish(orders={"Austria": ["A Tyr - Ven", "F Tri S A Tyr - Ven"]})
    correct(autumn.services, "tara", "F1901M", wish, sure=True, reason="misread")
    phase = autumn.phase()
    assert phase is not None
    assert phase.name == "W1901A"
    units = {str(unit) for unit in load_state(phase.state).units if unit.power == "ITALY"}
    assert units == {where, "A ROM", "F NAP"}
    assert rebuild(autumn.services, "tara").difference == ""


def test_the_gm_enters_what_a_player_could_send(autumn: World) -> None:
    """Retreat lists and conditions go ahead; the player reads it, and they are used."""
    autumn.mail("ITALY", "A Ven H\nA Rom H\nF Nap H")
    autumn.new_mail("ITALY")
    lines = ["A Ven R Rom, Apu, else disband", "If Austria owns Ven then remove F Nap"]
    book = set_orders(autumn.services, "tara", "Italy", lines, "by phone")
    assert book.standing == ("A VEN H", "A ROM H", "F NAP H")
    assert book.ahead == (
        "A VEN R ROM",
        "A VEN R APU",
        "D A VEN",
        "IF AUSTRIA OWNS VEN THEN D F NAP",
    )
    assert "Disband Army Venice" in book.entered
    told = plain(autumn.last_text("ITALY"))
    assert "Sent ahead for later: A VEN R ROM; A VEN R APU" in told
    listed = [one.order for one in orders_of(autumn.services, "tara", power="ITALY")]
    assert "A VEN R APU" in listed
    opened(autumn, "F1901R")
    assert autumn.orders("ITALY") == ["A VEN R APU"]
    opened(autumn, "W1901A")
    assert autumn.orders("ITALY") == ["D F NAP"]


def test_the_gm_takes_back_what_was_sent_ahead(autumn: World) -> None:
    """Retreats and conditions, too, if he says so."""
    autumn.mail("ITALY", "A Ven R Apu\nIf Austria owns Ven then remove F Nap")
    book = clear_orders(autumn.services, "tara", "Italy", "at his wish", ahead=True)
    assert set(book.gone) == {"A VEN R APU", "IF AUSTRIA OWNS VEN THEN D F NAP"}
    assert book.ahead == ()
    opened(autumn, "F1901R")
    assert autumn.orders("ITALY") == []


def test_a_list_in_the_retreats_means_its_first_open_place(autumn: World) -> None:
    """Where the unit can go is known, so the receipt says which place counts, and that none follows."""
    opened(autumn, "F1901R")
    autumn.mail("ITALY", "A Ven R Tyr, Apu, Tus, else disband")
    assert autumn.orders("ITALY") == ["A VEN R APU"]
    told = plain(autumn.last_text("ITALY"))
    assert "Apulia is open, so the unit goes there." in told
    assert "two units that retreat to one place are both disbanded" in told
    autumn.mail("ITALY", "A Ven R Tyr, Rom or disband")
    assert autumn.orders("ITALY") == ["D A VEN"]
    autumn.mail("ITALY", "A Ven R Tyr, Rom")
    assert autumn.orders("ITALY") == ["D A VEN"]
    assert "No retreat was kept." in plain(autumn.last_text("ITALY"))
