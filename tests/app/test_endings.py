"""Games that end: by fourteen centres, by the GM's word, and never twice."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import select

from gm.adapters.sql.tables import PhaseRow
from gm.app.overviews.overview import overview, overview_answer
from gm.app.overviews.summaries import summaries
from gm.app.play.endings import EndWish, end_game
from gm.app.play.seasons import process
from gm.app.records import GameStatus, InboxState, PhaseStatus
from gm.app.setup.games import NewGame, new_game
from gm.contract.events import Ending, GameEnded
from gm.errors import InputError, NoSuchSeat, NotAllowed
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import Location, PowerId
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind
from gm.games.diplomacy.stored import dump, load_events, load_state
from tests.app.world import GM, LIST, World, text_of

POWERS = ("BRITAIN", "CONNAUGHT", "LEINSTER", "MUNSTER", "ULSTER")
EVERYBODY = (*POWERS, LIST, GM)
DRAW = EndWish(Ending.DRAW, ("ulster", "Mun"), "All agreed by mail.")


def begin(world: World) -> None:
    """Start a game and forget its opening mails."""
    world.start()
    for who in EVERYBODY:
        world.new_mail(who)


def change_state(world: World, state: GameState) -> None:
    """Put another position on the board of the open phase, as a test needs it."""
    with world.services.store.write() as transaction:
        session = transaction._session  # type: ignore[attr-defined]
        row = session.exec(select(PhaseRow).where(PhaseRow.status != "resolved")).one()
        row.state = dump(state)
        session.add(row)
        session.flush()


def state_of(world: World) -> GameState:
    """The position of the open phase."""
    phase = world.phase()
    assert phase is not None
    return load_state(phase.state)


def test_a_draw_ends_the_game_once_and_tells_everybody(world: World) -> None:
    """Players, list and GM get one last report; phase, journal and status say the same."""
    begin(world)
    ended = end_game(world.services, "tara", DRAW, sure=True)
    assert ended.powers == ("ULSTER", "MUNSTER")
    for who in EVERYBODY:
        (mail,) = world.new_mail(who)
        assert mail["Subject"] == "[tara] The game is over: a draw between Ulster and Munster"
        text = " ".join(text_of(mail).split())
        assert "THE GAME IS A DRAW BETWEEN ULSTER AND MUNSTER." in text
        assert "The reason: All agreed by mail." in text
        assert "SUPPLY CENTRES BY YEAR" in text
        assert ("congratulations" in text) is (who in {"ULSTER", "MUNSTER"})
        assert ("The list takes no answers" in text) is (who == LIST)
    assert world.phase() is None
    with world.services.store.read() as transaction:
        game = transaction.game("tara")
        (phase,) = transaction.phases(game.id)
        result = transaction.result(phase.id)
        entries = transaction.journal(game.id)
    assert game.status is GameStatus.FINISHED
    assert phase.status is PhaseStatus.RESOLVED
    assert result is not None
    assert load_events(result.events) == (
        GameEnded(
            Ending.DRAW, (PowerId("ULSTER"), PowerId("MUNSTER")), "gm", "All agreed by mail."
        ),
    )
    (entry,) = [one for one in entries if one.kind == "game ended"]
    assert (entry.author, entry.public, entry.at) == ("gm", True, world.clock.now())
    assert entry.text == "The game is a draw between Ulster and Munster."
    assert "All agreed by mail." in entry.data


def test_ending_twice_has_the_effect_of_once(world: World) -> None:
    """The second command is refused and says how the game ended; nobody gets another mail."""
    begin(world)
    end_game(world.services, "tara", DRAW, sure=True)
    for who in EVERYBODY:
        world.new_mail(who)
    with pytest.raises(NotAllowed, match=r"over already. The game is a draw between Ulster and"):
        end_game(world.services, "tara", DRAW, sure=True)
    world.tick(days=1)
    assert [world.new_mail(who) for who in EVERYBODY] == [[]] * len(EVERYBODY)


def test_without_a_yes_nothing_happens(world: World) -> None:
    """The GM is told what would happen; the game goes on."""
    begin(world)
    with pytest.raises(NotAllowed, match="This would end tara in W1015A for good") as refused:
        end_game(world.services, "tara", DRAW)
    assert '"The game is a draw between Ulster and Munster." Say --yes' in str(refused.value)
    assert world.phase() is not None
    assert world.new_mail("ULSTER") == []


def test_a_concession_has_one_winner(world: World) -> None:
    """The others concede; the winner is named, and is the winner of the game's summary."""
    begin(world)
    end_game(
        world.services, "tara", EndWish(Ending.CONCESSION, ("Britain",), "A landslide"), sure=True
    )
    (mail,) = world.new_mail("BRITAIN")
    assert mail["Subject"] == "[tara] The game is over: conceded to Britain"
    assert "You have won the game: congratulations!" in text_of(mail)
    told = overview_answer(overview(world.services, "tara"))
    assert (told["winner"], told["winners"]) == ("BRITAIN", ["BRITAIN"])
    assert told["ended"]["how"] == "concession"
    assert told["ended"]["reason"] == "A landslide"
    assert told["ended"]["author"] == "gm"
    assert told["ended"]["at"] == world.clock.now().isoformat()


def test_an_abandoned_game_is_nobodys(world: World) -> None:
    """It is over without a winner, and the list of games says so."""
    begin(world)
    end_game(world.services, "tara", EndWish(Ending.ABANDONED, (), "Three left"), sure=True)
    (one,) = summaries(world.services)
    assert (one.status, one.ended) == (
        "finished",
        "The game is abandoned, and nobody wins it.",
    )
    assert overview_answer(overview(world.services, "tara"))["winners"] == []


def test_mail_after_the_end_is_answered(world: World) -> None:
    """Orders for a game that is over are refused with a sentence."""
    begin(world)
    end_game(world.services, "tara", DRAW, sure=True)
    world.new_mail("ULSTER")
    assert world.mail("ULSTER", "Build A Belfast South").state is InboxState.REJECTED
    assert "The game tara is over" in world.last_text("ULSTER")


@pytest.mark.parametrize(
    ("wish", "fault", "words"),
    [
        (EndWish(Ending.DRAW, ("Ulster",), "x"), InputError, "two powers at least"),
        (EndWish(Ending.DRAW, ("Ulster", "ulster"), "x"), InputError, "two powers at least"),
        (EndWish(Ending.DRAW, ("Ulster", "France"), "x"), NoSuchSeat, "“France” is no power"),
        (EndWish(Ending.CONCESSION, ("Ulster", "Munster"), "x"), InputError, "to one power"),
        (EndWish(Ending.ABANDONED, (), "  "), InputError, "Say why"),
    ],
)
def test_ends_that_cannot_be_are_refused(
    world: World, wish: EndWish, fault: type[Exception], words: str
) -> None:
    """Each wrong end gets a sentence, and the game goes on."""
    begin(world)
    with pytest.raises(fault, match=words):
        end_game(world.services, "tara", wish, sure=True)
    assert world.phase() is not None


def test_a_power_that_is_out_shares_nothing(world: World) -> None:
    """An eliminated power is refused in a draw, and left out of one of all survivors."""
    begin(world)
    state = state_of(world)
    kept = {place: who for place, who in state.centres.items() if who != "ULSTER"}
    change_state(world, state.but(centres=kept))
    with pytest.raises(NotAllowed, match="Ulster is out of the game and cannot share its end"):
        end_game(world.services, "tara", DRAW, sure=True)
    ended = end_game(world.services, "tara", EndWish(Ending.DRAW, ("all",), "Peace"), sure=True)
    assert ended.powers == ("MUNSTER", "LEINSTER", "CONNAUGHT", "BRITAIN")


def test_a_game_that_has_not_begun_cannot_end(world: World) -> None:
    """There is nothing to end, and the GM is told so."""
    new_game(world.services, NewGame("cashel", "republic", "Maeve", GM))
    with pytest.raises(NotAllowed, match="cashel has not begun"):
        end_game(world.services, "cashel", DRAW, sure=True)


def test_orders_in_the_book_are_kept_and_not_carried_out(world: World) -> None:
    """What was sent for the last phase stays in the record; the position is as it was."""
    begin(world)
    world.mail("ULSTER", "Build A Belfast South")
    end_game(world.services, "tara", DRAW, sure=True)
    seen = overview(world.services, "tara")
    units = overview_answer(seen)["units"]
    assert units
    assert not any(units.values())
    assert next(one for one in seen.seats if one.seat == "ULSTER").given == 1


@pytest.mark.slow
def test_fourteen_centres_are_told_with_all_that_belongs_to_it(world: World) -> None:
    """The last report says who won and with what, how all finished, and the centres by year."""
    begin(world)
    world.mail("MUNSTER", "Build A Cork Central")
    process(world.services, "tara", early=True, without=True)
    world.tick(hours=1)
    state = state_of(world)
    assert str(state.phase) == "F1016M"
    board = load_board("republic")
    centres = [place for place, one in board.provinces.items() if one.is_centre]
    owned = {place: PowerId("MUNSTER") for place in centres[:13]}
    army = Unit(PowerId("MUNSTER"), UnitKind.ARMY, Location(centres[13]))
    change_state(world, state.but(centres=owned, units=(army,)))
    for who in EVERYBODY:
        world.new_mail(who)
    world.tick(hours=1)
    (mail,) = world.new_mail("MUNSTER")
    assert mail["Subject"] == "[tara] Results of Autumn 1016; Munster wins the game"
    text = " ".join(text_of(mail).split())
    assert "THE GAME IS OVER. MUNSTER WINS THE GAME." in text
    assert "You have won the game: congratulations!" in text
    assert "Munster (Munster) owns 14 of the 25 supply centres:" in text
    assert "HOW THEY FINISHED - Munster (Munster): wins with 14 supply centres and 1 unit" in text
    assert "Thank you for the game, Ulster, Munster, Leinster, Connaught and Britain!" in text
    chart = text_of(mail).partition("SUPPLY CENTRES BY YEAR")[2].splitlines()[1:4]
    assert [line.split() for line in chart] == [
        ["Ulster", "Munster", "Leinster", "Connaught", "Britain"],
        ["1015", "2", "2", "2", "2", "-"],
        ["1016", "-", "14", "-", "-", "-"],
    ]
    told = overview_answer(overview(world.services, "tara"))
    assert told["winner"] == "MUNSTER"
    assert told["ended"]["how"] == "victory"
    assert len(told["centres"]["MUNSTER"]) == 14


def test_the_gms_end_leaves_no_deadline_behind(world: World) -> None:
    """Neither reminder nor resolution comes after the end."""
    begin(world)
    end_game(world.services, "tara", DRAW, sure=True)
    for who in EVERYBODY:
        world.new_mail(who)
    assert world.tick(minutes=30) == 0
    assert world.tick(days=30) == 0
    assert [world.new_mail(who) for who in EVERYBODY] == [[]] * len(EVERYBODY)


def test_the_opening_resolves_without_a_silent_power_when_the_gm_says_so(world: World) -> None:
    """The GM is told who is missing and how to go on; with his word it is resolved (Republic 4)."""
    begin(world)
    for power in POWERS[:4]:
        world.mail(power, "Waive")
        world.new_mail(power)
    world.tick(hours=1)
    (mail,) = world.new_mail(GM)
    text = " ".join(text_of(mail).split())
    assert "no orders came from Ulster, and this phase waits for all powers" in text
    assert "gm process tara --without-them" in text
    with pytest.raises(NotAllowed, match="nothing came from Ulster"):
        process(world.services, "tara")
    assert world.new_mail(GM) == []
    done = process(world.services, "tara", without=True)
    assert done.opened is not None
    assert done.opened.deadline - world.clock.now() == timedelta(hours=1)


@pytest.mark.slow
def test_a_held_opening_goes_on_when_it_is_complete(world: World) -> None:
    """With the last silent power's orders it is open again for a while, and all are told once.

    It waits for all five powers' orders, or for the GM (Republic 4, ruling).
    """
    begin(world)
    for power in POWERS[:4]:
        world.mail(power, "Waive")
    world.tick(hours=1)
    for who in (*POWERS, GM):
        world.new_mail(who)
    world.mail("ULSTER", "Build A Belfast South")
    told, receipt = world.new_mail("ULSTER")
    assert "all orders are in, due" in told["Subject"] + receipt["Subject"]
    (mail,) = world.new_mail(GM)
    assert mail["Subject"].startswith("[tara W1015A] Winter 1015: all orders are in, due ")
    assert "To resolve it now: `gm process tara --early`." in " ".join(text_of(mail).split())
    (mail,) = world.new_mail("MUNSTER")
    assert "gm process" not in text_of(mail)
    world.mail("ULSTER", "Build F Belfast North")
    assert world.new_mail(GM) == []
    phase = world.phase()
    assert phase is not None
    assert phase.status is PhaseStatus.OPEN
    assert phase.deadline - world.clock.now() == timedelta(hours=1)
    world.tick(hours=1)
    assert world.phase() != phase
    with world.services.store.read() as transaction:
        game = transaction.game("tara")
        assert [one.name for one in transaction.phases(game.id)] == ["W1015A", "S1016M"]


def test_orders_sent_ahead_are_counted_apart(world: World) -> None:
    """In an autumn the overview counts winter orders that wait, without showing them."""
    begin(world)
    world.mail("MUNSTER", "Build A Cork Central")
    process(world.services, "tara", early=True, without=True)
    world.tick(hours=1)
    world.mail("MUNSTER", "A CoC H\nBuild F Cork South")
    munster = next(one for one in overview(world.services, "tara").seats if one.seat == "MUNSTER")
    assert munster.words == "1 order, complete; 1 sent ahead"
    told = overview_answer(overview(world.services, "tara"))["seats"]
    assert [one["ahead"] for one in told if one["seat"] == "MUNSTER"] == [1]
    assert "CoS" not in str(told)
