"""A complete game of Republic by mail: every mail that went out is one that was read by eye.

`UPDATE_GOLDEN=1` writes the golden files anew; read what has changed before you commit it.
"""

from __future__ import annotations

from collections import Counter

import pytest

from gm.app.records import InboxState, PhaseStatus
from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.rules.events import (
    CentreTaken,
    GameWon,
    PowerEliminated,
    StandoffsLeft,
    UnitDisbanded,
    UnitDislodged,
)
from gm.games.diplomacy.rules.mechanics.conversion import UnitConverted
from gm.games.diplomacy.rules.winter.accounts import AccountsClosed
from gm.games.diplomacy.rules.winter.bridges import (
    BridgeBuilt,
    BridgeDemolished,
    BridgeDestroyed,
)
from gm.games.diplomacy.rules.winter.payments import PointsPaid
from tests.long_games import pictures_drawn
from tests.long_games.golden import EveryGame
from tests.long_games.stage import Played
from tests.variants.republic.long_game.stage import GOLDEN, PLAYERS, SCRIPT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]  # the first test plays the whole game


@pytest.fixture(scope="module")
def played(copied_databases: None, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The whole game, played once."""
    return GOLDEN.play(tmp_path_factory.mktemp("long"))


@pytest.mark.parametrize("folder", GOLDEN.folders)
def test_every_mail_reads_as_its_golden_copy(played: Played, folder: str) -> None:
    """Headers and text of a phase's mails are, letter by letter, those that were read by eye."""
    GOLDEN.compare(played.sent, folder)


class TestMails(EveryGame):
    """The mails of the game."""

    golden = GOLDEN
    everybody = (*PLAYERS, "list", "gm")
    title = "Republic"


def test_what_became_of_the_mails_that_came_in(played: Played) -> None:
    """One machine is not answered, a stranger and a late player are told, all others count."""
    fates = Counter(mail.state for mail in played.inbox)
    assert fates == {
        InboxState.DONE: len(played.inbox) - 4,
        InboxState.SUPPRESSED: 1,
        InboxState.REJECTED: 2,
        InboxState.DUPLICATE: 1,
    }


def test_the_game_lasts_six_years_and_is_won(played: Played) -> None:
    """Winter 1015 to the retreats of Autumn 1021: Munster owns 14 centres, and all is over (2)."""
    assert [played.phases[0].name, played.phases[-1].name] == ["W1015A", "F1021R"]
    assert {phase.status for phase in played.phases} == {PhaseStatus.RESOLVED}
    assert played.of("F1021R", GameWon) == [GameWon((PowerId("MUNSTER"),))]


def test_the_calendar_takes_the_off_board_centres(played: Played) -> None:
    """Britain has two to Winter 1017, one in Winter 1018, none from Winter 1019 on (3)."""
    found = []
    for winter in ("W1015A", "W1016A", "W1017A", "W1018A", "W1019A", "W1020A"):
        (closed,) = played.of(winter, AccountsClosed)
        found += [one.off_board for one in closed.accounts if one.power == "BRITAIN"]
    assert found == [22, 22, 22, 11, 0, 0]


def test_the_game_meets_what_the_rules_know(played: Played) -> None:
    """Bridges built, shared, attacked, demolished and lost; payments; conversions; civil disorder.

    The golden copies show how each is told; this says that each is there to be told.
    """
    slaney = (ProvinceId("WxN"), ProvinceId("WxS"))
    built = [one.bridge for one in played.of("W1017A", BridgeBuilt)]
    assert [one.owner for one in built if one.between == slaney] == ["BRITAIN", "LEINSTER"]
    (destroyed,) = played.of("S1018M", BridgeDestroyed)
    assert destroyed.bridge.owner == "LEINSTER"
    assert played.of("F1018M", BridgeDestroyed) == []
    assert len(played.of("S1018M", UnitConverted)) == 1
    assert played.of("F1018M", UnitConverted) == []
    assert [one.by_civil_disorder for one in played.of("W1016A", BridgeDemolished)] == [False]
    (fallen,) = played.of("W1020A", BridgeDemolished)
    assert (fallen.bridge.between, fallen.by_civil_disorder) == (
        (ProvinceId("Wat"), ProvinceId("WxS")),
        True,
    )
    removed = [one for one in played.of("W1019A", UnitDisbanded) if one.by_civil_disorder]
    assert [str(one.unit) for one in removed] == ["A Car", "F WxN", "A OfN"]
    assert [one.amount for one in played.of("W1017A", PointsPaid)] == [6, 5]
    assert [one.power for one in played.of("W1020A", PowerEliminated)] == ["CONNAUGHT"]
    assert [one.places for one in played.of("F1016M", StandoffsLeft)] == [("WxN",)]


def test_unbridged_rivers_bar_retreats(played: Played) -> None:
    """No bridge, no way back: one army has fewer ways, one fleet has none (9a)."""
    (army,) = played.of("F1017M", UnitDislodged)
    assert [str(place) for place in army.dislodged.retreats] == ["KiN", "OfS"]
    fleet = played.of("F1020M", UnitDislodged)[0]
    assert (str(fleet.dislodged.unit), fleet.dislodged.retreats) == ("F GaW", ())
    assert [one.place for one in played.of("F1021R", CentreTaken)] == ["Sli", "Wmh"]


def test_every_phase_can_be_drawn(played: Played) -> None:
    """Pictures of the last phases have each province, unit and order once; none is too large."""
    assert [*pictures_drawn.faults(SCRIPT, played)] == []
