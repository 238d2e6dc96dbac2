"""Winter orders mailed in autumn: kept, shown, judged again when the winter opens, and used."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from gm.app.orders.ahead import take_up
from gm.app.overviews.queries import orders_of, outcome_lines
from gm.app.play import seasons
from gm.app.play.seasons import preview, process
from gm.app.records import InboxState, PhaseRecord, PhaseStatus
from gm.app.table import rules_of, table_at
from gm.games.diplomacy.rules.board import PowerId, army_moves, fleet_moves
from gm.games.diplomacy.rules.units import UnitKind
from gm.games.diplomacy.stored import load_state
from tests.app.conftest import a_world
from tests.app.kept import kept
from tests.app.world import GM, LIST, World, text_of

OPENING = {
    "BRITAIN": "Build F Devon West\nBuild F Devon East",
    "CONNAUGHT": "Build A Galway South\nBuild F Galway West",
    "LEINSTER": "Build A Dublin North\nBuild A Dublin South",
    "MUNSTER": "Build A Cork Central\nBuild bridge linking Cork Central and Waterford",
    "ULSTER": "Build A Belfast South\nBuild F Belfast North",
}
EVERYBODY = (*OPENING, LIST, GM)
JOINT = {"winters": "joint"}


@kept
def to_autumn(world: World, **wish: object) -> None:
    """Play the opening and the spring: Munster's army crosses its bridge into Waterford."""
    world.start(**wish)
    for power, text in OPENING.items():
        world.mail(power, text)
    world.tick(hours=1)
    world.mail("MUNSTER", "A(CoC)-Wat")
    world.tick(hours=1)
    assert name_of(world.phase()) == "F1016M"
    hush(world)


def hush(world: World) -> None:
    """Pass over all mail so far."""
    for who in EVERYBODY:
        world.new_mail(who)


def name_of(phase: PhaseRecord | None) -> str:
    """Return the short name of a phase that is there."""
    assert phase is not None
    return phase.name


def ahead(world: World, power: str, phase: str = "W1016A") -> list[str]:
    """Return what is kept of a power for a later phase."""
    with world.services.store.read() as transaction:
        game = transaction.game("tara").id
        return [one.canonical for one in transaction.orders_ahead(game, phase, power)]


def plain(text: str) -> str:
    """Return a mail as one line."""
    return " ".join(text.split())


def subjects(world: World, who: str) -> list[str]:
    """Return the subjects of a reader's new mails."""
    return [str(one["Subject"]) for one in world.new_mail(who)]


@pytest.mark.slow
def test_winter_orders_are_kept_with_the_autumns(world: World) -> None:
    """One mail, two seasons: each in its book, each in its section of the receipt."""
    to_autumn(world)
    world.mail("MUNSTER", "A Wat H\n\nWinter 1016:\nBuild A CoS\nPay 3 to Ulster (toll)")
    assert world.orders("MUNSTER") == ["A Wat H"]
    assert ahead(world, "MUNSTER") == ["B A CoS", "PAY 3 ULSTER (toll)"]
    receipt = world.last_text("MUNSTER")
    assert "This mail: 3 new." in receipt
    season, _, winter = receipt.partition("FOR WINTER 1016, KEPT UNTIL THEN")
    assert "A Wat H" in season
    assert "B A CoS" in winter
    assert "You will get a receipt for them then" in plain(winter)


def test_lists_replace_lists_and_the_same_again_changes_nothing(world: World) -> None:
    """As in winter: a list takes the place of its kind alone, and twice has the effect of once."""
    to_autumn(world)
    world.mail("MUNSTER", "Build A CoS\nBuild F CoC\nPay 3 to Ulster")
    world.mail("MUNSTER", "Build A CoC")
    assert ahead(world, "MUNSTER") == ["PAY 3 ULSTER", "B A CoC"]
    hush(world)
    world.mail("MUNSTER", "Pay 3 to Ulster")
    assert "these orders stood already" in plain(world.last_text("MUNSTER"))
    assert ahead(world, "MUNSTER") == ["PAY 3 ULSTER", "B A CoC"]


@pytest.mark.slow
def test_a_list_can_be_taken_back(world: World) -> None:
    """`No payments` empties a list in autumn and in winter, and leaves the others alone."""
    to_autumn(world)
    world.mail("MUNSTER", "Build A CoS\nPay 3 to Ulster\nA Wat H")
    world.mail("MUNSTER", "Cancel my payments.")
    assert ahead(world, "MUNSTER") == ["B A CoS"]
    receipt = plain(world.last_text("MUNSTER"))
    assert "This mail: 1 withdrawn." in receipt
    assert "No longer kept: - Pay 3 points to Ulster" in receipt
    assert world.orders("MUNSTER") == ["A Wat H"]
    world.tick(hours=1)
    assert name_of(world.phase()) == "W1016A"
    world.mail("MUNSTER", "Receive 2 from Ulster\nRemove bridge CoC-Wat")
    world.mail("MUNSTER", "No removals or receipts please")
    assert world.orders("MUNSTER") == ["B A CoS"]
    assert "NO LONGER STANDING - Receive 2 points from Ulster" in plain(world.last_text("MUNSTER"))
    world.mail("MUNSTER", "No payments\nPay 1 to Ulster")
    assert world.orders("MUNSTER") == ["B A CoS", "PAY 1 ULSTER"]
    world.mail("MUNSTER", "No payments\nPay 1 to Ulster")
    assert world.orders("MUNSTER") == ["B A CoS", "PAY 1 ULSTER"]


def test_wrong_ones_are_answered_at_once(world: World) -> None:
    """What no autumn can mend is refused in the receipt, and the good lines are kept."""
    to_autumn(world)
    world.mail("MUNSTER", "Build A Kerry\nPay 3 to Munster\nBuild A CoS")
    assert ahead(world, "MUNSTER") == ["B A CoS"]
    receipt = plain(world.last_text("MUNSTER"))
    assert "2 lines of your mail were not taken" in receipt
    assert "Kerry is no home of yours" in receipt


@pytest.mark.slow
def test_spring_refuses_them_and_says_when(world: World) -> None:
    """The receipt names the season from which on they are taken."""
    world.start()
    for power, text in OPENING.items():
        world.mail(power, text)
    world.tick(hours=1)
    hush(world)
    world.mail("MUNSTER", "A(CoC)-Wat\nBuild A CoS")
    assert world.orders("MUNSTER") == ["A CoC - Wat"]
    assert "Winter orders are taken from Autumn 1016 on" in plain(world.last_text("MUNSTER"))


def test_status_and_gm_orders_show_them(world: World) -> None:
    """STATUS has the section of the receipt; `gm orders` names the phase they are for."""
    to_autumn(world)
    world.mail("MUNSTER", "Build A CoS\nA Wat H")
    hush(world)
    world.mail("MUNSTER", "STATUS")
    assert "FOR WINTER 1016, KEPT UNTIL THEN" in world.last_text("MUNSTER")
    found = [(one.phase, one.order) for one in orders_of(world.services, "tara", power="MUNSTER")]
    assert found == [("F1016M", "A Wat H"), ("W1016A", "B A CoS")]
    world.mail("MUNSTER", "Build F CoS")
    lines = orders_of(world.services, "tara", power="MUNSTER", history=True)
    assert {(one.order, one.replaced) for one in lines} == {
        ("A Wat H", False),
        ("B A CoS", True),
        ("B F CoS", False),
    }


@pytest.mark.slow
def test_the_winter_opens_with_them(world: World) -> None:
    """They enter its book, and their sender gets a receipt under the autumn's report."""
    to_autumn(world)
    world.mail("MUNSTER", "Build A CoS\nPay 3 to Ulster\nA Wat H")
    world.mail("BRITAIN", "Remove F Devon West")
    hush(world)
    world.tick(hours=1)
    assert name_of(world.phase()) == "W1016A"
    assert world.orders("MUNSTER") == ["B A CoS", "PAY 3 ULSTER"]
    report, receipt = world.new_mail("MUNSTER")
    assert "receipt 1, sent ahead" in receipt["Subject"]
    assert receipt["In-Reply-To"] == report["Message-ID"]
    assert receipt["Auto-Submitted"] == "auto-generated"
    assert "Winter 1016 has opened, with the orders you sent ahead." in plain(text_of(receipt))
    assert len(world.new_mail("ULSTER")) == 1
    world.mail("MUNSTER", "Build F CoS")
    assert world.orders("MUNSTER") == ["PAY 3 ULSTER", "B F CoS"]
    assert "Munster: receipt 2" in world.last_text("MUNSTER")
    assert world.tick(hours=1) == 1
    assert "Build Fleet CORK SOUTH - done" in world.last_text("MUNSTER")


def test_what_has_become_impossible_is_told(world: World) -> None:
    """An order that the autumn has spoilt stands no longer, and the receipt says why."""
    to_autumn(world)
    world.mail("MUNSTER", "A Wat - CoC\nBuild A CoC\nBuild A CoS\nRemove A Wat")
    hush(world)
    world.tick(hours=1)
    assert world.orders("MUNSTER") == ["B A CoS"]
    receipt = plain(world.last_text("MUNSTER"))
    assert "2 orders you sent ahead cannot be carried out: see below." in receipt
    assert "CANNOT BE CARRIED OUT ! Build Army Cork Central" in receipt


def test_both_sides_of_a_payment_sent_ahead_read_that_it_is_matched(world: World) -> None:
    """Neither receipt depends on whose orders entered the winter first (Republic 8)."""
    to_autumn(world)
    world.mail("MUNSTER", "Pay 3 to Ulster\nReceive 2 from Ulster")
    world.mail("ULSTER", "Receive 3 from Munster\nPay 2 to Munster")
    hush(world)
    world.tick(hours=1)
    assert name_of(world.phase()) == "W1016A"
    for power, other in (("ULSTER", "Munster"), ("MUNSTER", "Ulster")):
        receipt = plain(world.last_text(power))
        assert f"Matched so far: {other} has ordered the payment." in receipt
        assert f"Matched so far: {other} has ordered the receipt." in receipt
        assert "Not matched yet" not in receipt


def test_conditions_are_judged_by_the_autumn(world: World) -> None:
    """A nested conditional order sent with the moves does what the autumn makes of it."""
    to_autumn(world)
    world.mail(
        "MUNSTER",
        "A Wat - WxS\nIf A Wat succeeded then build A CoS else if Munster owns Wat and not A Wat "
        "is dislodged then build F CoS and build A CoC else remove bridge CoC-Wat",
    )
    world.tick(hours=1)
    world.tick(hours=1)
    told = plain(world.last_text("MUNSTER"))
    assert "Build Fleet CORK SOUTH - done" in told
    assert "Build Army CORK CENTRAL - done" in told


@pytest.mark.slow
def test_a_payment_of_a_power_without_units_counts(world: World) -> None:
    """A power that nothing is asked of in autumn sends its winter orders all the same."""
    world.start()
    for power, text in OPENING.items():
        world.mail(power, "Waive" if power == "BRITAIN" else text)
    world.tick(hours=1)
    world.tick(hours=1)
    assert name_of(world.phase()) == "F1016M"
    hush(world)
    world.mail("BRITAIN", "Pay 4 to Ulster (rent)")
    receipt = plain(world.last_text("BRITAIN"))
    assert "Nothing is asked of you this time." in receipt
    assert "FOR WINTER 1016" in receipt
    world.mail("ULSTER", "Receive 4 from Britain")
    world.tick(hours=1)
    world.tick(hours=1)
    assert "Pay 4 points to Ulster (rent) - paid." in plain(world.last_text("BRITAIN"))


@kept
def to_retreats(world: World, winter: str, **wish: object) -> None:
    """Go on to the retreats of Autumn 1017: Britain drives Munster out of Waterford."""
    to_autumn(world, **wish)
    world.mail("BRITAIN", "F DeE - ENG\nF DeW - STG")
    while name_of(world.phase()) != "S1017M":
        world.tick(hours=1)
    world.mail("BRITAIN", "F ENG - CEL")
    world.tick(hours=1)
    world.mail("BRITAIN", "F STG - Wat\nF CEL S F STG - Wat")
    world.mail("MUNSTER", winter)
    world.tick(hours=1)
    assert name_of(world.phase()) == "F1017R"
    hush(world)


@pytest.mark.slow
def test_they_wait_through_the_retreats(world: World) -> None:
    """Sent with the moves, changed with the retreats, used in the winter."""
    to_retreats(world, "Build A CoS\nPay 3 to Ulster")
    assert ahead(world, "MUNSTER", "W1017A") == ["B A CoS", "PAY 3 ULSTER"]
    world.mail("MUNSTER", "Build F CoS\nD A Wat")
    assert world.orders("MUNSTER") == ["D A Wat"]
    assert "FOR WINTER 1017, KEPT UNTIL THEN" in world.last_text("MUNSTER")
    world.tick(hours=1)
    assert name_of(world.phase()) == "W1017A"
    assert world.orders("MUNSTER") == ["PAY 3 ULSTER", "B F CoS"]


def test_the_transfer_happens_once(world: World) -> None:
    """Taken up again, the same orders change nothing and no second receipt is written."""
    to_autumn(world)
    world.mail("MUNSTER", "Build A CoS\nA Wat H\nPay 3 to Ulster")
    world.tick(hours=1)
    hush(world)
    with world.services.store.write() as transaction:
        game = transaction.game("tara")
        opened = transaction.open_phase(game.id)
        assert opened is not None
        before = transaction.active_orders(opened.id)
        take_up(table_at(world.services, transaction, game, opened))
        assert transaction.active_orders(opened.id) == before
    assert world.new_mail("MUNSTER") == []


def test_a_copy_says_when_and_in_which_mail_it_came(world: World) -> None:
    """What enters the winter's book keeps the words, the moment and the mail it came with."""
    to_autumn(world)
    mail = world.mail("MUNSTER", "Build A Cork South")
    world.tick(hours=1)
    phase = world.phase()
    assert phase is not None
    with world.services.store.read() as transaction:
        (one,) = transaction.active_orders(phase.id, "MUNSTER")
    assert (one.text, one.given_at, one.inbox_id) == (
        "Build A Cork South",
        mail.received_at,
        mail.id,
    )


# Winters that are resolved together with their autumn.


@pytest.mark.slow
def test_a_joint_winter_follows_at_once(world: World) -> None:
    """One deadline, two reports in order; the first asks for nothing, the second for the spring."""
    to_autumn(world, options=JOINT)
    world.mail("MUNSTER", "A Wat H\nBuild A CoS\nPay 3 to Ulster")
    world.mail("ULSTER", "Receive 3 from Munster")
    hush(world)
    assert world.tick(hours=1) == 2
    assert world.tick() == 0
    phase = world.phase()
    assert phase is not None
    assert (phase.name, phase.number) == ("S1017M", 5)
    for who in EVERYBODY:
        assert subjects(world, who) == [
            "[tara W1016A] Results of Autumn 1016; Winter 1016 follows",
            "[tara S1017M] Results of Winter 1016; orders due Sun 1 Nov 16:00 UTC",
        ]


@pytest.mark.slow
def test_a_joint_winters_mails_say_what_counts(world: World) -> None:
    """Report, receipt and STATUS of the autumn say how the winter is resolved."""
    world.start(options=JOINT)
    for power, text in OPENING.items():
        world.mail(power, text)
    world.tick(hours=1)
    world.tick(hours=1)
    report = plain(world.last_text("MUNSTER"))
    assert "Winter 1016 is resolved as soon as this autumn is over" in report
    world.mail("MUNSTER", "A CoC H")
    receipt = plain(world.last_text("MUNSTER"))
    assert "Your unit has its order." in receipt
    assert "You have sent no orders for Winter 1016" in receipt
    assert "nothing is built" in receipt
    world.mail("MUNSTER", "Build A CoS")
    assert "these are the orders that will count" in plain(world.last_text("MUNSTER"))
    world.tick(hours=1)
    autumn, winter = map(text_of, world.new_mail("MUNSTER"))
    assert "WINTER 1016 FOLLOWS" in autumn
    assert "Copy these lines" not in autumn
    assert "Build Army CORK SOUTH - done" in winter


def test_the_opening_winter_is_never_joint(world: World) -> None:
    """It waits for all five powers, with a deadline of its own."""
    world.start(options=JOINT)
    assert world.tick(hours=1) == 1
    phase = world.phase()
    assert phase is not None
    assert (phase.name, phase.status) == ("W1015A", PhaseStatus.HELD)


@pytest.mark.slow
def test_a_joint_winter_comes_after_the_retreats(world: World) -> None:
    """Where a unit must retreat the retreats have their deadline, and take winter orders too."""
    to_retreats(world, "Build A CoS", options=JOINT)
    world.mail("MUNSTER", "A Wat R CoN\nBuild F CoS\nBuild A CoC")
    world.new_mail("MUNSTER")
    assert world.tick(hours=1) == 2
    assert name_of(world.phase()) == "S1018M"
    assert subjects(world, "MUNSTER")[0].startswith("[tara W1017A] Results of Autumn 1017 retr")


def test_what_cannot_be_in_a_joint_winter_is_reported(world: World) -> None:
    """There is nobody to ask, so what the autumn has spoilt stands in the report with its reason."""
    to_autumn(world, options=JOINT)
    world.mail("MUNSTER", "A Wat - CoC\nBuild A CoC\nBuild A CoS")
    world.tick(hours=1)
    told = plain(world.last_text("MUNSTER"))
    assert "Build Army Cork Central - VOID" in told
    assert "Build Army CORK SOUTH - done" in told


def test_a_mail_between_autumn_and_joint_winter_is_late(world: World) -> None:
    """What comes after the autumn's deadline changes nothing, even while the winter lies open."""
    to_autumn(world, options=JOINT)
    world.mail("MUNSTER", "Build A CoS")
    _resolve_autumn_alone(world)
    phase = world.phase()
    assert phase is not None
    assert phase.name == "W1016A"
    world.clock.advance(minutes=30)
    assert world.mail("MUNSTER", "Build F CoS").state is InboxState.REJECTED
    assert world.orders("MUNSTER") == ["B A CoS"]
    assert world.tick() == 1
    assert name_of(world.phase()) == "S1017M"


def _resolve_autumn_alone(world: World) -> None:
    """Resolve the autumn as if the server had been killed before it came to the winter."""
    world.clock.advance(hours=1)
    with world.services.store.write() as transaction:
        game = transaction.game("tara")
        phase = transaction.open_phase(game.id)
        assert phase is not None
        table = table_at(world.services, transaction, game, phase)
        seasons._resolve(table)


def test_the_report_before_a_joint_winter_may_be_answered(world: World) -> None:
    """Who replies to the autumn's report, and not to the winter's, orders for the spring."""
    to_autumn(world, options=JOINT)
    world.mail("MUNSTER", "A Wat H")
    receipt = world.new_mail("MUNSTER")[-1]
    world.tick(hours=1)
    autumn = world.new_mail("MUNSTER")[0]
    world.mail("MUNSTER", "A Wat H", headers=f"In-Reply-To: {receipt['Message-ID']}\n")
    assert "has been resolved" in plain(world.last_text("MUNSTER"))
    world.mail("MUNSTER", "A Wat - CoC", headers=f"In-Reply-To: {autumn['Message-ID']}\n")
    assert world.orders("MUNSTER") == ["A Wat - CoC"]


def test_a_gm_processes_both_at_once(world: World) -> None:
    """`gm process --early` resolves the winter too, and the preview shows both."""
    to_autumn(world, options=JOINT)
    world.mail("MUNSTER", "Build A CoS")
    shown = preview(world.services, "tara")
    assert name_of(world.phase()) == "F1016M"
    done = process(world.services, "tara", early=True)
    for one in (shown, done):
        assert one.then is not None
        (line,) = outcome_lines(world.services, one.then)
        assert (line["order"], line["result"]) == ("B A CoS", "ok")
    assert name_of(world.phase()) == "S1017M"


def test_the_winter_after_a_year_without_units_has_a_deadline(world: World) -> None:
    """Orders for a winter whose autumn nobody played could not come with it."""
    world.start(options=JOINT)
    for power in OPENING:
        world.mail(power, "Waive")
    world.tick(hours=1)
    phase = world.phase()
    assert phase is not None
    assert phase.name == "W1016A"
    assert phase.deadline > phase.opened_at


WISHES = (
    "Build {kind} {home}",
    "Build {kind} {home}",
    "Build bridge {river}",
    "Remove bridge {river}",
    "Remove {kind} {home}",
    "Pay 3 to {other}",
    "Receive 3 from {other}",
    "If {power} owns {home} and not {home} is vacant then build {kind} {home} else pay 3 to {other}",
    (
        "If {kind} {home} failed or {other} owns {home} then (if {home} is vacant then build A {home} "
        "else waive) else remove bridge {river}"
    ),
)


def _wishes(chance: Random, power: str, world: World) -> str:
    """Return winter orders, good and bad, that hang on nothing but chance."""
    with world.services.store.read() as transaction:
        board = rules_of(world.services, transaction.game("tara")).board
    homes = {one.id: one.home for one in board.powers.values()}
    words = {
        "power": power,
        "home": chance.choice(homes[PowerId(power)]),
        "kind": chance.choice("AF"),
        "river": chance.choice(("CoC-Wat", "GaW-GaC", "DbN-DbS", "BeN-BeS")),
        "other": chance.choice(sorted(set(OPENING) - {power})),
    }
    return "\n".join(wish.format(**words) for wish in chance.sample(WISHES, 4))


def _moves(chance: Random, power: str, world: World) -> str:
    """Return a move, possible by land or sea, for each unit of a power."""
    phase = world.phase()
    assert phase is not None
    with world.services.store.read() as transaction:
        rules = rules_of(world.services, transaction.game("tara"))
    state = load_state(phase.state)
    board, lines = rules.board_in(state), []
    for unit in state.units_of(PowerId(power)):
        near: Iterable[object] = fleet_moves(board, unit.at)
        if unit.kind is UnitKind.ARMY:
            near = army_moves(board, unit.at.province)
        lines += [f"{unit} - {chance.choice(sorted(map(str, near)))}"]
    return "\n".join(lines)


def _years(world: World, seed: int) -> list[str]:
    """Play to the spring of 1018 by a number; return the positions in which the years begin."""
    found: list[str] = []
    for power, text in OPENING.items():
        world.mail(power, text)
    world.tick(hours=1)
    while (phase := world.phase()) is not None and phase.name != "S1018M":
        begins = phase.name.startswith("S") and phase.name.endswith("M")
        found += [phase.state] if begins else []
        for power in OPENING:
            chance = Random(f"{seed} {phase.name} {power}")
            lines = _moves(chance, power, world) if phase.name.endswith("M") else ""
            autumn = phase.name.startswith("F") and phase.name.endswith("M")
            world.mail(
                power, f"{lines}\nWinter:\n{_wishes(chance, power, world)}" if autumn else lines
            )
        world.tick(hours=1)
    assert phase is not None
    return [*found, phase.state]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_a_joint_game_is_the_same_game(tmp_path: Path, seed: int) -> None:
    """Given the same orders the years of a joint game bring what those of an own game bring."""
    ends = []
    for winters in ("own", "joint"):
        (folder := tmp_path / winters).mkdir()
        with a_world(folder) as world:
            world.start(options={"winters": winters})
            ends.append(_years(world, seed))
    assert len(ends[0]) == 3
    assert ends[0] == ends[1]
    assert ends[0][0] != ends[0][1] != ends[0][2]


@pytest.mark.parametrize(
    ("text", "answer", "kept"),
    [
        ("Winter: pay Ulster 5\nNo wait, make that four", "1", ["PAY 4 ULSTER"]),
        ("Winter: zahle Ulster 5\nich meinte vier", "1", ["PAY 4 ULSTER"]),
        ("Build A CoC\nBuild F CoS\nThe fleet is only an idea so far", "NO", ["B A CoC"]),
    ],
)
def test_what_is_sent_ahead_is_amended_and_doubted(
    world: World, text: str, answer: str, kept: list[str]
) -> None:
    """As in the winter itself: asked about, and the answer is kept for it."""
    to_autumn(world)
    world.mail("MUNSTER", text)
    assert "1 answer awaited" in subjects(world, "MUNSTER")[-1]
    world.mail("MUNSTER", answer)
    assert ahead(world, "MUNSTER") == kept


def test_who_speaks_of_a_bridge_does_not_mean_an_army(world: World) -> None:
    """`the bridge at Kerry` is no word about the army that goes there."""
    to_autumn(world)
    world.mail("MUNSTER", "A Wat H\nI'm not building the bridge at Waterford this year")
    assert world.orders("MUNSTER") == ["A Wat H"]
    assert "awaited" not in subjects(world, "MUNSTER")[-1]
