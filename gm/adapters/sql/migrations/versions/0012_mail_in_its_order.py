"""An index over outgoing mail that waits, by reader and game: none overtakes an earlier one.

Revision: 0012, after 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_WAITS = sa.text("state = 'pending'")


def upgrade() -> None:
    """Bring the database to this version."""
    op.create_index(
        "ix_outbox_waiting",
        "outbox",
        ["recipient_key", "game_id", "id"],
        sqlite_where=_WAITS,
        postgresql_where=_WAITS,
    )
