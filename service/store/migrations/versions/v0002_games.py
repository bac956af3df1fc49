"""Keep games with their hands and changes, photos, and tables' own rule sets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables."""
    if op.get_context().dialect.name != "sqlite":
        op.alter_column("hands", "id", type_=sa.BigInteger, existing_type=sa.Integer, existing_nullable=False)
        op.execute("ALTER SEQUENCE hands_id_seq AS bigint")
    op.create_table(
        "games",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64), nullable=True),
        sa.Column("started_at", sa.String(32), nullable=False),
        sa.Column("changed_at", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("facts", sa.JSON, nullable=False),
        sa.Column("totals", sa.JSON, nullable=False),
        sa.Column("hands_played", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("key", name="uq_games_key"),
    )
    op.create_index("ix_games_changed_at", "games", ["changed_at"])
    op.create_table(
        "game_hands",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("key", sa.String(64), nullable=True),
        sa.Column("told", sa.JSON, nullable=False),
        sa.Column("position", sa.JSON, nullable=False),
        sa.Column("settlement", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game_hands"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_game_hands_game_id_games", ondelete="CASCADE"),
        sa.UniqueConstraint("game_id", "key", name="uq_game_hands_game_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_game_hands_game_id", "game_hands", ["game_id"])
    op.create_table(
        "game_changes",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("undone", sa.Boolean, nullable=False),
        sa.Column("change", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game_changes"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_game_changes_game_id_games", ondelete="CASCADE"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_game_changes_game_id", "game_changes", ["game_id"])
    op.create_table(
        "photos",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("kept_at", sa.String(32), nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_photos"),
    )
    op.create_index("ix_photos_kept_at", "photos", ["kept_at"])
    op.create_table(
        "house_rules",
        sa.Column("id", _NUMBER, nullable=False),
        sa.Column("saved_at", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("rules", sa.String(100), nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("dealing", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_house_rules"),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    """Drop them with everything in them."""
    for table in ("house_rules", "photos", "game_changes", "game_hands", "games"):
        op.drop_table(table)
    if op.get_context().dialect.name != "sqlite":
        op.execute("ALTER SEQUENCE hands_id_seq AS integer")
        op.alter_column("hands", "id", type_=sa.Integer, existing_type=sa.BigInteger, existing_nullable=False)
