"""When the players of a phase are reminded; phases that are open already remind nobody.

Revision: 0002, after 0001
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    op.add_column("phases", sa.Column("remind_at", UTCDateTime(), nullable=True))
