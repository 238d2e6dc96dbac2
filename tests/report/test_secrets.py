"""Who may see what: the list's report and other players' reports hold nothing private."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.games.diplomacy.pages.supply_points import payments_are_private
from gm.games.diplomacy.pages.views import SeasonView
from gm.games.diplomacy.rules.board import PowerId
from tests.report import mails
from tests.report.play import ZONE, Play
from tests.report.scenes import played

WINTER = {
    "CONNAUGHT": "IF A Cla DISLODGED THEN D A Cla ELSE B A GaS; "
    "IF Ker VACANT THEN B A GaW ELSE WAIVE",
    "LEINSTER": "RECEIVE 3 BRITAIN; B A DbN; B A DbS",
    "BRITAIN": "PAY 3 LEINSTER (secret oats); PAY 2 ULSTER (vain hope)",
}


def winter(reader: str | None, *, private: bool = False) -> SeasonView:
    """Return the report of a winter with payments and conditions."""
    play = Play("republic")
    play.state = played("republic", 3).state
    play.resolve(WINTER)
    view = play.season(reader)
    options = {"payments": "private"} if private else {}
    return replace(view, game=replace(view.game, options=options))


def both(view: SeasonView) -> str:
    """Return both dresses of a report."""
    mail = mails.season_report(view)
    return mail.subject + mail.text + mail.html


def test_the_list_has_no_private_section() -> None:
    """The public report speaks to nobody and holds no reply form."""
    mail = both(played("republic", 3).season(None))
    for word in ("WHAT HAPPENED TO YOU", "What happened to you", "____", "You have", "Your "):
        assert word not in mail
    assert "What happened to you" in both(played("republic", 3).season("ULSTER"))


def test_a_player_of_two_powers_sees_what_each_of_them_may_and_no_more() -> None:
    """Republic 8, private: a payment is told to its two sides, whatever else they play."""

    def told(*powers: str) -> str:
        hand = tuple(map(PowerId, powers))
        return both(replace(winter(hand[0], private=True), hand=hand)).casefold()

    assert "pay 2 points to ulster" in told("MUNSTER", "ULSTER")
    assert "pay 3 points to leinster" in told("LEINSTER", "ULSTER")
    assert "pay 3 points to leinster" not in told("MUNSTER", "ULSTER")
    assert "dislodged then" in told("MUNSTER", "CONNAUGHT")
    for words in ("pay 2", "pay 3", "dislodged then"):
        assert words not in told("MUNSTER")


def test_a_condition_is_shown_to_others_as_what_it_led_to() -> None:
    """The branch that counted is public; the other one and the condition are not."""
    assert "dislodged then" in both(winter("CONNAUGHT")).casefold()
    for reader in ("ULSTER", None):
        mail = both(winter(reader)).casefold()
        assert "build army galway south - done" in mail
        assert "dislodged then" not in mail
        assert "vacant" not in mail
        assert "disband army clare" not in mail


def test_an_unmatched_payment_is_told_to_its_two_sides() -> None:
    """Republic 8: what was not paid concerns the two powers and nobody else."""
    for reader in ("BRITAIN", "ULSTER"):
        assert "vain hope" in both(winter(reader))
    for outsider in ("MUNSTER", None):
        mail = both(winter(outsider))
        assert "vain hope" not in mail
        assert "secret oats" in mail


@pytest.mark.parametrize("reader", ["MUNSTER", "CONNAUGHT", None])
def test_private_payments_cannot_be_inferred(reader: str | None) -> None:
    """Republic 8, private: outsiders see no payment, and no figure it could be reckoned from."""
    mail = both(winter(reader, private=True))
    assert "secret oats" not in mail
    assert "pays" not in mail
    assert "are left" not in mail
    rows = [line.split() for line in mail.split("\n") if line.startswith("  Leinster  ")]
    assert ["Leinster", "20", "0", "0", "-", "-21", "-"] in rows
    # Whoever knows what Leinster has would know from a build that failed what it was not paid.
    assert "build army dublin south" not in mail.casefold()


def test_private_reports_differ_in_nothing_but_the_payment() -> None:
    """An outsider's report is the same, letter by letter, whatever was paid or offered.

    The builds are the same in both winters; only what passed hands differs.
    """
    texts = []
    for amount in ("3", "4"):
        play = Play("republic")
        play.state = played("republic", 3).state
        paid = {"BRITAIN": f"PAY {amount} LEINSTER", "LEINSTER": f"RECEIVE {amount} BRITAIN"}
        play.resolve(paid)
        view = play.season("MUNSTER")
        view = replace(view, game=replace(view.game, options={"payments": "private"}))
        texts.append(both(view))
    assert texts[0] == texts[1]


def test_an_outsider_cannot_tell_who_paid_by_what_failed() -> None:
    """Republic 8, private: a build that failed for want of points tells of a payment made."""
    texts = []
    for given in ("", "PAY 9 MUNSTER; "):
        play = Play("republic", {"payments": "private"})
        play.state = played("republic", 3).state
        orders = {"CONNAUGHT": "B A GaS", "LEINSTER": "D A Wic", "MUNSTER": "B A CoS"}
        if given:
            orders |= {
                "ULSTER": f"{given}B A BeN; B A BeS",
                "MUNSTER": "RECEIVE 9 ULSTER; B A CoS",
            }
        else:
            orders |= {"ULSTER": "B A BeN"}
        play.resolve(orders)
        texts.append(both(play.season("CONNAUGHT")))
    assert texts[0] == texts[1]


def test_the_gm_reads_everything() -> None:
    """His copy holds private payments, what was not matched, and conditions as written."""
    view = replace(winter(None, private=True), for_gm=True)
    mail = both(view)
    for words in ("secret oats", "vain hope", "Ulster gave no order that matches it"):
        assert words in mail
    assert "If Army Clare is dislodged then" in mail
    assert "Payments are private" not in mail
    rows = [line.split() for line in mail.split("\n") if line.startswith("  Leinster  ")]
    assert ["Leinster", "20", "0", "0", "+3", "-21", "2"] in rows


def test_each_side_of_a_conditional_payment_is_told() -> None:
    """Each order a condition leads to has its own verdict, and the other side reads of his."""
    play = Play("republic")
    play.state = played("republic", 3).state
    play.resolve({"CONNAUGHT": "IF A Cla DISLODGED THEN WAIVE ELSE PAY 2 ULSTER AND B A GaS"})
    own = " ".join(mails.season_report(play.season("CONNAUGHT")).text.split())
    assert (
        "* Pay 2 points to Ulster - NOT MATCHED. Ulster gave no order that matches it. "
        "* Build Army GALWAY SOUTH - done."
    ) in own
    other = " ".join(mails.season_report(play.season("ULSTER")).text.split())
    assert "- Pay 2 points to Ulster - NOT MATCHED." in other
    assert "dislodged then" not in other
    assert "Pay 2 points" not in both(play.season("MUNSTER"))


@pytest.mark.parametrize("reader", ["LEINSTER", "BRITAIN"])
def test_the_two_sides_see_a_private_payment(reader: str) -> None:
    """Those who paid and were paid read it, with their own account whole."""
    mail = both(winter(reader, private=True))
    assert "secret oats" in mail
    assert "Payments are private in this game" in mail


def test_payments_are_public_unless_the_game_says_otherwise() -> None:
    """The option decides, its default where the GM chose nothing."""
    game = played("republic", 0).game()
    assert not payments_are_private(game)
    assert payments_are_private(replace(game, options={"payments": "private"}))


def test_nobody_sees_anothers_form() -> None:
    """The reply form holds the reader's own units only."""
    play = played("standard", 1)
    for power in ("FRANCE", "GERMANY"):
        mail = mails.season_report(play.season(power)).text
        form = [line.strip() for line in mail.split("\n") if line.endswith("____")]
        own = {str(unit) for unit in play.state.units_of(PowerId(power))}
        assert {line.removesuffix(" ____") for line in form} == own


def test_a_time_zone_is_the_readers() -> None:
    """Two readers read the same deadline, each in his own zone."""
    view = played("standard", 1).season("FRANCE")
    assert ZONE in mails.season_report(view).text
    assert (
        "America/New_York; 20:00 UTC"
        in mails.season_report(replace(view, zone="America/New_York")).text
    )


def test_who_only_paid_in_private_is_one_with_who_ordered_nothing() -> None:
    """Republic 8, private: that no orders are missing of a power would tell that it paid somebody."""
    late, asked = (PowerId("ULSTER"),), (PowerId("BRITAIN"), PowerId("ULSTER"))
    secret = replace(winter(None, private=True), late=late, asked=asked)
    words = "No orders came from Britain and Ulster, or only private ones."
    assert words in " ".join(mails.season_report(secret).text.split())
    for view in (replace(secret, for_gm=True), replace(secret, game=winter(None).game)):
        text = " ".join(mails.season_report(view).text.split())
        assert "No orders came from Ulster." in text
