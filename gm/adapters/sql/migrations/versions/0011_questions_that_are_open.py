"""Indexes over questions and offers that are open, so that an idle round does not read them all.

Revision: 0011, after 0010
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_OPEN = sa.text("settled_at IS NULL")


def upgrade() -> None:
    """Bring the database to this version."""
    for name, table, column in (
        ("ix_confirmations_open", "confirmations", "expires_at"),
        ("ix_confirmations_open_game", "confirmations", "game_id"),
        ("ix_offers_open", "offers", "expires_at"),
    ):
        op.create_index(name, table, [column], sqlite_where=_OPEN, postgresql_where=_OPEN)
    op.create_index(
        "ix_confirmations_asked_outcome", "confirmations", ["asked", "outcome"], unique=False
    )
