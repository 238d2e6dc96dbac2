"""A complete game by mail: every mail that went out is compared with one that was read by eye.

`UPDATE_GOLDEN=1` writes the golden files anew; read what has changed before you commit it.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from email.message import EmailMessage
from itertools import groupby
from pathlib import Path

import pytest

from gm.app.records import InboxState, PhaseStatus
from gm.report.text import WIDTH
from gm.rules.board import PowerId, ProvinceId
from gm.rules.events import (
    CentreTaken,
    Event,
    GameWon,
    PowerEliminated,
    StandoffsLeft,
    UnitDisbanded,
    UnitDislodged,
)
from gm.rules.mechanics.accounts import AccountsClosed
from gm.rules.mechanics.bridges import (
    BridgeBuilt,
    BridgeDemolished,
    BridgeDestroyed,
)
from gm.rules.mechanics.conversion import UnitConverted
from gm.rules.mechanics.payments import PointsPaid
from tests.variants.republic.long_game.stage import GAME, HERE, HOST, Played, Sent, play

GOLDEN = HERE / "golden"
HEADERS = (
    "From",
    "To",
    "Reply-To",
    "Subject",
    "Date",
    "Message-ID",
    "In-Reply-To",
    "References",
    "Auto-Submitted",
    "Precedence",
    "List-Id",
)
IN_HTML = {
    "01-W1015A/02-phase-munster",
    "04-W1016A/02-phase-munster",
    "13-S1019M/05-phase-britain",
    "10-F1018M/03-phase-leinster",
    "26-over/06-phase-list",
}
FOLDERS = [*sorted(path.name for path in (HERE / "mails").iterdir()), "26-over"]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The whole game, played once."""
    made = play(tmp_path_factory.mktemp("long"))
    if os.environ.get("UPDATE_GOLDEN"):
        _write(made.sent)
    return made


def _write(sent: Iterable[Sent]) -> None:
    shutil.rmtree(GOLDEN, ignore_errors=True)
    for one in sent:
        folder = GOLDEN / one.folder
        folder.mkdir(parents=True, exist_ok=True)
        for suffix, text in _texts(one):
            (folder / f"{one.name}{suffix}").write_text(text, encoding="utf-8")


def _texts(one: Sent) -> Iterator[tuple[str, str]]:
    """Yield what is kept of a mail: its text, and for a few its HTML too."""
    found = ((name, one.message[name]) for name in HEADERS)
    heads = [f"{name}: {' '.join(value.split())}" for name, value in found if value is not None]
    envelope = one.envelope_from or "<>"
    yield ".txt", "\n".join([f"(from {envelope})", *heads, "", _part(one.message, "plain")])
    if f"{one.folder}/{one.name}" in IN_HTML:
        yield ".html", _part(one.message, "html")


def _part(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_mail_reads_as_its_golden_copy(played: Played, folder: str) -> None:
    """Headers and text of a phase's mails are, letter by letter, those that were read by eye."""
    mails = [one for one in played.sent if one.folder == folder]
    made = {f"{one.name}{suffix}": text for one in mails for suffix, text in _texts(one)}
    kept = {path.name: path.read_text(encoding="utf-8") for path in _kept(GOLDEN / folder)}
    assert sorted(made) == sorted(kept)
    for name, text in made.items():
        assert text == kept[name], f"{folder}/{name}"


def _kept(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def test_no_golden_copy_is_left_behind(played: Played) -> None:
    """Every folder of golden copies belongs to a phase, and every chosen HTML is there."""
    assert {path.name for path in GOLDEN.iterdir()} == set(FOLDERS)
    assert {f"{one.folder}/{one.name}" for one in played.sent} >= IN_HTML


def test_every_text_fits_a_terminal(played: Played) -> None:
    """No line is wider than 72 columns, none ends in a blank, no two blank lines follow."""
    for one in played.sent:
        text = _part(one.message, "plain")
        lines = text.split("\n")
        where = f"{one.folder}/{one.name}"
        assert [line for line in lines if len(line) > WIDTH] == [], where
        assert [line for line in lines if line != line.rstrip()] == [], where
        assert "\n\n\n" not in text, where


def test_what_became_of_the_mails_that_came_in(played: Played) -> None:
    """One machine is not answered, a stranger and a late player are told, all others count."""
    fates = Counter(mail.state for mail in played.inbox)
    assert fates == {
        InboxState.DONE: len(played.inbox) - 4,
        InboxState.SUPPRESSED: 1,
        InboxState.REJECTED: 2,
        InboxState.DUPLICATE: 1,
    }


def test_nobody_gets_a_mail_twice(played: Played) -> None:
    """Every Message-ID is one mail, and whoever wrote is answered once, a machine never."""
    ids = [str(one.message["Message-ID"]) for one in played.sent]
    assert len(set(ids)) == len(ids)
    answers = [one for one in played.sent if one.message["Auto-Submitted"] == "auto-replied"]
    unanswered = {InboxState.SUPPRESSED, InboxState.DUPLICATE}
    assert len(answers) == sum(mail.state not in unanswered for mail in played.inbox)
    assert all(one.envelope_from == "" for one in answers)


def test_every_report_reaches_all_seven(played: Played) -> None:
    """Each phase ends with one mail to each player, the list and the GM, and they agree."""
    for _, group in groupby(played.sent, key=lambda one: one.folder):
        names = [one.name.split("-", 2)[1:] for one in group]
        reports = [who for kind, who in names if kind == "phase"]
        assert sorted(reports) == sorted(
            ["ulster", "munster", "leinster", "connaught", "britain", "list", "gm"]
        )


def test_the_list_has_one_thread(played: Played) -> None:
    """All mails to the list hang under the opening, so that an archive keeps the game together."""
    first, *others = [one.message for one in played.sent if one.name.endswith("-list")]
    assert first["In-Reply-To"] is None
    assert {one["In-Reply-To"] for one in others} == {first["Message-ID"]}
    assert first["List-Id"] == f"Republic {GAME} <{GAME}.{HOST}>"


def _of(played: Played, phase: str, kind: type[Event]) -> list[Event]:
    return [event for event in played.events[phase] if isinstance(event, kind)]


def test_the_game_lasts_six_years_and_is_won(played: Played) -> None:
    """Winter 1015 to the retreats of Autumn 1021: Munster owns 14 centres, and all is over (2)."""
    assert [played.phases[0].name, played.phases[-1].name] == ["W1015A", "F1021R"]
    assert {phase.status for phase in played.phases} == {PhaseStatus.RESOLVED}
    assert _of(played, "F1021R", GameWon) == [GameWon((PowerId("MUNSTER"),))]


def test_the_calendar_takes_the_off_board_centres(played: Played) -> None:
    """Britain has two to Winter 1017, one in Winter 1018, none from Winter 1019 on (3)."""
    found = []
    for winter in ("W1015A", "W1016A", "W1017A", "W1018A", "W1019A", "W1020A"):
        (closed,) = _of(played, winter, AccountsClosed)
        found += [one.off_board for one in closed.accounts if one.power == "BRITAIN"]
    assert found == [22, 22, 22, 11, 0, 0]


def test_the_game_meets_what_the_rules_know(played: Played) -> None:
    """Bridges built, shared, attacked, demolished and lost; payments; conversions; civil disorder.

    The golden copies show how each is told; this says that each is there to be told.
    """
    slaney = (ProvinceId("WxN"), ProvinceId("WxS"))
    built = [one.bridge for one in _of(played, "W1017A", BridgeBuilt)]
    assert [one.owner for one in built if one.between == slaney] == ["BRITAIN", "LEINSTER"]
    (destroyed,) = _of(played, "S1018M", BridgeDestroyed)
    assert destroyed.bridge.owner == "LEINSTER"
    assert _of(played, "F1018M", BridgeDestroyed) == []
    assert len(_of(played, "S1018M", UnitConverted)) == 1
    assert _of(played, "F1018M", UnitConverted) == []
    assert [one.by_civil_disorder for one in _of(played, "W1016A", BridgeDemolished)] == [False]
    (fallen,) = _of(played, "W1020A", BridgeDemolished)
    assert (fallen.bridge.between, fallen.by_civil_disorder) == (
        (ProvinceId("Wat"), ProvinceId("WxS")),
        True,
    )
    removed = [one for one in _of(played, "W1019A", UnitDisbanded) if one.by_civil_disorder]
    assert [str(one.unit) for one in removed] == ["A Car", "F WxN", "A OfN"]
    assert [one.amount for one in _of(played, "W1017A", PointsPaid)] == [6, 5]
    assert [one.power for one in _of(played, "W1020A", PowerEliminated)] == ["CONNAUGHT"]
    assert [one.places for one in _of(played, "F1016M", StandoffsLeft)] == [("WxN",)]


def test_unbridged_rivers_bar_retreats(played: Played) -> None:
    """No bridge, no way back: one army has fewer ways, one fleet has none (9a)."""
    (army,) = _of(played, "F1017M", UnitDislodged)
    assert [str(place) for place in army.dislodged.retreats] == ["KiN", "OfS"]
    fleet = _of(played, "F1020M", UnitDislodged)[0]
    assert (str(fleet.dislodged.unit), fleet.dislodged.retreats) == ("F GaW", ())
    assert [one.place for one in _of(played, "F1021R", CentreTaken)] == ["Sli", "Wmh"]
