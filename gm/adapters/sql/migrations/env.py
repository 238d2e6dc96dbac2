"""Run the steps over the connection that `gm.adapters.sql.migrate` was given; Alembic loads this file."""

from alembic import context

from gm.adapters.sql.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
