"""Why orders of the Irish game failed, in sentences."""

from __future__ import annotations

import pytest

from gm.games.diplomacy.language.grammar.canonical import read_canonical
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import Board, Entry, ProvinceId
from gm.games.diplomacy.rules.board_now import with_entries
from gm.games.diplomacy.rules.outcomes import Reason, Why
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.units import UnitRef
from gm.games.diplomacy.wording.explain import reason_sentence

SYR, BEL, IRE, NWY = (ProvinceId(one) for one in ("SYR", "BEL", "IRE", "NWY"))
BOARD: Board = with_entries(
    load_board("irish"), {SYR: Entry.HOLE, BEL: Entry.CLOSED, IRE: Entry.BOX}
)
MARSEILLES = read_canonical("A MAR H", BOARD, PhaseKind.MOVEMENT)


def deed(done: str, what: str, *place: str, by: tuple[UnitRef, ...] = ()) -> Reason:
    """Return why a promise to France came to nothing."""
    detail = (("deed", what), ("done", done), ("power", "FRANCE"), ("unit", "A VEN"))
    return Reason(Why.CONDITION, by=by, place=tuple(map(ProvinceId, place)), detail=detail)


ARMY: UnitRef = MARSEILLES.unit  # type: ignore[attr-defined]


@pytest.mark.parametrize(("reason", "order", "words"), [
    (Reason(Why.CLOSED, place=(SYR,)), "", "Syria is a black hole, which nobody can enter."),
    (Reason(Why.CLOSED, place=(BEL,)), "", "Belgium is closed: nobody plays its country."),
    (Reason(Why.CLOSED, place=(IRE,)), "", "Ireland is only a box, which nobody enters."),
    (Reason(Why.ANARCHY), "", "The unit is in anarchy and obeys no order: it stands."),
    (Reason(Why.NO_SUCH_UNIT), "IRISH 1 - NWY", "Irish 1 is not on the board."),
    (Reason(Why.WRONG_PHASE), "IRISH 1 - NWY", "The special units still wait in their boxes."),
    (Reason(Why.DUPLICATE), "IRISH 1 - NWY", "A later order sends Irish 1 elsewhere."),
    (
        Reason(Why.NOT_ALLOWED),
        "IRISH 1 - NWY",
        "In this game the hat alone moves the special units.",
    ),
    (
        Reason(Why.NOT_ADJACENT, place=(SYR, NWY)),
        "IRISH 1 - NWY",
        "Syria does not border Norway.",
    ),
    (Reason(Why.YOURSELF), "GIVE FRANCE 1", "A power cannot give points to itself."),
    (Reason(Why.YOURSELF), "", "A power cannot pay itself."),
    (
        Reason(Why.NOBODY_PLAYS, detail=(("power", "BELGIUM"),)),
        "GIVE BELGIUM 1",
        "Nobody plays Belgium, so nobody gets the points.",
    ),
    (
        Reason(Why.ONLY_GIFTS),
        "",
        "Only gifts of points can hang on a condition in this game.",
    ),
    (
        Reason(Why.POINTS_LACKING, detail=(("left", "1"),)),
        "GIVE FRANCE 2",
        "It takes 2 points, and 1 point was left: nothing is paid.",
    ),
    (
        Reason(Why.POINTS_LACKING, detail=(("left", "0"),)),
        "",
        "The giver's points do not cover it: none was left.",
    ),
    (Reason(Why.CONDITION), "", "The condition was not met."),
    (
        deed("yes", "enters", "PIE", by=(ARMY,)),
        "",
        "Army Marseilles moved to Piedmont, so France entered it.",
    ),
    (
        deed("no", "enters", "PIE"),
        "",
        "France did not enter Piedmont: none of its units moved there.",
    ),
    (
        deed("yes", "attacks", "PIE", by=(ARMY,)),
        "",
        "Army Marseilles was ordered to Piedmont: France attacked it.",
    ),
    (
        deed("no", "attacks", "PIE"),
        "",
        "France did not attack Piedmont: none of its units was ordered there.",
    ),
    (
        deed("yes", "in", "PIE", by=(ARMY,)),
        "",
        "France was in Piedmont: Army Marseilles moved there.",
    ),
    (
        deed("yes", "in", "MAR", by=(ARMY,)),
        "",
        "France was in Marseilles: Army Marseilles stood there.",
    ),
    (deed("no", "in", "PIE"), "", "France had no unit in Piedmont."),
    (deed("yes", "owns", "MAR"), "", "France owned Marseilles."),
    (deed("no", "owns", "MAR"), "", "France did not own Marseilles."),
    (deed("yes", "vacant", "MAR"), "", "Marseilles was vacant."),
    (deed("no", "vacant", "MAR"), "", "Marseilles was not vacant."),
    (
        deed("yes", "supports", "VEN", by=(ARMY,)),
        "",
        "Army Marseilles of France gave that support.",
    ),
    (deed("no", "supports", "VEN"), "", "France did not give that support."),
    (deed("yes", "dislodged", "VEN"), "", "A VEN was dislodged."),
    (deed("no", "succeeded", "VEN"), "", "A VEN did not succeed."),
    (deed("yes", "failed", "VEN"), "", "A VEN failed."),
])  # fmt: skip
def test_a_reason_is_a_sentence(reason: Reason, order: str, words: str) -> None:
    """Each says what stood in the way, in the words of the game."""
    given = read_canonical(order, BOARD, PhaseKind.MOVEMENT) if order else None
    assert reason_sentence(reason, BOARD, given) == words
