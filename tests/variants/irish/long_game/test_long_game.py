"""A complete game of Irish Diplomacy by mail: every mail that went out is one that was read by eye.

`UPDATE_GOLDEN=1` writes the golden files anew; read what has changed before you commit it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator

import pytest

from gm.app.history.draw_check import verify_game
from gm.app.records import InboxState, PhaseStatus
from gm.contract.draws import Draw
from gm.contract.events import Drawn, Event
from gm.games.diplomacy.desk.past_boards import board_shown
from gm.games.diplomacy.map.files.boards import MapFolders
from gm.games.diplomacy.map.files.picture_drawn import BoardDrawing, draw_board
from gm.games.diplomacy.rules.events import (
    CentreTaken,
    GameWon,
    UnitBuilt,
    UnitDisbanded,
    UnitDislodged,
    UnitRetreated,
)
from gm.games.diplomacy.rules.mechanics.anarchy import AnarchyForgotten, Cured, FellIntoAnarchy
from gm.games.diplomacy.rules.mechanics.changes import HoleReopened, ProvinceHoled, ProvinceSplit
from gm.games.diplomacy.rules.mechanics.promises import IncomePaid, PointsGiven, PointsPart
from gm.games.diplomacy.rules.mechanics.wanderers import (
    WandererPlaced,
    WanderersMet,
    WandererWalked,
)
from gm.games.diplomacy.rules.phases import PhaseKind
from tests.long_games import pictures_drawn
from tests.long_games.golden import EveryGame, part
from tests.long_games.stage import Played, opened
from tests.variants.irish.long_game.stage import GAME, GOLDEN, PLAYERS, SCRIPT, SEED

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
    """The mails of the game; Kees, who plays two powers, gets one report like everybody."""

    golden = GOLDEN
    everybody = (*PLAYERS, "list", "gm")
    title = "Irish Diplomacy"


def test_what_became_of_the_mails_that_came_in(played: Played) -> None:
    """All count but one that holds no order, and one that comes when the game is over."""
    fates = Counter(mail.state for mail in played.inbox)
    assert fates == {InboxState.DONE: len(played.inbox) - 2, InboxState.REJECTED: 2}


def test_the_game_lasts_eight_years_and_is_won(played: Played) -> None:
    """Sixteen movement seasons, and Denmark has the most points after the eighth winter (16)."""
    assert [played.phases[0].name, played.phases[-1].name] == ["S1974P", "W1981A"]
    assert {phase.status for phase in played.phases} == {PhaseStatus.RESOLVED}
    kinds = Counter(played.states[phase.name].phase.kind for phase in played.phases)
    assert kinds[PhaseKind.MOVEMENT] == 16
    assert kinds[PhaseKind.ADJUSTMENT] == 8
    (won,) = played.of("W1981A", GameWon)
    assert won.winners == ("DENMARK",)
    (paid,) = played.of("W1981A", IncomePaid)
    balances = played.states["W1981A"].part(PointsPart).balances
    assert balances["DENMARK"] + dict(paid.incomes)["DENMARK"] == 135


def draws_of(played: Played) -> Iterator[Draw]:
    """Yield every draw of the game."""
    for events in played.events.values():
        yield from (event.draw for event in events if isinstance(event, Drawn))


def chosen_by(seed: str, label: str, candidates: tuple[str, ...]) -> str:
    """Draw as docs/hat.md tells it, without our own code."""
    limit, counter = 2**64 - 2**64 % len(candidates), 0
    while True:
        message = f"{label}/{counter}".encode()
        found = hmac.digest(bytes.fromhex(seed), message, hashlib.sha256)[:8]
        if (number := int.from_bytes(found, "big")) < limit:
            return candidates[number % len(candidates)]
        counter += 1


def test_the_seed_is_bound_published_and_true(played: Played) -> None:
    """Its SHA-256 is in every opening mail, the seed in every last one, and it repeats all draws."""
    fingerprint = hashlib.sha256(SEED.encode()).hexdigest()
    opening = [one for one in played.sent if one.folder == "01-S1974P" and "-phase-" in one.name]
    ending = [one for one in played.sent if one.folder == "29-over" and "-phase-" in one.name]
    assert all(fingerprint in part(one.message, "plain") for one in opening)
    assert all(SEED in part(one.message, "plain") for one in ending)
    assert not any(SEED in part(one.message, "plain") for one in played.sent if one not in ending)
    draws = [*draws_of(played)]
    by_hand = [draw_board.label for draw_board in draws if draw_board.by_hand]
    assert by_hand == ["F1980 hole"]
    for one in draws:
        if not one.by_hand:
            assert chosen_by(SEED, one.label, one.candidates) == one.chosen, one.label


def test_the_whole_game_can_be_verified(played: Played) -> None:
    """`gm draws verify` repeats every draw and plays every phase again from its orders."""
    with opened(SCRIPT, played.folder) as (services, _):
        done = verify_game(services, GAME)
    assert done.difference == ""
    assert done.draws == len([*draws_of(played)])
    assert done.phases == len(played.phases)


def test_the_last_board_can_be_drawn(played: Played) -> None:
    """The picture of the last phase has every half, and marks what is closed."""
    with opened(SCRIPT, played.folder) as (services, _):
        shown = board_shown(services, GAME)
    text = draw_board(MapFolders().folder("irish"), BoardDrawing(shown.board, shown.splits))
    drawn = {
        it["properties"]["id"]: it["properties"]
        for it in json.loads(text)["features"]
        if it["properties"]["role"] == "province"
    }
    assert {*drawn} == {*shown.board.provinces}
    assert {"PAR1", "PAR2", "PAR3", "PAR4"} <= {*drawn}
    assert drawn["ICE"]["entry"] == "hole"
    assert drawn["SWI"]["entry"] == "closed"


def test_every_phase_can_be_drawn(played: Played) -> None:
    """Pictures of the last phases have each province, unit and order once; none is too large."""
    assert [*pictures_drawn.faults(SCRIPT, played)] == []


def everything(played: Played, kind: type[Event]) -> list[tuple[str, Event]]:
    """Return all facts of a kind in the game, each with its phase."""
    return [
        (phase, event)
        for phase, events in played.events.items()
        for event in events
        if isinstance(event, kind)
    ]


def test_first_pieces_are_chosen(played: Played) -> None:
    """Each minor power builds its piece; the Spanish fleet, asked for its coast, stands on nc (2)."""
    built = [str(event.unit) for event in played.of("S1974P", UnitBuilt)]
    assert built == ["F BEL", "F DEN", "F NWY", "F SPA/NC"]


def test_special_units_walk_and_meet(played: Played) -> None:
    """All five are placed; the GM sends one twice; an Irish unit and a Psychiatrist meet (11-13)."""
    assert [event.place for event in played.of("S1974M", WandererPlaced)] == [
        "BAR",
        "NWY",
        "ENG",
        "AEG",
        "NAO",
    ]
    sent = [(at, it.special, it.to) for at, it in everything(played, WandererWalked) if it.by_gm]
    assert sent == [("S1975M", "PSYCHIATRIST 1", "NTH"), ("F1975M", "PSYCHIATRIST 1", "NWY")]
    ((at, met),) = everything(played, WanderersMet)
    assert (at, met.place, met.irish, met.psychiatrist) == (
        "S1976M",
        "NTH",
        "IRISH 2",
        "PSYCHIATRIST 1",
    )


def test_anarchy_befalls_and_ends(played: Played) -> None:
    """Units fall into anarchy; one is cured, one annihilated when it is dislodged (10-12)."""
    fell = [(at, str(it.unit)) for at, it in everything(played, FellIntoAnarchy)]
    assert fell[:2] == [("S1974M", "F NWY"), ("F1974M", "F NTH")]
    assert [(at, str(it.unit)) for at, it in everything(played, Cured)] == [("F1975M", "F NWY")]
    (dislodged,) = played.of("S1975M", UnitDislodged)
    assert (str(dislodged.dislodged.unit), dislodged.dislodged.retreats) == ("F NTH", ())
    assert "F LVP" in [str(it.unit) for it in played.of("W1977A", UnitDisbanded)]
    assert [at for at, _ in everything(played, AnarchyForgotten)] != []


def test_the_hat_does_all_it_can(played: Played) -> None:
    """Land, sea and a centre with its unit are split, halves again; holes take units; some reopen."""
    splits = {it.split.province: it for _, it in everything(played, ProvinceSplit)}
    assert [str(unit) for unit in splits["PAR"].pieces] == ["A PAR1", "A PAR2"]
    assert splits["PAR"].owner == "FRANCE"
    assert splits["HEL"].specials == (("IRISH 2", "HEL1"),)
    assert splits["PAR2"].split.halves == ("PAR2", "PAR3")
    assert splits["PAR1"].split.halves == ("PAR1", "PAR4")
    under = [(it.place, str(it.unit)) for _, it in everything(played, ProvinceHoled) if it.unit]
    assert under == [("CLY", "A CLY"), ("LON", "F LON"), ("NTH", "F NTH")]
    reopened = [it.place for _, it in everything(played, HoleReopened)]
    assert len(reopened) == 10
    assert {"ALB", "LON", "NTH"} <= {*reopened}


def test_what_a_split_makes_ambiguous_is_asked(played: Played) -> None:
    """A build sent ahead: answered with a number, it is that half; unanswered, the lowest (9)."""
    assert [str(it.unit) for it in played.of("W1975A", UnitBuilt)] == ["F LON", "F DEN2"]
    assert "A BEL1" in [str(it.unit) for it in played.of("W1976A", UnitBuilt)]


def test_points_are_given_and_promised(played: Played) -> None:
    """A plain gift, promises kept and not kept, one beyond the balance (15)."""
    given = [(it.giver, it.to, it.amount) for it in played.of("S1975M", PointsGiven)]
    assert given == [
        ("BELGIUM", "NORWAY", 1),
        ("DENMARK", "BELGIUM", 1),
        ("FRANCE", "SPAIN", 1),
    ]
    (last,) = played.of("F1981M", PointsGiven)
    assert (last.giver, last.to, last.amount) == ("BELGIUM", "DENMARK", 35)


def test_units_retreat_and_centres_change_hands(played: Played) -> None:
    """A retreat into what becomes a hole, a neutral centre that was a hole, a lost home."""
    assert [str(it.to) for it in played.of("F1976R", UnitRetreated)] == ["A CLY", "F MAO"]
    taken = [(it.place, it.power) for _, it in everything(played, CentreTaken)]
    assert {("SPA", "FRANCE"), ("ROM", "FRANCE"), ("NWY", "DENMARK")} <= {*taken}
