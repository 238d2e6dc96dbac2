"""What the pages say at a glance, in every phase kind and number."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.interpret.canonical import read_canonical
from gm.report import mails
from gm.report.reply_form import BLANK, examples, reply_form
from gm.report.season_page import season_page
from gm.report.slots import headline
from gm.report.views import ReadLine, StatusView
from gm.rules.board import PowerId
from gm.rules.phases import Phase
from tests.report.play import Play
from tests.report.scenes import played


@pytest.mark.parametrize(
    ("units", "lacking", "words"),
    [
        (3, 0, "All 3 of your units have orders."),
        (2, 0, "Both of your units have orders."),
        (1, 0, "Your unit has its order."),
        (0, 0, "You have no unit to order."),
        (1, 1, "Your unit has no order yet: it will hold."),
        (3, 1, "1 of your 3 units has no order yet: it will hold."),
        (3, 2, "2 of your 3 units have no order yet: they will hold."),
        (3, 3, "None of your 3 units has an order yet: they will hold."),
    ],
)
def test_a_receipt_tells_at_a_glance_what_is_missing(units: int, lacking: int, words: str) -> None:
    """One sentence says whether everything is in, and what happens if not."""
    state = played("standard", 0).state
    own = state.units_of(PowerId("FRANCE"))[:units]
    position = replace(state, units=own)
    slots = tuple(str(unit) for unit in own[:lacking])
    assert headline(position, PowerId("FRANCE"), slots) == words


@pytest.mark.parametrize(
    ("slots", "words"),
    [
        ((), "Your winter orders are complete."),
        (("build",), "Your orders leave room to build one more unit."),
        (("build", "build"), "Your orders leave room to build two more units."),
        (
            ("removal",),
            "You still have 1 removal to order: what you do not name is removed by rule.",
        ),
    ],
)
def test_a_winter_receipt_counts_builds_and_removals(slots: tuple[str, ...], words: str) -> None:
    """Winter has no units to order but lists to fill."""
    state = replace(played("standard", 0).state, phase=Phase.parse("W1901A"))
    assert headline(state, PowerId("FRANCE"), slots) == words


def test_a_receipt_says_when_points_run_short() -> None:
    """Republic 6: a list that the budget cannot cover is no complete one."""
    play = played("republic", 0)
    dear = mails.receipt(
        play.receipt("ULSTER", "B A BeS; B F BeN; B BRIDGE BeN-BeS; PAY 1 BRITAIN")
    )
    assert "1 POINT MORE THAN YOU HAVE" in dear.text
    assert dear.subject.endswith("1 point short")
    cheap = mails.receipt(play.receipt("ULSTER", "B A BeS; B F BeN; B BRIDGE BeN-BeS"))
    assert "With all of these orders 0 points would be left over." in cheap.text
    assert cheap.subject.endswith("complete")


def test_a_receipt_counts_builds_beyond_the_centres() -> None:
    """A winter of standard Diplomacy has as many builds as centres without units."""
    view = played("standard", 0).receipt("FRANCE", "B A PAR; B A MAR; B F BRE")
    winter = replace(view.state, phase=Phase.parse("W1901A"), units=view.state.units[:0])
    many = replace(view, state=replace(winter, centres=dict(list(winter.centres.items())[:0])))
    receipt = mails.receipt(many)
    assert "YOU ORDER 3 BUILDS MORE THAN YOU HAVE: THE LAST THREE ARE VOID." in receipt.text
    assert receipt.subject.endswith("3 orders too many")


def test_a_receipt_counts_removals_beyond_what_is_due() -> None:
    """A power that must take off one unit and names two hears which of them stays."""
    view = played("standard", 0).receipt("FRANCE", "D A PAR; D A MAR")
    centres = {place: who for place, who in view.state.centres.items() if place != "BRE"}
    winter = replace(view.state, phase=Phase.parse("W1901A"), centres=centres)
    receipt = mails.receipt(replace(view, state=winter))
    assert "YOU ORDER 1 REMOVAL MORE THAN YOU HAVE: THE LAST IS VOID." in receipt.text


def test_an_army_that_cannot_walk_there_is_warned() -> None:
    """A move that only a convoy can carry says so in its receipt."""
    view = played("standard", 0).receipt("ENGLAND", "A LVP - NWY; F LON - NTH; F EDI H")
    text = " ".join(mails.receipt(view).text.split())
    assert text.count("It cannot walk there: it needs a convoy, or it holds.") == 1


def test_points_that_are_hoped_for_are_told_as_such() -> None:
    """Republic 8: what the other side must confirm is not counted on in silence."""
    play = played("republic", 0)
    receipt = play.receipt("ULSTER", "B A BeS; B F BeN; B BRIDGE BeN-BeS; RECEIVE 3 BRITAIN")
    text = " ".join(mails.receipt(receipt).text.split())
    assert "3 points would be left over, once the 3 points you are to receive are paid" in text


def test_a_removal_that_has_no_effect_frees_no_points() -> None:
    """Republic 6: units go only while the upkeep exceeds the budget, unless the game says so."""
    needed, free = Play("republic"), Play("republic", {"removals": "free"})
    for play, left in ((needed, 0), (free, 7)):
        play.resolve({"ULSTER": "B A BeS; B F BeN"})
        play.resolve({})
        play.resolve({})
        receipt = mails.receipt(play.receipt("ULSTER", "D A BeS; B BRIDGE BeN-BeS"))
        assert f"With all of these orders {left} points would be left over." in receipt.text


def test_a_payment_that_costs_a_unit_says_so() -> None:
    """Republic 6: what cannot be kept after the payments is removed."""
    play = Play("republic")
    play.resolve({"ULSTER": "B A BeS; B F BeN"})
    play.resolve({})
    play.resolve({})
    text = " ".join(mails.receipt(play.receipt("ULSTER", "PAY 9 BRITAIN")).text.split())
    assert "After these payments you cannot keep what you have: you are 3 points short" in text
    assert "STILL WITHOUT" not in text


def test_status_knows_what_the_receipt_knows() -> None:
    """STATUS calls no list complete that the points do not cover."""
    view = played("republic", 0).receipt(
        "ULSTER", "B A BeS; B F BeN; B BRIDGE BeN-BeS; PAY 1 BRITAIN"
    )
    status = mails.status(
        StatusView(view.game, view.power, view.state, view.due, view.orders, view.zone, view.now)
    )
    assert "1 POINT MORE THAN YOU HAVE" in status.text
    assert status.subject.endswith("not complete")


def test_a_mail_that_changes_nothing_says_so() -> None:
    """Sending the same orders again is told to have had no effect."""
    view = played("standard", 0).receipt("FRANCE", "A PAR H; A MAR H; F BRE H", changed=())
    assert "changed nothing" in mails.receipt(view).text


@pytest.mark.parametrize("variant", ["standard", "republic"])
@pytest.mark.parametrize("phases", [0, 1, 2])
def test_every_example_is_an_order_of_that_power(variant: str, phases: int) -> None:
    """What a mail gives as an example reads back, and the rules take it as it stands."""
    play = played(variant, phases)
    board, state = play.rules.board_in(play.state), play.state
    for power in board.powers:
        texts = examples(board, state, power)
        orders = [
            read_canonical(
                text.replace("Build bridge", "B BRIDGE").replace("Build", "B"),
                board,
                state.phase.kind,
            )
            for text in texts
        ]
        checks = play.rules.check(state, power, orders)  # type: ignore[arg-type]
        assert [one.refused for one in checks] == [None] * len(orders)


@pytest.mark.parametrize("variant", ["standard", "republic"])
@pytest.mark.parametrize("phases", [0, 1, 2])
def test_an_untouched_form_line_holds_blanks(variant: str, phases: int) -> None:
    """Every line of the form is known by its underscores; who is not asked gets none."""
    play = played(variant, phases)
    board, due = play.rules.board_in(play.state), play.due()
    for power in board.powers:
        lines = reply_form(board, play.state, due, power)
        assert all(BLANK in line for line in lines)
        assert bool(lines) == (power in due.asked)


def test_a_player_reads_his_own_fate_first() -> None:
    """What happened to the reader stands above everything else."""
    text = mails.season_report(played("standard", 2).season("GERMANY")).text
    own = text.index("WHAT HAPPENED TO YOU")
    assert own < text.index("Austria")
    assert "Army Munich holds - DISLODGED" in text
    assert "Germany (" not in text


def test_late_powers_are_named() -> None:
    """Everybody reads who sent nothing; the late player reads that it was he."""
    play = Play("republic")
    play.resolve({"ULSTER": "B A BeS"})
    mine = season_page(play.season("MUNSTER"))
    public = season_page(play.season(None))
    assert mine.late.startswith("You had no orders standing. No orders came from Leinster")
    assert public.late == "No orders came from Munster, Leinster, Connaught and Britain."


def test_a_subject_has_one_tag_and_the_next_deadline() -> None:
    """Subjects carry the game, the open phase and its deadline, and no name of a player."""
    report = mails.season_report(played("republic", 1).season("MUNSTER"))
    assert report.subject == (
        "[meadow S1016M] Results of Winter 1015; orders due Fri 27 Nov 20:00 UTC"
    )


def test_nobody_is_asked_twice_what_he_meant() -> None:
    """A message that names the candidates itself is not followed by them."""
    asked = ReadLine("A Kery - Clare", "There is no Kery. Did you mean Kerry?", ("Kerry",))
    bare = ReadLine("A Kery - Clare", "There is no Kery.", ("Kerry",))
    for line in (asked, bare):
        view = played("republic", 1).receipt("MUNSTER", "A CoC - Ker", problems=(line,))
        text = " ".join(mails.receipt(view).text.split())
        assert text.count("Did you mean Kerry?") == 1


def test_an_opening_names_the_rulebook_in_force() -> None:
    """Republic 1: its rules begin with the rulebook, which a GM may have chosen otherwise."""
    for options, words in (({}, "the rules of 1971"), ({"profile": "datc"}, "DATC 3.2")):
        text = mails.opening(Play("republic", options).opening("MUNSTER")).text
        rules = " ".join(text[text.index("HOW IT IS PLAYED") :].split())
        assert rules.startswith("HOW IT IS PLAYED - It is Diplomacy by ")
        assert words in rules.partition(" with what follows")[0]


def test_an_opening_lists_every_setting_with_its_value() -> None:
    """Those a GM chose and those he left alone."""
    text = mails.opening(Play("standard", {"paradox": "1971"}).opening("FRANCE")).text
    for line in ("profile = datc", "paradox = 1971", "convoy_routes = profile"):
        assert f"\n- {line}. " in text


def test_help_speaks_of_payments_only_where_there_are_any() -> None:
    """Standard Diplomacy has no points to pay."""
    assert "payments" not in mails.help_text(Play("standard").game()).text
    assert "payments" in mails.help_text(Play("republic").game()).text
