"""${message}.

Revision: ${up_revision}, after ${down_revision}
"""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op
${imports if imports else ""}

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this version."""
    ${upgrades if upgrades else "pass"}
