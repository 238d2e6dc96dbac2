"""Bringing a database to the version of this program, step by step, in one transaction."""

from __future__ import annotations

from sqlalchemy import Connection

from gm.adapters.sql.migrations import HEAD
from gm.errors import StoreError
from gm.failpoints import failpoint
from gm.resources import migrations_dir


def upgrade_over(connection: Connection, revision: str = "head") -> None:
    """Run the steps up to a revision over a connection in a transaction of its own."""
    # Alembic is slow to import, and a database is up to date nearly always.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations_dir()).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
    failpoint("migrate.midway")


def check_version(name: str, version: str) -> str:
    """Return the version of a database; StoreError if it is newer than this program.

    Args:
        name: what the database is called in messages.
        version: what it says of itself.
    """
    if version > HEAD:
        raise StoreError(
            f"the database {name} is of version {version} and this program knows {HEAD}; "
            "use the newer program"
        )
    return version
