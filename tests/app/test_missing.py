"""Powers without orders at a deadline: by each policy, the bench asked, seats lost and given back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.app.records import GameStatus, InboxState, PhaseStatus
from gm.app.seats.offers import offer_by_gm
from gm.app.seats.players import add_player
from gm.app.seats.resigning import vacate_by_gm
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.app.timing.deadlines import move_deadline
from gm.config import AddressStyle
from gm.errors import AlreadyThere, NotAllowed
from gm.report.wording.dates import moment_words
from tests.app.proof import mails_to
from tests.app.world import GM, HOST, SEED, World, text_of

ANN = "ann@elsewhere.test"
BOB = "bob@elsewhere.test"
ORDERS = {
    "AUSTRIA": "A Vie H",
    "ENGLAND": "F Lon H",
    "FRANCE": "A Par H",
    "GERMANY": "A Ber H",
    "ITALY": "A Rom H",
    "RUSSIA": "A Mos H",
    "TURKEY": "A Con H",
}


def begin(world: World, **settings: str) -> None:
    """Start a standard game with these settings."""
    game = world.start("tara", "standard")
    chosen = {name.replace("_", "-"): it for name, it in settings.items()}
    with world.services.store.write() as transaction:
        transaction.save_game(replace(transaction.game(game.name), settings=chosen))


def send_all(world: World, but: str = "") -> None:
    """Send orders of every power but some, by their first letters."""
    for power, orders in ORDERS.items():
        if power[0] not in but:
            world.mail(power, orders)


def stand_by(world: World, *people: str) -> None:
    """Put people on the bench of the game."""
    for who in people:
        world.mail(who, "STANDBY tara")


def holder(world: World, power: str) -> str:
    """Return who plays a power, by name; "" for nobody."""
    with world.services.store.read() as transaction:
        seats = transaction.seats(transaction.game("tara").id)
        person = next(seat.person for seat in seats if seat.seat == power)
    return person.name if person is not None else ""


def last(world: World, who: str) -> str:
    """Return the newest mail to somebody, its lines joined."""
    return " ".join(text_of(mails_to(world, who)[-1]).split())


def told(world: World, who: str, words: str) -> bool:
    """Tell whether some mail to somebody says something."""
    return any(words in " ".join(text_of(one).split()) for one in mails_to(world, who))


def reply_to(world: World, who: str, body: str) -> InboxState:
    """Answer the offer to somebody."""
    (offer,) = [one for one in mails_to(world, who)[-3:] if "Will you play" in str(one["Subject"])]
    return world.mail(who, body, to=str(offer["Reply-To"])).state


def due(world: World) -> None:
    """Let the open phase's deadline come."""
    phase = world.phase()
    assert phase is not None
    world.tick(seconds=(phase.deadline - world.clock.now()).total_seconds())


def name(world: World) -> str:
    """Return the name of the open phase."""
    phase = world.phase()
    assert phase is not None
    return phase.name


@pytest.mark.slow
def test_units_hold_by_default(world: World) -> None:
    """Nothing waits, the report names who was late; where the game has it so he loses the seat."""
    begin(world, replace_after="2")
    send_all(world, but="F")
    due(world)
    assert name(world) == "F1901M"
    assert "France" in last(world, "ENGLAND")
    assert holder(world, "FRANCE") == "France"
    send_all(world, but="F")
    due(world)
    assert holder(world, "FRANCE") == ""
    assert told(world, "FRANCE", "no orders came for 2 seasons, one after the other")
    assert told(world, GM, "gm seat offer tara FRANCE")
    assert told(world, "ENGLAND", "France has no player now")


@pytest.mark.slow
def test_a_season_with_orders_counts_anew(world: World) -> None:
    """Only seasons one after the other cost a seat, and none with 0."""
    begin(world, replace_after="2")
    for missing in ("F", "", "F"):
        send_all(world, but=missing)
        due(world)
    assert holder(world, "FRANCE") == "France"
    with world.services.store.write() as transaction:
        transaction.save_game(replace(transaction.game("tara"), settings={}))
    for _ in range(3):
        send_all(world, but="F")
        due(world)
    assert holder(world, "FRANCE") == "France"


def test_a_deadline_is_extended_once(world: World) -> None:
    """All are told who is waited for and until when; then it is resolved without them."""
    begin(world, nmr="extend", extension="1d")
    send_all(world, but="FG")
    due(world)
    assert name(world) == "S1901M"
    assert "No orders came from France and Germany, so the deadline is extended once." in last(
        world, "TURKEY"
    )
    world.tick(hours=23)
    assert name(world) == "S1901M"
    due(world)
    assert name(world) == "F1901M"


def test_nothing_is_extended_where_all_have_ordered(world: World) -> None:
    """The policy is for those who lack orders only, and vacant seats lack none."""
    begin(world, nmr="extend", first_orders="yes")
    vacate_by_gm(world.services, "tara", "France", "he asked for it")
    send_all(world, but="F")
    due(world)
    assert name(world) == "F1901M"


def test_the_gm_decides_where_he_wants_to(world: World) -> None:
    """The phase waits for the missing orders, or for his word."""
    begin(world, nmr="gm")
    send_all(world, but="F")
    due(world)
    phase = world.phase()
    assert phase is not None
    assert phase.status is PhaseStatus.HELD
    assert "France" in phase.held_because
    world.mail("FRANCE", ORDERS["FRANCE"])
    phase = world.phase()
    assert phase is not None
    assert phase.status is PhaseStatus.OPEN


@pytest.mark.slow
def test_the_first_season_can_wait_for_all(world: World) -> None:
    """Later seasons do not."""
    begin(world, first_orders="yes")
    send_all(world, but="F")
    due(world)
    phase = world.phase()
    assert phase is not None
    assert phase.status is PhaseStatus.HELD
    world.mail("FRANCE", ORDERS["FRANCE"])
    due(world)
    assert name(world) == "F1901M"
    due(world)
    assert name(world) != "F1901M"


@pytest.mark.slow
def test_a_power_is_left_to_civil_disorder(world: World) -> None:
    """Its seat is vacant at once, its units hold, and its player may come back."""
    begin(world, nmr="disorder")
    send_all(world, but="F")
    due(world)
    assert name(world) == "F1901M"
    assert holder(world, "FRANCE") == ""
    assert "You get no more mail of the game." in last(world, "FRANCE")
    assert told(world, GM, "gm seat offer tara FRANCE")
    world.mail("FRANCE", "RETURN tara")
    assert holder(world, "FRANCE") == "France"
    assert "You play France in tara again" in last(world, "FRANCE")


@pytest.mark.slow
def test_a_standby_stands_in_for_a_phase(world: World) -> None:
    """He is mailed position, rules and offer; his YES with orders below it is all that it takes."""
    begin(world, nmr="standby", extension="2d")
    stand_by(world, ANN)
    send_all(world, but="F")
    due(world)
    assert name(world) == "S1901M"
    offer = last(world, ANN)
    assert "Will you stand in for this phase?" in offer
    phase = world.phase("tara")
    assert phase is not None
    assert f"due on {moment_words(phase.deadline, 'UTC')}" in " ".join(offer.split())
    assert "THE POSITION" in offer
    assert "reply with the word YES" in offer
    assert "A standby is asked." in last(world, "TURKEY")
    assert reply_to(world, ANN, "YES\nA Par - Bur") is InboxState.DONE
    assert holder(world, "FRANCE") == "ann"
    assert world.orders("FRANCE") == ["A PAR - BUR"]
    assert told(world, "FRANCE", "ann plays France in this phase")
    assert told(world, "TURKEY", "in place of France")
    due(world)
    assert name(world) == "F1901M"
    assert holder(world, "FRANCE") == "France"
    assert told(world, ANN, "you need send no more orders")
    assert told(world, "FRANCE", "You play France again")
    assert "F1901M" in str(mails_to(world, "FRANCE")[-1]["Subject"]) or told(
        world, "FRANCE", "Autumn 1901"
    )


@pytest.mark.slow
def test_the_absent_player_returns(world: World) -> None:
    """RETURN takes the seat back at once from who stands in; his orders stand until changed."""
    begin(world, nmr="standby", extension="2d")
    stand_by(world, ANN)
    send_all(world, but="F")
    due(world)
    reply_to(world, ANN, "yes please")
    world.mail("FRANCE", "RETURN")
    assert holder(world, "FRANCE") == "France"
    assert told(world, ANN, "Thank you for playing France")
    world.mail("FRANCE", "A Par H")
    assert world.orders("FRANCE") == ["A PAR H"]


@pytest.mark.slow
def test_who_stands_in_for_the_last_time_keeps_the_seat(world: World) -> None:
    """A player who misses too many seasons loses the seat to him."""
    begin(world, nmr="standby", extension="2d", replace_after="1")
    stand_by(world, ANN)
    send_all(world, but="F")
    due(world)
    reply_to(world, ANN, "YES\nA Par H")
    due(world)
    assert holder(world, "FRANCE") == "ann"
    assert told(world, ANN, "ann plays France from now on")
    assert told(world, "FRANCE", "You no longer play France")
    assert world.mail("FRANCE", "RETURN").state is InboxState.REJECTED


@pytest.mark.slow
def test_the_next_of_the_bench_is_asked(world: World) -> None:
    """After a no, and when the time for an answer is over; the last no is told to the GM."""
    begin(world, nmr="standby", extension="2d")
    stand_by(world, ANN, BOB)
    send_all(world, but="F")
    due(world)
    assert not told(world, BOB, "Will you stand in")
    assert reply_to(world, ANN, "Sorry, I cannot") is InboxState.DONE
    assert told(world, BOB, "Will you stand in")
    world.tick(hours=25)
    assert told(world, BOB, "can be taken no more")
    assert told(world, GM, "nobody took it")
    assert reply_to_late(world, BOB) is InboxState.REJECTED
    due(world)
    assert name(world) == "F1901M"


def reply_to_late(world: World, who: str) -> InboxState:
    """Answer an offer whose time is over."""
    offer = next(one for one in mails_to(world, who) if "Will you play" in str(one["Subject"]))
    return world.mail(who, "yes", to=str(offer["Reply-To"])).state


@pytest.mark.slow
def test_orders_that_come_after_all_end_the_offer(world: World) -> None:
    """A standby who says yes then is thanked, and takes nothing from anybody."""
    begin(world, nmr="standby", extension="2d")
    stand_by(world, ANN)
    send_all(world, but="F")
    due(world)
    world.mail("FRANCE", "A Par H")
    assert reply_to(world, ANN, "YES") is InboxState.REJECTED
    assert "has sent orders meanwhile" in last(world, ANN)
    assert holder(world, "FRANCE") == "France"


def test_without_a_bench_the_phase_goes_on(world: World) -> None:
    """Nobody is waited for who cannot be asked; the GM reads why."""
    begin(world, nmr="standby")
    send_all(world, but="F")
    due(world)
    assert name(world) == "F1901M"
    assert told(world, GM, "nobody is on the bench")


def test_an_answer_must_say_yes_or_no(world: World) -> None:
    """Anything else is asked about again, and the offer stands."""
    begin(world, nmr="standby")
    stand_by(world, ANN)
    send_all(world, but="F")
    due(world)
    assert reply_to(world, ANN, "What would I have to do?") is InboxState.REJECTED
    assert "Write YES or NO on the first line" in last(world, ANN)


@pytest.mark.slow
def test_resigning_needs_a_yes(world: World) -> None:
    """RESIGN asks; NO or nothing changes nothing; YES frees the seat and asks the bench."""
    begin(world)
    stand_by(world, ANN)
    world.mail("FRANCE", "RESIGN")
    asked = mails_to(world, "FRANCE")[-1]
    assert "really give up" in str(asked["Subject"]), "no mail after it that a YES would answer"
    assert holder(world, "FRANCE") == "France"
    world.mail("FRANCE", "hm, let me think", to=str(asked["Reply-To"]))
    assert holder(world, "FRANCE") == "France"
    assert told(world, "FRANCE", "you play on")
    world.mail("FRANCE", "RESIGN")
    again = [one for one in mails_to(world, "FRANCE") if "really give up" in str(one["Subject"])][
        -1
    ]
    world.mail("FRANCE", "YES", to=str(again["Reply-To"]))
    assert holder(world, "FRANCE") == ""
    assert told(world, "ENGLAND", "France has resigned")
    assert told(world, ANN, "Will you play it, to the end?")
    assert reply_to(world, ANN, "I'll take it") is InboxState.DONE
    assert holder(world, "FRANCE") == "ann"
    assert told(world, ANN, "YOU PLAY FRANCE")
    assert world.mail("FRANCE", "RETURN").state is InboxState.REJECTED
    assert world.mail(ANN, "A Par H").state is InboxState.DONE


def test_words_that_need_no_seat_are_taken_alone(world: World) -> None:
    """Who plays has nothing to come back to; beside orders such a word is not passed over."""
    begin(world)
    world.mail("FRANCE", "RETURN tara")
    assert told(world, "FRANCE", "You play in tara already.")
    world.mail("FRANCE", "A Par H\nSTANDBY hill")
    assert world.orders("FRANCE") == ["A PAR H"]
    assert told(world, "FRANCE", "STANDBY is taken only in a mail with nothing else in it.")


def test_the_gm_takes_and_offers_seats(world: World) -> None:
    """The player reads why and cannot return; a seat is offered once at a time, to whom he says."""
    begin(world)
    vacate_by_gm(world.services, "tara", "france", "three weeks of silence")
    assert told(world, "FRANCE", "His reason: three weeks of silence.")
    assert world.mail("FRANCE", "RETURN").state is InboxState.REJECTED
    with pytest.raises(NotAllowed, match="name an address"):
        offer_by_gm(world.services, "tara", "France")
    offered = offer_by_gm(world.services, "tara", "France", ANN, "Ann")
    assert offered.person.name == "Ann"
    with pytest.raises(AlreadyThere):
        offer_by_gm(world.services, "tara", "France", BOB)
    with pytest.raises(NotAllowed, match="gm seat vacate"):
        offer_by_gm(world.services, "tara", "Italy", BOB)
    assert reply_to(world, ANN, "Yes") is InboxState.DONE
    assert holder(world, "FRANCE") == "Ann"


def test_a_newcomer_has_time_to_write(world: World) -> None:
    """Who takes a seat just before a deadline gets half an extension at least, and all are told."""
    begin(world, extension="4d")
    vacate_by_gm(world.services, "tara", "France", "silence")
    offer_by_gm(world.services, "tara", "France", ANN, "Ann")
    before = world.phase()
    reply_to(world, ANN, "YES")
    after = world.phase()
    assert before is not None
    assert after is not None
    assert (after.deadline - world.clock.now()).days == 2
    assert told(world, "ITALY", "who needs time for that")
    move_deadline(world.services, "tara", after.deadline.replace(year=2099))
    assert HOST in str(mails_to(world, ANN)[-1]["Reply-To"])


@pytest.mark.slow
def test_orders_of_a_former_player_are_for_nobody(world: World) -> None:
    """He is told how he comes back; what they say is not shown to who stands in, nor to the GM."""
    begin(world, nmr="standby", extension="2d")
    stand_by(world, ANN)
    send_all(world, but="F")
    due(world)
    reply_to(world, ANN, "YES")
    assert told(world, "FRANCE", "No orders came from you for Spring 1901")
    world.mail("FRANCE", "A Par - Pic")
    assert "You do not play France in tara now" in last(world, "FRANCE")
    assert "RETURN tara" in last(world, "FRANCE")
    for who in (ANN, GM):
        assert not told(world, who, "A Par - Pic")


def test_a_question_to_a_newcomer_outlives_the_phase(world: World) -> None:
    """Whoever asked to stand by is no player whose orders came too late for a season."""
    begin(world)
    world.services = replace(world.services, proof=True)
    mail = world.mail(ANN, "STANDBY tara")
    assert mail.state is InboxState.HELD
    due(world)
    assert name(world) == "F1901M"
    world.mail(ANN, "yes", to=str(mails_to(world, ANN)[-1]["Reply-To"]))
    assert "You are on the bench of tara" in last(world, ANN)


@pytest.mark.parametrize("quoted", [True, False])
def test_an_offer_is_taken_where_addresses_carry_nothing(world: World, quoted: bool) -> None:
    """The key in the quote, or the mail that is answered, names the offer just as well."""
    begin(world)
    own = replace(world.services.identity, address_style=AddressStyle.BODY)
    world.services = replace(world.services, identity=own)
    vacate_by_gm(world.services, "tara", "France", "silence")
    offer_by_gm(world.services, "tara", "France", ANN, "Ann")
    offer = mails_to(world, ANN)[-1]
    assert str(offer["Reply-To"]) == f"gm@{HOST}"
    key = next(one for one in text_of(offer).splitlines() if one.startswith("Reply key: "))
    body = f"YES\n\n> {key}" if quoted else "YES"
    headers = "" if quoted else f"In-Reply-To: {offer['Message-ID']}\n"
    mail = world.mail(ANN, body, to=f"gm@{HOST}", headers=headers)
    assert mail.state is InboxState.DONE
    assert holder(world, "FRANCE") == "Ann"
    forged = f"In-Reply-To: <offer-1.9@{HOST}>\n"
    assert world.mail(BOB, "YES", to=f"gm@{HOST}", headers=forged).state is InboxState.REJECTED


def test_a_paused_game_can_be_joined_too(world: World) -> None:
    """An offer is taken while nothing goes on."""
    begin(world)
    vacate_by_gm(world.services, "tara", "France", "silence")
    offer_by_gm(world.services, "tara", "France", ANN, "Ann")
    with world.services.store.write() as transaction:
        transaction.set_game_status(transaction.game("tara").id, GameStatus.PAUSED)
    assert reply_to(world, ANN, "YES") is InboxState.DONE
    assert holder(world, "FRANCE") == "Ann"


def test_empty_seats_and_idle_powers_miss_nothing(world: World) -> None:
    """Where nobody plays, and in winters without builds, nothing is extended, noted or taken away."""
    days = {"movement": 3600, "retreat": 3600, "adjustment": 3600}
    chosen = {"nmr": "extend", "replace-after": "1", "first-orders": "yes"}
    wish = NewGame("tara", "standard", "Maeve", GM, lengths=days, seed=SEED, settings=chosen)
    new_game(world.services, wish)
    add_player(world.services, "tara", "Turkey", "Turkey", "turkey@example.org")
    start_game(world.services, "tara", with_empty_seats=True)
    for phase in ("S1901M", "F1901M"):
        assert name(world) == phase
        world.mail("TURKEY", ORDERS["TURKEY"])
        due(world)
    while name(world) == "W1901A":
        due(world)
    assert name(world) == "S1902M", "nobody had anything to build, so no winter was waited for"
    with world.services.store.read() as transaction:
        kinds = {one.kind for one in transaction.journal(transaction.game("tara").id)}
    assert not kinds & {"orders missed", "deadline extended", "seat vacated"}
    assert holder(world, "TURKEY") == "Turkey"
