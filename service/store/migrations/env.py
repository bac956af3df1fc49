"""What alembic runs: the migrations over the connection that the store hands it, in the store's own transaction."""

from __future__ import annotations

from alembic import context

from service.store.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
