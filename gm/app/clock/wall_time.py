"""Moments as people say them: a time on the wall, in a zone whose clocks go forward and back.

A moment is worked out once, when it is said, and is an instant from then on. A time that the clocks
leave out or show twice is refused, with what can be said in its place.
"""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from gm.errors import InputError
from gm.languages import gettext

_FORM = "%Y-%m-%d %H:%M"


def instant(said: datetime, zone: str) -> datetime:
    """Return in UTC the moment that a time on the wall names.

    Args:
        said: the time; one that has an offset of its own is that moment.
        zone: IANA name of the zone it is meant in.

    Raises:
        InputError: there is no such time in the zone that day, or there are two.
    """
    if said.tzinfo is not None:
        return said.astimezone(UTC)
    first = said.replace(tzinfo=ZoneInfo(zone), fold=0)
    second = first.replace(fold=1)
    if first.utcoffset() == second.utcoffset():
        return first.astimezone(UTC)
    if _exists(first):
        raise InputError(
            gettext(
                "{time} comes twice in {zone}, where the clocks go back: write {first} or {second}.",
                time=f"{said:{_FORM}}",
                zone=zone,
                first=_with_offset(first),
                second=_with_offset(second),
            )
        )
    # Read by the clocks of before it lies after the gap, and the other way round.
    after, before = first.astimezone(UTC), second.astimezone(UTC)
    raise InputError(
        gettext(
            "{time} does not exist in {zone}, where the clocks go forward over it: write {before} "
            "or {after}.",
            time=f"{said:{_FORM}}",
            zone=zone,
            before=f"{before.astimezone(first.tzinfo):{_FORM}}",
            after=f"{after.astimezone(first.tzinfo):{_FORM}}",
        )
    )


def _exists(local: datetime) -> bool:
    back = local.astimezone(UTC).astimezone(local.tzinfo)
    return back.replace(tzinfo=None) == local.replace(tzinfo=None)


def _with_offset(local: datetime) -> str:
    return local.isoformat(sep=" ", timespec="minutes")
