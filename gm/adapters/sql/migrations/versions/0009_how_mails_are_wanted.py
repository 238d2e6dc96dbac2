"""How somebody wants his mails.

Revision: 0009, after 0008
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    op.add_column(
        "persons", sa.Column("settings", sa.JSON(), nullable=False, server_default=sa.text("'{}'"))
    )
