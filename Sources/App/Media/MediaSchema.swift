import Database

/// The tables of the feature.
enum MediaSchema {
    static let migrations = [
        Migration(
            14, "2026-11-22 media",
            [
                // One row for each upload that something shows. The owner counts for quotas; the feature that shows the
                // file decides who may see it.
                """
                CREATE TABLE media (
                  name TEXT PRIMARY KEY CHECK (length(name) = 26),
                  owner_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  purpose TEXT NOT NULL CHECK (purpose IN ('avatar', 'photo', 'clip', 'song')),
                  kind TEXT NOT NULL CHECK (kind IN ('image', 'video', 'audio')),
                  bytes BIGINT NOT NULL CHECK (bytes > 0),
                  seconds DOUBLE PRECISION,
                  created_at BIGINT NOT NULL)
                """,
                "CREATE INDEX media_by_owner ON media (owner_id, bytes)",
                """
                CREATE TABLE media_file (
                  name TEXT NOT NULL REFERENCES media (name) ON DELETE CASCADE,
                  size TEXT NOT NULL CHECK (size IN ('original', 'large', 'medium', 'small')),
                  content_type TEXT NOT NULL CHECK (length(content_type) BETWEEN 3 AND 40),
                  bytes BIGINT NOT NULL CHECK (bytes > 0),
                  width BIGINT CHECK (width BETWEEN 1 AND 16384),
                  height BIGINT CHECK (height BETWEEN 1 AND 16384),
                  PRIMARY KEY (name, size))
                """,
            ]),
        Migration(
            23, "2026-11-25 disowned media",
            [
                // When its owner deleted it; since then only its receivers keep it.
                "ALTER TABLE media ADD COLUMN disowned_at BIGINT",
                "DROP INDEX media_by_owner",
                "CREATE INDEX media_by_owner ON media (owner_id, disowned_at, bytes)",
            ]),
        Migration(
            32, "2026-11-26 drafts",
            [
                // Files of forms that are being written; `purpose` names the kind of form. Notes had a table of their own.
                """
                CREATE TABLE media_draft (
                  name TEXT PRIMARY KEY REFERENCES media (name) CHECK (length(name) = 26),
                  owner_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  purpose TEXT NOT NULL CHECK (length(purpose) BETWEEN 1 AND 32),
                  created_at BIGINT NOT NULL)
                """,
                """
                INSERT INTO media_draft (name, owner_id, purpose, created_at)
                SELECT name, author_id, 'note', created_at FROM note_draft_photo
                """,
                "DROP TABLE note_draft_photo",
                "CREATE INDEX media_draft_by_owner ON media_draft (owner_id)",
                "CREATE INDEX media_draft_by_time ON media_draft (created_at)",
            ]),
        Migration(
            75, "2026-11-28 what cannot be converted",
            [
                // Since when it is known that no file for every browser can be made of it.
                "ALTER TABLE media ADD COLUMN inconvertible_at BIGINT"
            ]),
    ]
}
