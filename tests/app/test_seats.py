"""Seats: those nobody fills close their countries, and players hold one or several."""

from __future__ import annotations

import pytest

from gm.app.overriding.order_desk import set_orders
from gm.app.overviews.overview import overview, overview_answer
from gm.app.play.endings import ALL, EndWish, end_game
from gm.app.records import GameStatus
from gm.app.seats.players import add_player, replace_player
from gm.app.setup.games import NewGame, allow_seats, new_game
from gm.app.setup.starting import closings_of_game, start_game
from gm.app.table import lay
from gm.contract.events import Ending
from gm.errors import NotAllowed
from gm.games.diplomacy.rules.board import Entry
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from tests.app.irish import forget, irish, irish_game, state_of
from tests.app.world import GM, World, text_of


def test_empty_seats_are_listed_with_what_they_close(world: World) -> None:
    """A country, its provinces, its centres; of a major power all its land."""
    irish_game(world)
    lines = closings_of_game(world.services, "tara")
    assert len(lines) == 17
    austria = "Austria: Bohemia, Budapest, Galicia, Trieste, Tyrolia and Vienna (3 supply centres)"
    assert austria in lines
    assert "Iceland: Iceland (1 supply centre)" in lines
    assert not any(line.startswith(("France", "Norway")) for line in lines)


def test_a_game_with_empty_seats_starts_at_the_gms_word(world: World) -> None:
    """Until then nothing happens; then the countries are closed and no piece of theirs stands."""
    irish_game(world)
    with pytest.raises(NotAllowed, match="say --close-unfilled"):
        start_game(world.services, "tara")
    with pytest.raises(NotAllowed, match="say --close-unfilled"):
        start_game(world.services, "tara", with_empty_seats=True)
    with world.services.store.read() as transaction:
        assert transaction.game("tara").status is GameStatus.FORMING
    started = start_game(world.services, "tara", close_unfilled=True)
    assert len(started.closed) == 17
    state = state_of(world)
    assert set(state.part(ChangesPart).closed) == set(started.closed)
    assert {unit.power for unit in state.units} == {"FRANCE", "GERMANY", "ITALY"}
    with world.services.store.read() as transaction:
        table = lay(world.services, transaction, transaction.game("tara"))
    board = table.rules.board_in(table.state)
    assert board.province("VIE").entry is Entry.CLOSED  # type: ignore[arg-type]
    seen = overview_answer(overview(world.services, "tara"))
    assert set(seen["closed"]) == set(started.closed)
    assert closings_of_game(world.services, "tara") == ()


def test_players_are_told_what_is_closed(world: World) -> None:
    """The opening mail names the countries that nobody plays."""
    irish(world)
    text = " ".join(world.last_text("cat").split())
    assert "Bohemia, Budapest, Galicia, Trieste, Tyrolia and Vienna" in text


def test_too_few_seats_make_no_game(world: World) -> None:
    """The variant says how many there must be."""
    new_game(world.services, NewGame("tara", "irish", "Maeve", GM))
    add_player(world.services, "tara", "Norway", "Ann", "ann@example.org")
    with pytest.raises(NotAllowed, match="needs 2 powers that are played; tara has 1"):
        start_game(world.services, "tara", close_unfilled=True)


def test_elsewhere_an_empty_seat_is_no_closed_country(world: World) -> None:
    """In Republic a power that nobody plays holds, if the GM says so; nothing is closed."""
    new_game(world.services, NewGame("tara", "republic", "Maeve", GM))
    add_player(world.services, "tara", "Ulster", "Ann", "ann@example.org")
    assert closings_of_game(world.services, "tara") == ()
    with pytest.raises(NotAllowed, match="--with-empty-seats"):
        start_game(world.services, "tara", close_unfilled=True)
    assert start_game(world.services, "tara", with_empty_seats=True).closed == ()


def test_an_opening_waits_for_powers_that_nobody_plays_too(world: World) -> None:
    """It waits for all five powers or for the GM (Republic 4, ruling), who can order for them."""
    lengths = {"movement": 3600, "retreat": 3600, "adjustment": 3600}
    new_game(world.services, NewGame("tara", "republic", "Maeve", GM, lengths=lengths))
    add_player(world.services, "tara", "Ulster", "Ann", "ann@example.org")
    start_game(world.services, "tara", with_empty_seats=True)
    world.mail("ann", "Waive")
    world.tick(hours=1)
    text = " ".join(text_of(world.new_mail(GM)[-1]).split())
    assert "Nobody plays Munster, Leinster, Connaught and Britain" in text
    assert "gm player add tara Munster NAME ADDRESS" in text
    assert "gm order set tara Munster" in text
    for power in ("Britain", "Connaught", "Leinster"):
        set_orders(world.services, "tara", power, ["Waive"], "nobody plays it")
    set_orders(world.services, "tara", "Munster", ["Build A CoS"], "nobody plays it")
    assert "now has them" in " ".join(text_of(world.new_mail(GM)[-1]).split())
    world.tick(hours=1)
    phase = world.phase()
    assert phase is not None
    assert phase.name == "S1016M"


def test_a_closed_country_has_no_player_later(world: World) -> None:
    """It stays closed for the whole game; an abandoned one can be taken over."""
    irish(world)
    with pytest.raises(NotAllowed, match="Nobody played Greece when tara began"):
        add_player(world.services, "tara", "Greece", "Zoe", "zoe@example.org")
    seat = replace_player(world.services, "tara", "Italy", "Zoe", "zoe@example.org")
    assert seat.person is not None
    assert seat.person.name == "Zoe"


def test_a_player_has_one_seat_unless_the_gm_allows_more(world: World) -> None:
    """The refusal says who plays what already, and how to allow it."""
    irish_game(world, several_seats=True)
    new_game(world.services, NewGame("armagh", "irish", "Maeve", GM))
    add_player(world.services, "armagh", "Norway", "Ann", "Ann@example.org")
    told = "plays NORWAY in armagh already, .* gm game seats armagh several"
    with pytest.raises(NotAllowed, match=told):
        add_player(world.services, "armagh", "Sweden", "Ann", "ann@EXAMPLE.org")
    add_player(world.services, "armagh", "Norway", "Anne", "ann@example.org")
    add_player(world.services, "armagh", "Sweden", "Bob", "bob@example.org")
    with pytest.raises(NotAllowed, match="plays NORWAY"):
        replace_player(world.services, "armagh", "Sweden", "Ann", "ann@example.org")
    assert allow_seats(world.services, "armagh", several=True).several_seats
    add_player(world.services, "armagh", "Denmark", "Ann", "ann@example.org")
    assert overview_answer(overview(world.services, "armagh"))["seats_per_player"] == "several"


@pytest.mark.slow
def test_the_choice_of_first_pieces_has_a_deadline(world: World) -> None:
    """Who lacks a choice is reminded and shown; at the deadline an army is set up (Irish 2)."""
    irish(world, lengths={"setup": 7 * 86400, "movement": 3600})
    phase = world.phase()
    assert phase is not None
    assert phase.name == "S1974P"
    assert (phase.deadline - phase.opened_at).days == 7
    forget(world)
    world.mail("ann", "F NWY")
    forget(world)
    seats = {one.seat: one for one in overview(world.services, "tara").seats}
    assert seats["NORWAY"].words == "1 order, complete"
    assert seats["SWEDEN"].words == "no orders"
    assert seats["FRANCE"].words == "nothing asked"
    world.tick(days=6)
    told = {who: [str(one["Subject"]) for one in world.new_mail(who)] for who in ("ann", "bob")}
    assert [one.startswith("[tara S1974P] Reminder for Sweden") for one in told["ann"]] == [True]
    assert [one.startswith("[tara S1974P] Reminder for Spain") for one in told["bob"]] == [True]
    assert world.tick(days=1) == 1
    units = {str(unit) for unit in state_of(world).units}
    assert {"F NWY", "A SWE", "A SPA"} <= units


def test_without_minor_powers_the_game_begins_with_moves(world: World) -> None:
    """Nobody has a first piece to choose, so no phase asks for one."""
    new_game(world.services, NewGame("tara", "irish", "Maeve", GM))
    add_player(world.services, "tara", "France", "Ann", "ann@example.org")
    add_player(world.services, "tara", "Italy", "Bob", "bob@example.org")
    assert start_game(world.services, "tara", close_unfilled=True).phase.name == "S1974M"


def test_nobody_shares_an_end_who_never_played(world: World) -> None:
    """A draw of all is one of those who play; a closed country cannot be named."""
    irish(world)
    with pytest.raises(NotAllowed, match="Austria is out of the game"):
        end_game(world.services, "tara", EndWish(Ending.DRAW, ("France", "Austria"), "x"))
    ended = end_game(world.services, "tara", EndWish(Ending.DRAW, (ALL,), "x"), sure=True)
    assert set(ended.powers) == {"FRANCE", "GERMANY", "ITALY", "NORWAY", "SPAIN", "SWEDEN"}
