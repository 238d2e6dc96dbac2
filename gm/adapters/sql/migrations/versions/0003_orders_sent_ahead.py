"""For which later phase an order was sent; those there are were for the phase then open.

Revision: 0003, after 0002
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    op.add_column("orders", sa.Column("ahead", AutoString(), nullable=False, server_default=""))
