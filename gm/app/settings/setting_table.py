"""Every setting of a game beside those of its variant, in the order in which it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from gm.app.settings.deadline_settings import DEADLINES, ORDERS
from gm.app.settings.mail_settings import DESK, LIST, PRESS, REPORTS
from gm.app.settings.player_settings import PLAYERS, VOTES
from gm.app.settings.setting import Setting

SETTINGS: Final[tuple[Setting, ...]] = (
    *DEADLINES,
    *ORDERS,
    *PLAYERS,
    *VOTES,
    *PRESS,
    *REPORTS,
    *DESK,
    *LIST,
)
"""Every setting, in the order in which it is shown."""

BY_NAME: Final[Mapping[str, Setting]] = MappingProxyType(
    {setting.name: setting for setting in SETTINGS}
)
