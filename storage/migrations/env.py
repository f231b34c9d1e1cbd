"""Run by Alembic with the connection that `storage.schema` hands over."""

from alembic import context

from storage.rows import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
