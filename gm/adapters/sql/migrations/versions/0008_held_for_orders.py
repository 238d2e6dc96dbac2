"""Whether a phase is held for nothing but missing orders, which its reason told until now.

Revision: 0008, after 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_ENDED = "%, and this phase waits for all powers"
"""How the reason ended, in the program of version 0007."""


def upgrade() -> None:
    """Bring the database to this version."""
    op.add_column(
        "phases",
        sa.Column("held_for_orders", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    phases = sa.table(
        "phases",
        sa.column("held_for_orders", sa.Boolean()),
        sa.column("held_because", sa.String()),
    )
    waits = phases.c.held_because.like(_ENDED)
    op.execute(phases.update().where(waits).values(held_for_orders=True))
