"""Alembic's entry: runs the migrations in the transaction that `events.database` began."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
