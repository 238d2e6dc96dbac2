"""One transaction on the tables: the `Transaction` port, in parts that share a connection."""

from __future__ import annotations

from gm.adapters.sql.table_audit import AuditTables
from gm.adapters.sql.table_course import CourseTables
from gm.adapters.sql.table_draws import DrawTables
from gm.adapters.sql.table_games import GameTables
from gm.adapters.sql.table_identity import IdentityTables
from gm.adapters.sql.table_life import LifeTables
from gm.adapters.sql.table_mail import InboxTables
from gm.adapters.sql.table_moving import MovingTables
from gm.adapters.sql.table_outbox import OutboxTables
from gm.adapters.sql.table_people import PeopleTables
from gm.adapters.sql.table_returns import ReturnTables
from gm.adapters.sql.table_tally import TallyTables


class SqlTransaction(
    GameTables,
    CourseTables,
    DrawTables,
    InboxTables,
    OutboxTables,
    IdentityTables,
    ReturnTables,
    TallyTables,
    AuditTables,
    PeopleTables,
    LifeTables,
    MovingTables,
):
    """What a use case may do with the store until the transaction ends."""
