"""Keep the hands that a person saves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of saved hands."""
    op.create_table(
        "hands",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("saved_at", sa.String(32), nullable=False),
        sa.Column("hand", sa.String, nullable=False),
        sa.Column("rules", sa.String, nullable=False),
        sa.Column("circumstances", sa.JSON, nullable=False),
        sa.Column("result", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_hands"),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    """Drop it with everything in it."""
    op.drop_table("hands")
