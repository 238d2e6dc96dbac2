"""Positions of Irish Freedom as plain data, and back, checked key by key."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from gm.errors import UnreadableInput
from gm.games.irish_freedom.rules.state import (
    ATTACHMENT_LETTER,
    FIRST_NUMBERS,
    AfterTreaty,
    Attachment,
    FreedomState,
    Preference,
    Result,
    Standing,
    Unit,
    UpgradeChoice,
    Wait,
    id_order,
)
from gm.games.irish_freedom.rules.tables import (
    FIRST_WAR,
    SECOND_WAR,
    AttachmentType,
    Colour,
    Flag,
    RuleTables,
    UnitType,
)
from gm.interpret.recorded import list_of, member_of, number_of, one_of, table_of, truth_of

_KEYS: Final = (
    "war",
    "turn",
    "wait",
    "units",
    "attachments",
    "next_id",
    "woi_deck",
    "cw_deck",
    "woi_discard",
    "cw_discard",
    "red_eliminated",
    "flags",
    "vp_woi",
    "vp_cw",
    "result",
    "policy",
)
_PIECE_KEYS: Final = ("id", "type", "colour", "area")
_POLICY_KEYS: Final = ("upgrade", *(p.value for p in Preference), "after_treaty")
_MOST_POINTS: Final = 99
_ID: Final = re.compile(r"([A-Z])([0-9]{2,9})")
_UNIT_LETTERS: Final = "".join(colour.letter for colour in Colour)

P = TypeVar("P", Unit, Attachment)


def position_written(state: FreedomState) -> dict[str, Any]:
    """Return a position as plain data."""
    policy = state.policy
    return {
        "war": state.war,
        "turn": state.turn,
        "wait": state.wait.value,
        "units": [_piece_written(unit) for unit in state.units],
        "attachments": [_piece_written(attachment) for attachment in state.attachments],
        "next_id": dict(state.next_id),
        "woi_deck": [*state.woi_deck],
        "cw_deck": [*state.cw_deck],
        "woi_discard": [*state.woi_discard],
        "cw_discard": [*state.cw_discard],
        "red_eliminated": state.red_eliminated,
        "flags": {flag.value: flag in state.flags for flag in Flag},
        "vp_woi": state.vp_woi,
        "vp_cw": state.vp_cw,
        "result": state.result.value if state.result is not None else None,
        "policy": {
            "upgrade": policy.upgrade.value,
            **{preference.value: [*policy.listed(preference)] for preference in Preference},
            "after_treaty": policy.after_treaty.value,
        },
    }


def _piece_written(piece: Unit | Attachment) -> dict[str, str]:
    return {
        "id": piece.id,
        "type": piece.type.value,
        "colour": piece.colour.value,
        "area": piece.area,
    }


def position_read(data: object, tables: RuleTables) -> FreedomState:
    """Return the position that plain data describe.

    Raises:
        UnreadableInput: a key is missing, unknown or of another kind; the sentence names it.
    """
    record = table_of(data, "state", _KEYS)
    units = _pieces(record["units"], "state.units", tables, _unit)
    attachments = _pieces(record["attachments"], "state.attachments", tables, _attachment)
    numbers = table_of(record["next_id"], "state.next_id", tuple(FIRST_NUMBERS))
    flags = table_of(record["flags"], "state.flags", tuple(flag.value for flag in Flag))
    result = record["result"]
    ids = {card: war for war, cards in tables.cards.items() for card in (c.id for c in cards)}
    decks = {
        key: _cards(record[key], f"state.{key}", ids, war)
        for key, war in (
            ("woi_deck", FIRST_WAR),
            ("woi_discard", FIRST_WAR),
            ("cw_deck", SECOND_WAR),
            ("cw_discard", SECOND_WAR),
        )
    }
    for war in ("woi", "cw"):
        if set(decks[f"{war}_deck"]) & set(decks[f"{war}_discard"]):
            raise UnreadableInput(f"state.{war}_deck: a card of it is in the discards, too.")
    return FreedomState(
        war=one_of(record["war"], "state.war", (FIRST_WAR, SECOND_WAR)),
        turn=number_of(record["turn"], "state.turn", 1, 11),
        wait=member_of(record["wait"], "state.wait", Wait),
        units=units,
        attachments=attachments,
        next_id=_numbers_read(numbers, (*units, *attachments)),
        woi_deck=decks["woi_deck"],
        cw_deck=decks["cw_deck"],
        woi_discard=decks["woi_discard"],
        cw_discard=decks["cw_discard"],
        red_eliminated=number_of(record["red_eliminated"], "state.red_eliminated", 0, 10**6),
        flags=tuple(
            flag for flag in Flag if truth_of(flags[flag.value], f"state.flags.{flag.value}")
        ),
        vp_woi=number_of(record["vp_woi"], "state.vp_woi", 0, _MOST_POINTS),
        vp_cw=number_of(record["vp_cw"], "state.vp_cw", 0, _MOST_POINTS),
        result=None if result is None else member_of(result, "state.result", Result),
        policy=_policy(record["policy"], tables),
    )


def _numbers_read(
    numbers: Mapping[str, object], pieces: Sequence[Unit | Attachment]
) -> dict[str, int]:
    """Return the next numbers; none of them may have been given."""
    read = {
        letter: number_of(number, f"state.next_id.{letter}", 1, 10**6)
        for letter, number in numbers.items()
    }
    for piece in pieces:
        letter, number = id_order(piece.id)
        if number >= read[letter]:
            raise UnreadableInput(f"state.next_id.{letter}: {piece.id} is on the board.")
    return read


def _policy(data: object, tables: RuleTables) -> Standing:
    record = table_of(data, "state.policy", _POLICY_KEYS)
    lists = {
        preference.value: _areas(record[preference.value], preference, tables)
        for preference in Preference
    }
    return Standing(
        upgrade=member_of(record["upgrade"], "state.policy.upgrade", UpgradeChoice),
        after_treaty=member_of(record["after_treaty"], "state.policy.after_treaty", AfterTreaty),
        **lists,
    )


def _areas(data: object, preference: Preference, tables: RuleTables) -> tuple[str, ...]:
    where = f"state.policy.{preference.value}"
    areas = tuple(one_of(area, where, tuple(tables.areas)) for area in list_of(data, where))
    if len(set(areas)) < len(areas):
        raise UnreadableInput(f"{where}: an Area comes twice.")
    return areas


def _pieces(
    data: object, where: str, tables: RuleTables, read: Callable[[Mapping[str, Any], str], P]
) -> tuple[P, ...]:
    pieces = list[P]()
    for place, item in enumerate(list_of(data, where)):
        record = table_of(item, f"{where}[{place}]", _PIECE_KEYS)
        one_of(record["area"], f"{where}[{place}].area", tuple(tables.areas))
        pieces.append(read(record, f"{where}[{place}]"))
    ids = [id_order(piece.id) for piece in pieces]
    if ids != sorted(set(ids)):
        raise UnreadableInput(f"{where}: they are not sorted by id, each once.")
    return tuple(pieces)


def _unit(record: Mapping[str, Any], where: str) -> Unit:
    colour = member_of(record["colour"], f"{where}.colour", Colour)
    kind = member_of(record["type"], f"{where}.type", UnitType)
    return Unit(_id(record["id"], where, _UNIT_LETTERS), kind, colour, record["area"])


def _attachment(record: Mapping[str, Any], where: str) -> Attachment:
    colour = member_of(record["colour"], f"{where}.colour", Colour)
    if colour not in (Colour.BLUE, Colour.GREEN):
        raise UnreadableInput(f"{where}.colour: {colour.value} has no guns and cars.")
    kind = member_of(record["type"], f"{where}.type", AttachmentType)
    return Attachment(_id(record["id"], where, ATTACHMENT_LETTER), kind, colour, record["area"])


def _id(data: object, where: str, letters: str) -> str:
    """Return an id; it stays what it was given as, whatever becomes of the piece (2)."""
    match = _ID.fullmatch(data) if isinstance(data, str) else None
    if match is None or match[1] not in letters or match[2] != f"{int(match[2]):02}":
        raise UnreadableInput(f"{where}.id: {data!r} is no id of {', '.join(letters)}.")
    return match[0]


def _cards(data: object, where: str, wars: Mapping[str, str], war: str) -> tuple[str, ...]:
    known = tuple(card for card, of_war in wars.items() if of_war == war)
    cards = tuple(one_of(card, where, known) for card in list_of(data, where))
    if len(set(cards)) < len(cards):
        raise UnreadableInput(f"{where}: a card comes twice.")
    return cards
