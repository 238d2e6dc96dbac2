"""What one recorded phase cannot show: the whole hat, who is left out of it, and how it is checked."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from gm.contract.draws import Draw, Draws, HandDraws, SeededDraws
from gm.contract.seats import SeatId
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import ProvinceId
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.variants import ruleset_for

BOARD = load_board("irish")
SEED = SeededDraws(b"a seed")
SPECIALS = ("IRISH 1", "IRISH 2", "PSYCHIATRIST 1", "PSYCHIATRIST 2", "PSYCHIATRIST 3")


def played(
    seasons: int = 1, draws: Draws = SEED, unplayed: Collection[str] = (), **settings: str
) -> list[SeasonResolution]:
    """Return what became of the first phases in which nobody orders anything, the last one last."""
    rules = ruleset_for("irish", BOARD, settings)
    made = [rules.new_game(draws, [SeatId(one) for one in unplayed])]
    for _ in range(1 + seasons):
        made.append(rules.resolve(made[-1].state, {}, draws))
    return made


def drawn(*args: object, **kwargs: object) -> dict[str, Draw]:
    """Return all draws of such phases by their labels."""
    made = played(*args, **kwargs)  # type: ignore[arg-type]
    return {draw.label: draw for phase in made for draw in phase.draws}


def test_a_seed_decides_everything() -> None:
    """The same seed gives the same draws, and another one others."""
    assert drawn(3) == drawn(3)
    assert drawn(3) != drawn(3, SeededDraws(b"another seed"))


def test_every_draw_is_named_once_with_what_was_in_the_hat() -> None:
    """Labels are unique in a game, and what was drawn was among the candidates (Irish 4-13)."""
    made = played(6)
    draws = [draw for phase in made for draw in phase.draws]
    assert len({draw.label for draw in draws}) == len(draws)
    assert all(draw.chosen in draw.candidates for draw in draws)
    assert {"S1974 hole", "S1974 split", "F1974 hole", "S1975 hole"} <= {it.label for it in draws}


def test_nothing_is_drawn_before_the_first_spring() -> None:
    """The choice of pieces needs no hat, and the first hole comes at the end of Spring 1974 (4)."""
    game, setup, spring = played()
    assert game.draws == setup.draws == ()
    assert len(spring.state.part(ChangesPart).holes) == 1
    assert len(spring.state.part(ChangesPart).splits) == 1


def test_all_that_is_no_hole_is_in_the_hat() -> None:
    """Land, sea and unplayed countries; not Ireland, and no hole (Irish 4, 8, 10)."""
    found = drawn(2, unplayed=("AUSTRIA", "BELGIUM"))
    everything = {*BOARD.provinces} - {"IRE"}
    assert {*found["S1974 hole"].candidates} == everything
    first = found["S1974 hole"].chosen
    split = {it for it in found if it.startswith("S1974 split")}
    assert split
    second = {*found["F1974 hole"].candidates}
    assert first not in second
    whole = found["S1974 split"].chosen
    assert whole == first or {f"{whole}1", f"{whole}2"} <= second


def test_ireland_is_in_the_hat_where_it_is_passable() -> None:
    """The other side of the box."""
    assert "IRE" in drawn(ireland="passable")["S1974 hole"].candidates


def test_special_units_are_placed_where_somebody_can_go() -> None:
    """Anywhere but in unplayed countries and Ireland, and each by a draw of its own (11)."""
    found = drawn(unplayed=("AUSTRIA", "BELGIUM"))
    closed = {"IRE", "BEL", "BOH", "BUD", "GAL", "TRI", "TYR", "VIE"}
    for special in SPECIALS:
        assert {*found[f"S1974 place {special}"].candidates} == {*BOARD.provinces} - closed


def test_a_walk_has_a_card_for_each_way_out() -> None:
    """The highest card leads; a hole or a closed country has none (Irish 13)."""
    made = played(2)
    before, after = (made[at].state.part(WanderersPart) for at in (-2, -1))
    cards = {draw.label: draw.chosen for draw in made[-1].draws if " walk " in draw.label}
    for special, start in before.places.items():
        ways = [label for label in cards if label.startswith(f"F1974 walk {special}: ")]
        assert ways, start
        best = max(ways, key=lambda label: _worth(cards[label]))
        goal = after.places.get(special)
        assert goal is None or best.endswith(f": {goal}")


def _worth(card: str) -> tuple[int, int]:
    return -"AKQJT98765432".index(card[0]), -"SHDC".index(card[1])


def test_a_real_hat_counts_and_is_told() -> None:
    """What the GM entered is drawn and marked; what cannot be is refused, and the seed decides."""
    found = drawn(draws=HandDraws(SEED, {"S1974 hole": "MUN", "S1974 place IRISH 1": "IRE"}))
    hole, place = found["S1974 hole"], found["S1974 place IRISH 1"]
    assert (hole.chosen, hole.by_hand, hole.refused) == ("MUN", True, "")
    assert (place.by_hand, place.refused) == (False, "IRE")
    assert place.chosen == drawn()["S1974 place IRISH 1"].chosen
    assert not any(draw.by_hand for draw in drawn().values())


@pytest.mark.parametrize(
    ("unplayed", "gone"),
    [("AUSTRIA", {"VIE", "BUD", "TRI"}), ("DENMARK", {"DEN"}), ("", set())],
)
def test_a_country_nobody_plays_has_no_units(unplayed: str, gone: set[str]) -> None:
    """It is not set up, and its homes are nobody's (Irish 3)."""
    _, setup = played(0, unplayed=[unplayed] if unplayed else [])
    places = {ProvinceId(unit.at.province) for unit in setup.state.units}
    homes = {home for power in BOARD.powers.values() for home in power.home}
    assert places == homes - gone
    assert not gone & {*setup.state.centres}
