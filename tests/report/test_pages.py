"""What the pages say at a glance, in every phase kind and number."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from gm.contract.told import ReadLine
from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.pages.facts.standing import headline
from gm.games.diplomacy.pages.reply_form import BLANK, examples, reply_form
from gm.games.diplomacy.pages.season.season_page import season_page
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.winter.bridges import BridgePart
from tests.report import mails
from tests.report.play import Play
from tests.report.scenes import played
from tests.rules.positions import position


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
    texts = "B A BeS; B F BeN; B BRIDGE BeN-BeS; PAY 1 BRITAIN"
    dear = mails.receipt(play.receipt("ULSTER", texts, {"BRITAIN": "RECEIVE 1 ULSTER"}))
    assert "YOUR POINTS DO NOT COVER 1 ORDER: SEE BELOW." in dear.text
    assert dear.subject.endswith("1 order void")
    cheap = mails.receipt(play.receipt("ULSTER", "B A BeS; B F BeN; B BRIDGE BeN-BeS"))
    assert account(cheap.text)["Unused, forfeited"] == ["0"]
    assert "Void:" not in cheap.text
    assert cheap.subject.endswith("complete")


def account(text: str) -> dict[str, list[str]]:
    """Return the figures of a receipt's account, by their names."""
    table = text.partition("HOW YOUR WINTER WOULD END")[2].split("\n\n")[1]
    rows = (re.split(r"  +", line.strip()) for line in table.strip().split("\n"))
    return {row[0]: row[1:] for row in rows}


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


def test_an_account_is_shown_with_and_without_payments() -> None:
    """Republic 8: what the other side must confirm is told in both cases, with what follows."""
    play = played("republic", 3)
    texts = "RECEIVE 3 BRITAIN; PAY 1 ULSTER; B A DbN; B A DbS"
    mail = mails.receipt(play.receipt("LEINSTER", texts))
    assert account(mail.text) == {
        "all matched": ["none matched"],
        "Income": ["20", "20"],
        "Received": ["3", "0"],
        "Given": ["-1", "0"],
        "Budget": ["22", "20"],
        "Units": ["-21", "-14"],
        "Bridges": ["0", "0"],
        "Unused, forfeited": ["1", "6"],
    }
    every, none = mail.text.partition("If every payment is matched:")[2].split("If no payment")
    assert "Built: Army Dublin North." in every
    assert every.count("Void:") == 1
    assert none.count("Void:") == 2
    assert mail.subject.endswith("2 orders void, 2 payments not matched")


def test_a_receipt_says_which_payments_are_matched_so_far() -> None:
    """It names the amount and the partner, and nothing of what the partner ordered instead."""
    play = played("republic", 3)
    others = {"BRITAIN": "PAY 3 LEINSTER (oats); PAY 4 LEINSTER", "ULSTER": "RECEIVE 2 LEINSTER"}
    texts = "RECEIVE 3 BRITAIN; RECEIVE 3 BRITAIN; PAY 1 ULSTER"
    for mail in (
        mails.receipt(play.receipt("LEINSTER", texts, others)),
        mails.status(play.status("LEINSTER", texts, others)),
    ):
        text = " ".join(mail.text.split())
        assert text.count("Matched so far: Britain has ordered the payment.") == 1
        assert "Britain has ordered no further payment of 3 points to you." in text
        assert "Ulster has ordered no receipt of 1 point from you." in text
        assert "4 points" not in text
        assert "oats" not in mail.text + mail.html
        assert mail.subject.endswith("2 payments not matched")


def test_a_matched_payment_is_counted_on() -> None:
    """When every other half stands the list is complete if it is so with the payments."""
    play = played("republic", 3)
    texts = "RECEIVE 1 BRITAIN; B A DbN"
    hoped = mails.receipt(play.receipt("LEINSTER", texts))
    assert hoped.subject.endswith("1 order void, 1 payment not matched")
    sure = mails.receipt(play.receipt("LEINSTER", texts, {"BRITAIN": "PAY 1 LEINSTER"}))
    assert sure.subject.endswith("complete")


def test_a_conditional_order_is_told_as_what_it_comes_to() -> None:
    """Republic 9e: the autumn is over, so a receipt knows which branch counts."""
    play = played("republic", 3)
    texts = "IF A Cla DISLODGED THEN D A Cla ELSE B A GaS; IF A Cla DISLODGED THEN PAY 1 ULSTER"
    text = " ".join(mails.receipt(play.receipt("CONNAUGHT", texts)).text.split())
    assert "It comes to this: build Army Galway South." in text
    assert "It comes to nothing: the condition is not met." in text
    assert "Built: Army Galway South." in text
    assert "matched" not in text


def test_a_removal_that_has_no_effect_frees_no_points() -> None:
    """Republic 6: units go only while the upkeep exceeds the budget, unless the game says so."""
    needed, free = Play("republic"), Play("republic", {"removals": "free"})
    for play, left, subject in ((needed, "0", "1 order void"), (free, "7", "1 build open")):
        play.resolve({"ULSTER": "B A BeS; B F BeN"})
        play.resolve({})
        play.resolve({})
        receipt = mails.receipt(play.receipt("ULSTER", "D A BeS; B BRIDGE BeN-BeS"))
        assert account(receipt.text)["Unused, forfeited"] == [left]
        assert receipt.subject.endswith(subject)


def test_a_payment_that_costs_a_unit_says_so() -> None:
    """Republic 6: what cannot be kept after the payments is removed, and the rule says which."""
    play = Play("republic")
    play.resolve({"ULSTER": "B A BeS; B F BeN"})
    play.resolve({})
    play.resolve({})
    text = " ".join(mails.receipt(play.receipt("ULSTER", "PAY 9 BRITAIN")).text.split())
    assert "IF EVERY PAYMENT IS MATCHED, YOU STILL HAVE 1 REMOVAL TO ORDER" in text
    assert (
        "If every payment is matched: "
        "- Removed by rule, for want of points: Fleet Belfast North. "
        "If no payment is matched: - Nothing is built and nothing removed."
    ) in text


def test_status_knows_what_the_receipt_knows() -> None:
    """STATUS shows the same account, calls the same lists complete, and lists the same gaps."""
    play = played("republic", 0)
    for texts in (
        "B A BeS; B F BeN; B BRIDGE BeN-BeS; PAY 1 BRITAIN",
        "B A BeN; B BRIDGE BeN-BeS; B BRIDGE Ant-Dow",
        "PAY 14 BRITAIN",
        "",
    ):
        receipt = mails.receipt(play.receipt("ULSTER", texts)).text
        status = mails.status(play.status("ULSTER", texts)).text
        assert account(receipt) == account(status)
        for title in ("STILL WITHOUT AN ORDER", "HOW YOUR WINTER WOULD END"):
            parts = [
                text.partition(f"\n{title}\n")[2].split("\n\n")[0] for text in (receipt, status)
            ]
            assert parts[0] == parts[1]
        assert receipt.split("\n\n")[1].split("\nThis mail")[0] == status.split("\n\n")[1]


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
    assert "Army MUNICH holds - DISLODGED" in text
    assert "Germany (" not in text


def test_late_powers_are_named() -> None:
    """Everybody reads who sent nothing; the late player reads that it was he."""
    play = Play("republic")
    play.resolve({"ULSTER": "B A BeS"})
    mine = season_page(play.season("MUNSTER"))
    public = season_page(play.season(None))
    assert mine.late == "No orders came from Leinster, Connaught and Britain."
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
    for options, words in (({}, "the rulebook of 1971"), ({"profile": "datc"}, "DATC 3.2")):
        text = mails.opening(Play("republic", options).opening("MUNSTER")).text
        rules = " ".join(text[text.index("1. BOARD AND POWERS") :].split())
        first = rules.partition("[1; ")[0]
        assert first.startswith("1. BOARD AND POWERS - The rules of regular Diplomacy hold")
        assert words in first


def test_an_opening_lists_every_setting_with_its_value() -> None:
    """Those a GM chose and those he left alone."""
    text = mails.opening(Play("standard", {"paradox": "1971"}).opening("FRANCE")).text
    for line in ("profile = datc", "paradox = 1971", "convoy_routes = profile (any-route)"):
        assert f"\n- {line}. " in text


def test_help_speaks_of_payments_only_where_there_are_any() -> None:
    """Standard Diplomacy has no points to pay."""
    assert "payments" not in mails.help_text(Play("standard").game()).text
    assert "payments" in mails.help_text(Play("republic").game()).text


@pytest.mark.parametrize(
    ("options", "remark"), [({}, True), ({"profile": "datc"}, False), ({"profile": "1971"}, True)]
)
def test_a_needless_via_is_remarked_on(options: dict[str, str], remark: bool) -> None:
    """By the rules of 1971 an army that can walk walks, whatever it wishes (DATC 4.A.3)."""
    play = Play("republic", options)
    play.state = position("S1016M", {"MUNSTER": ["A CoC", "A CoS"]})
    view = play.receipt("MUNSTER", "A CoC - Ker VIA; A CoS - Wat VIA")
    status = play.status("MUNSTER", "A CoC - Ker VIA; A CoS - Wat VIA")
    for mail in (mails.receipt(view), mails.status(status)):
        assert mail.text.count("VIA counts for nothing here") == remark


def test_an_army_left_ashore_is_told_what_was_not_ordered() -> None:
    """No fleet at all, a chain with a gap, or a river besides: each is said as it is."""
    play = Play("republic")
    for orders, words in (
        ("A CoS - Wat", "It cannot walk there, and no fleet was ordered to convoy it."),
        ("A CoC - Wat", "No bridge links Cork Central and Waterford, and no fleet was ordered"),
        ("A CoS - Wat; F STG C A CoS - Wat", "No complete chain of fleets was ordered"),
    ):
        units = ["A CoS", "A CoC", "F STG", "F CEL", "F FAS"]
        play.state = position("S1016M", {"MUNSTER": units})
        play.resolve({"MUNSTER": orders})
        assert words in " ".join(mails.season_report(play.season("MUNSTER")).text.split())


def test_an_impossible_winter_order_that_is_kept_is_not_said_to_hold() -> None:
    """A list has no units that could hold: nothing will come of the order."""
    play = played("republic", 3)
    (order,) = play.orders("PAY 0 ULSTER")
    mail = mails.receipt(play.receipt("MUNSTER", "PAY 0 ULSTER", kept_impossible=(order,)))
    assert "nothing will come of it" in mail.text
    assert "the unit will hold" not in mail.text


def test_a_deficit_with_nothing_left_to_remove_lapses() -> None:
    """Republic 6: no debt is carried, and the receipt says so."""
    play = Play("republic")
    lost = BridgePart((), {PowerId("MUNSTER"): 3})
    play.state = position("W1016A", {"ULSTER": ["A Dow"]}, {"ULSTER": ["BeN"]}).with_part(lost)
    text = " ".join(mails.receipt(play.receipt("MUNSTER", "")).text.split())
    assert "Your income this winter is -6 points" in text
    assert "You would still be 6 points short; that lapses, and no debt is carried." in text


@pytest.mark.parametrize(
    ("texts", "words", "glance"),
    [
        ("", "Nothing is asked of you this time.", "complete"),
        (
            "B A PAR",
            "NOTHING IS ASKED OF YOU THIS TIME, SO YOUR ORDER DOES NOTHING.",
            "1 order void",
        ),
        ("B A PAR; B A MAR", "SO YOUR 2 ORDERS DO NOTHING.", "2 orders void"),
    ],
)
def test_orders_of_one_who_is_not_asked_are_void(texts: str, words: str, glance: str) -> None:
    """A power with nothing to build or remove is not told that its builds are complete."""
    view = played("standard", 0).receipt("FRANCE", texts)
    state = replace(view.state, phase=Phase.parse("W1901A"))
    mail = mails.receipt(replace(view, state=state, due=replace(view.due, asked=())))
    assert words in " ".join(mail.text.split())
    assert mail.subject.endswith(glance)
