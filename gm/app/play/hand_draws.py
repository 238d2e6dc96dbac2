"""Draws that the GM makes with a hat of his own, entered before their season runs (Irish 4-13).

What is entered is stored and noted at once and acts when the season is resolved. It can be changed
and taken back until then. What a draw is called, and how it is written, its game says. What the hat
will be asked for is learned by playing the coming season on paper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.app.history.chance import draws_of, recorded_draws
from gm.app.history.draw_words import draw_words_of, is_of_season, still_to_come
from gm.app.journal import note
from gm.app.play.proofs import prove_again
from gm.app.ports import Transaction
from gm.app.records import HandDraw, JournalKind
from gm.app.services import Services
from gm.app.table import Table, lay
from gm.contract.draw_words import DrawsAsked
from gm.contract.draws import Draw, HandDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.errors import InputError, NotAllowed
from gm.failpoints import failpoint
from gm.languages import listed

_MOST_STAGES = 4
"""A set-up, moves and retreats, and one to spare."""


def rehearse(table: Table, entered: Mapping[str, str]) -> tuple[Draw, ...]:
    """Return the draws of the coming season as they would be made now, without the sealed ones.

    It is played with the orders that stand, what follows the open phase without any: which draws
    there are hangs on no player's orders, only on what the GM has ordered.

    Args:
        table: the game.
        entered: what is entered by hand, by label.
    """
    source = HandDraws(draws_of(table.transaction, table.game).source, entered)
    words, rules, state = draw_words_of(table.family), table.rules, table.state
    season = words.season(table.stage)
    given: Mapping[SeatId, Sequence[Order]] = table.codec.drafts(
        table.transaction.active_orders(table.phase.id)
    )
    asked: list[Draw] = []
    for _ in range(_MOST_STAGES if season else 1):
        made = rules.resolve(state, given, source)
        asked += (draw for draw in made.draws if is_of_season(draw.label, season))
        state, given = made.state, {}
        if words.season(rules.stage(state)) != season or not rules.pending(state):
            break
    return tuple(draw for draw in asked if not draw.sealed)


def enter_draw(
    services: Services, game_name: str, words: Sequence[str], reason: str = ""
) -> tuple[HandDraw, ...]:
    """Enter a draw by hand, or the cards of a whole pack.

    Args:
        services: the ports.
        game_name: the game's name.
        words: what was drawn, as its game reads it; at least a label and what was drawn.
        reason: why; everybody may read it.

    Returns:
        What stands now in place of the draw.

    Raises:
        NoSuchGame: there is none of that name.
        InputError: the words are none of these, or nothing of the kind can be drawn.
        NotAllowed: nothing is drawn in this game, or that draw was made already.
    """
    with services.store.write() as transaction:
        table = _table(services, transaction, game_name)
        standing = _standing(table)
        words_of_draws = draw_words_of(table.family)
        asked = _asked(table, standing)
        wanted = words_of_draws.read(words, asked, table.position)
        _must_be_possible(table, {**standing, **wanted}, wanted)
        now, why = services.clock.now(), " ".join(reason.split())
        entered = tuple(
            transaction.add_hand_draw(HandDraw(0, table.game.id, label, chosen, why, now))
            for label, chosen in wanted.items()
        )
        listed_draws = ", ".join(f"{draw.label}: {draw.chosen}" for draw in entered)
        _note(table, JournalKind.DRAW_ENTERED, f"The GM drew {listed_draws}.", why)
        _drop_stale(table)
        prove_again(services, transaction, table.game)
        failpoint("draws.before_commit")
    return entered


def take_back(services: Services, game_name: str, words: Sequence[str]) -> tuple[HandDraw, ...]:
    """Take back a draw that was entered by hand; cards go with their whole pack.

    Args:
        services: the ports.
        game_name: the game's name.
        words: as for `enter_draw`, without what was drawn; or `all`.

    Returns:
        What was taken back: that, and what made sense only with it.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: nothing of the kind is entered, or the season has run.
    """
    with services.store.write() as transaction:
        table = _table(services, transaction, game_name)
        entered, season = _entered(table), _season(table)
        meant = draw_words_of(table.family).is_meant
        gone = tuple(draw for draw in entered if meant(words, draw.label, season))
        if not gone:
            known = listed(draw.label for draw in entered) or "nothing"
            raise NotAllowed(
                f"Nothing of the kind is entered for {season or table.phase.name}; "
                f"there is {known}."
            )
        for hand_draw in gone:
            transaction.take_back_draw(hand_draw, services.clock.now())
        listed_draws = ", ".join(f"{draw.label}: {draw.chosen}" for draw in gone)
        _note(table, JournalKind.DRAW_TAKEN_BACK, f"The GM took back {listed_draws}.", "")
        gone += _drop_stale(table)
        prove_again(services, transaction, table.game)
    return gone


def _table(services: Services, transaction: Transaction, game_name: str) -> Table:
    table = lay(services, transaction, transaction.game(game_name))
    if not table.rules.meta.chance:
        raise NotAllowed(f"{table.game.name} is {table.rules.meta.title}: nothing is drawn in it.")
    if not table.rules.meta.previews:
        raise NotAllowed(
            f"{table.game.name} is {table.rules.meta.title}: its draws are the server's alone. Which "
            "are asked for would show what others have ordered."
        )
    return table


def _season(table: Table) -> str:
    return draw_words_of(table.family).season(table.stage)


def _entered(table: Table) -> tuple[HandDraw, ...]:
    return still_to_come(table.transaction, table.game, _season(table))


def _standing(table: Table) -> dict[str, str]:
    return {draw.label: draw.chosen for draw in _entered(table)}


def _asked(table: Table, entered: Mapping[str, str]) -> DrawsAsked:
    """Return the draws of the coming season as they would be made with what is entered."""
    drawn = rehearse(table, entered)
    made = tuple(
        (stage, draw)
        for stage, draw in recorded_draws(table.transaction, table.game)
        if not draw.sealed
    )
    return DrawsAsked(_season(table), drawn, made)


def _must_be_possible(table: Table, entered: Mapping[str, str], wanted: Mapping[str, str]) -> None:
    """Refuse what could not be drawn if the season ran now; InputError."""
    asked = _asked(table, entered)
    for label, chosen in wanted.items():
        draw = asked.labelled(label)
        if draw is not None and draw.refused:
            raise InputError(
                f"{chosen} cannot be drawn for {label}: the hat holds {' '.join(draw.candidates)}."
            )
    draw_words_of(table.family).must_be_whole(asked, wanted)


def _drop_stale(table: Table) -> tuple[HandDraw, ...]:
    """Take back what makes no sense any more, with all of its pack: `PACK: what for`."""
    entered = _entered(table)
    asked = {draw.label for draw in rehearse(table, _standing(table))}
    known = {hand_draw.label for hand_draw in entered}
    broken = {label.partition(": ")[0] for label in asked - known if ": " in label}
    stale = tuple(
        hand_draw
        for hand_draw in entered
        if hand_draw.label not in asked
        or (": " in hand_draw.label and hand_draw.label.partition(": ")[0] in broken)
    )
    for hand_draw in stale:
        table.transaction.take_back_draw(hand_draw, table.services.clock.now())
    if stale:
        listed_draws = ", ".join(f"{hand_draw.label}: {hand_draw.chosen}" for hand_draw in stale)
        text = f"No longer asked for, and taken back: {listed_draws}."
        _note(table, JournalKind.DRAW_TAKEN_BACK, text, "")
    return stale


def _note(table: Table, kind: JournalKind, text: str, reason: str) -> None:
    now, data = table.services.clock.now(), {"phase": table.phase.name, "reason": reason}
    note(table.transaction, now, kind, text, game_id=table.game.id, author="gm", data=data)
