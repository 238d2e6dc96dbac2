"""Freedom! keeps what every game must."""

from __future__ import annotations

from random import Random

from gm.app.codec import codec_for
from gm.contract.draws import SeededDraws
from gm.contract.facts import Part, Viewer
from gm.contract.rules import Position
from gm.contract.seats import SeatId
from gm.contract.told import known_step
from gm.games.freedom.game import freedom
from gm.games.freedom.rules.by_mail import SetAway, SilencePlayed
from gm.games.freedom.rules.orders import Play, PlayMode
from gm.games.freedom.rules.state import HIDDEN, Wait
from gm.games.freedom.rules.tables import IMP, INS, SEATS
from tests.contract.checks import SEEDS, GameChecks, Player
from tests.contract.leaks import markers_in
from tests.games.freedom.playing import siege_rules
from tests.games.freedom.random_plays import opened_by, orders

RULES = siege_rules()


class TestFreedom(GameChecks):
    """Both seats, for as long as a game lasts; what is hidden are the cards."""

    player = Player(freedom(), "freedom", orders, steps=110, markers=frozenset(RULES.tables.cards))

    @SEEDS
    def test_nothing_hidden_passes_the_door(self, seed: int) -> None:
        """No card that his view, an earlier step, a play or a look of his own has not shown is told to a reader.

        What is played in the last turn of a period leaves the game before anybody's next view.
        """
        codec, markers = codec_for(self.player.family.stored), self.player.markers
        known: dict[SeatId | None, set[str]] = {None: set(), IMP: {"AG01"}, INS: {"AG01"}}
        for step in self.player.played(seed):
            if step.before is None:
                continue
            over = not step.rules.pending(step.made.state)
            for seat, shown in known.items():
                shown.update(c for event in step.made.events for c in opened_by(event, seat))
                seats = [seat] if seat is not None else None
                seen = step.rules.view(step.made.state, seats)
                shown.update(markers_in(codec.dump(seen), markers))
                part = Part.PLAYER if seats else Part.ARCHIVE
                viewer = Viewer(part, tuple(seats or ()))
                told = known_step(step.rules, step.before, step.made, viewer, over=over)
                parts = (told.after, [*told.events], [*told.outcomes], [*told.draws])
                assert markers_in("".join(map(codec.dump, parts)), markers) <= shown


def test_silence_is_played_to_the_end() -> None:
    """Whoever is silent has his lowest card played at each deadline, and the game ends."""
    draws = SeededDraws(bytes(32))
    state = RULES.new_game(draws).state
    for _ in range(110):
        if state.turn is None:
            break
        made = RULES.resolve(state, {}, draws)
        assert made.events[0] == SilencePlayed(state.turn)
        state = made.state
    assert state.wait is Wait.END


def test_only_what_would_be_played_lets_the_game_go_on() -> None:
    """A card that is not in hand, or a line of the other side, is no turn; absence is (6)."""
    draws = SeededDraws(bytes(32))
    state = RULES.new_game(draws).state
    while state.wait is not Wait.PLAY:
        state = RULES.resolve(state, {}, draws).state
    assert state.turn == IMP
    foreign = next(card for card in RULES.tables.deck("A") if card not in state.hand[IMP])
    own = state.hand[IMP][0]
    assert RULES.lacking(state, IMP, {IMP: [Play(foreign, PlayMode.AP)]})
    assert not RULES.lacking(state, IMP, {IMP: [Play(own, PlayMode.AP)]})
    assert not RULES.lacking(state, IMP, {IMP: [SetAway(on=True)]})
    assert RULES.lacking(state, IMP, {IMP: [SetAway(on=True)], INS: [SetAway(on=True)]})
    assert RULES.lacking(state, IMP, {IMP: [SetAway(on=False)]})
    assert not RULES.lacking(state, INS, {})


def test_hands_decks_and_policies_are_hidden() -> None:
    """Each sees his own; everybody sees all when the game is over (1)."""
    draws = SeededDraws(bytes(32))
    state = RULES.new_game(draws).state
    for seat in SEATS:
        seen = RULES.view(state, [seat])
        other = next(each for each in SEATS if each != seat)
        assert seen.hand[seat] == state.hand[seat]
        assert set(seen.hand[other]) == set(seen.deck["A"]) == {HIDDEN}
        assert len(seen.hand[other]) == len(state.hand[other])
        assert seen.policy[other] is None
    public = RULES.view(state, None)
    assert all(set(hand) == {HIDDEN} for hand in public.hand.values())
    while state.turn is not None:
        state = RULES.resolve(state, {}, draws).state
    assert RULES.view(state, None) == state


def test_what_was_stored_plays_on_alike() -> None:
    """Tables that are stored keep no order; nothing hangs on it."""
    codec, chance, draws = codec_for(freedom().stored), Random(7), SeededDraws(b"7" * 32)
    state = RULES.new_game(draws).state
    for _ in range(60):
        if state.turn is None:
            break
        again = codec.load_state(codec.dump(state))
        drafts = {seat: orders(Position(RULES, state), seat, chance) for seat in SEATS}
        made = RULES.resolve(state, drafts, draws)
        assert RULES.resolve(again, drafts, draws) == made
        state = made.state
