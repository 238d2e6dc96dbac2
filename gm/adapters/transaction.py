"""One transaction on the tables: the `Transaction` port, in three parts that share a connection."""

from __future__ import annotations

from gm.adapters.table_games import GameTables
from gm.adapters.table_mail import MailTables
from gm.adapters.table_phases import PhaseTables


class SqlTransaction(GameTables, PhaseTables, MailTables):
    """What a use case may do with the store until the transaction ends."""
