import Database

/// The tables of the feature.
enum AccountSchema {
    static let migrations = accounts + roles + deletions + names + uses + guests

    private static let accounts = [
        Migration(
            1, "2026-11-20 accounts",
            [
                """
                CREATE TABLE account (
                  id BIGINT PRIMARY KEY,
                  username TEXT NOT NULL CHECK (length(username) BETWEEN 5 AND 32),
                  username_folded TEXT NOT NULL UNIQUE CHECK (length(username_folded) BETWEEN 5 AND 32),
                  password TEXT NOT NULL CHECK (length(password) BETWEEN 20 AND 300),
                  time_zone TEXT NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 64),
                  units TEXT NOT NULL CHECK (units IN ('metric', 'imperial')),
                  theme TEXT NOT NULL CHECK (theme IN ('system', 'light', 'dark')),
                  retention_h BIGINT NOT NULL CHECK (retention_h BETWEEN 1 AND 720),
                  receipts BIGINT NOT NULL CHECK (receipts IN (0, 1)),
                  created_at BIGINT NOT NULL)
                """,
                """
                CREATE TABLE session (
                  id BIGINT PRIMARY KEY,
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
                  agent TEXT NOT NULL CHECK (length(agent) <= 200),
                  created_at BIGINT NOT NULL,
                  used_at BIGINT NOT NULL)
                """,
                "CREATE INDEX session_by_account ON session (account_id)",
                "CREATE INDEX session_by_use ON session (used_at)",
            ]),
        Migration(
            5, "2026-11-21 addresses",
            [
                "ALTER TABLE account ADD COLUMN email TEXT CHECK (length(email) BETWEEN 3 AND 254)",
                "ALTER TABLE account ADD COLUMN email_folded TEXT CHECK (length(email_folded) BETWEEN 3 AND 254)",
                "ALTER TABLE account ADD COLUMN email_confirmed_at BIGINT",
                "ALTER TABLE account ADD COLUMN birth_date TEXT CHECK (length(birth_date) = 10)",
                "ALTER TABLE account ADD COLUMN bio TEXT NOT NULL DEFAULT '' CHECK (length(bio) <= 300)",
                "ALTER TABLE account ADD COLUMN phone TEXT NOT NULL DEFAULT '' CHECK (length(phone) <= 32)",
                "ALTER TABLE account ADD COLUMN paused_until BIGINT",
                "CREATE INDEX account_by_email ON account (email_folded)",
                // Unique only once confirmed, because anybody can type any address.
                """
                CREATE UNIQUE INDEX account_by_confirmed_email ON account (email_folded)
                WHERE email_confirmed_at IS NOT NULL
                """,
                // Mailed links. `email` is the address that the link was sent to.
                """
                CREATE TABLE account_token (
                  token_hash TEXT PRIMARY KEY CHECK (length(token_hash) = 64),
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  purpose TEXT NOT NULL CHECK (purpose IN ('confirm', 'reset')),
                  email TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
                  created_at BIGINT NOT NULL)
                """,
                "CREATE INDEX account_token_by_account ON account_token (account_id, purpose)",
                "CREATE INDEX account_token_by_time ON account_token (created_at)",
            ]),
        // Runs after the migration that creates the table it refers to.
        Migration(
            15, "2026-11-22 pictures",
            [
                "ALTER TABLE account ADD COLUMN picture TEXT REFERENCES media (name) CHECK (length(picture) = 26)",
                "CREATE UNIQUE INDEX account_by_picture ON account (picture)",
            ]),
        Migration(
            20, "2026-11-23 sharing",
            ["ALTER TABLE account ADD COLUMN area BIGINT NOT NULL DEFAULT 0 CHECK (area IN (0, 1))"]),
    ]

    /// Roles and suspensions are rows, with their time.
    private static let roles = [
        Migration(
            11, "2026-11-21 roles",
            [
                """
                CREATE TABLE administrator (
                  account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  created_at BIGINT NOT NULL)
                """,
                """
                CREATE TABLE suspension (
                  account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  created_at BIGINT NOT NULL)
                """,
                "CREATE INDEX account_by_time ON account (created_at, id)",
            ])
    ]

    private static let deletions = [
        Migration(
            18, "2026-11-23 departures",
            [
                """
                CREATE TABLE departure (
                  account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  created_at BIGINT NOT NULL)
                """,
                "CREATE INDEX departure_by_time ON departure (created_at)",
                // Reserved names, as codes under the site's key: a copy of the table reveals no names.
                """
                CREATE TABLE kept_name (
                  code TEXT PRIMARY KEY CHECK (length(code) = 43),
                  ends_at BIGINT NOT NULL)
                """,
                "CREATE INDEX kept_name_by_end ON kept_name (ends_at)",
            ]),
        Migration(
            27, "2026-11-26 deleted accounts",
            [
                "ALTER TABLE departure RENAME TO deleted_account", "DROP INDEX departure_by_time",
                "CREATE INDEX deleted_account_by_time ON deleted_account (created_at)",
            ]),
    ]

    /// `display_name_folded` is what searches compare.
    private static let names = [
        Migration(
            37, "2026-11-28 display names",
            [
                "ALTER TABLE account ADD COLUMN display_name TEXT CHECK (length(display_name) BETWEEN 2 AND 60)",
                """
                ALTER TABLE account ADD COLUMN display_name_folded TEXT
                CHECK (length(display_name_folded) BETWEEN 1 AND 120)
                """,
                "CREATE INDEX account_by_display_name ON account (display_name_folded)",
            ]),
        Migration(
            73, "2026-11-28 display names of one letter",
            [
                // A CHECK of a column cannot be changed.
                "ALTER TABLE account ADD COLUMN shown_name TEXT CHECK (length(shown_name) BETWEEN 1 AND 60)",
                "UPDATE account SET shown_name = display_name", "ALTER TABLE account DROP COLUMN display_name",
                "ALTER TABLE account RENAME COLUMN shown_name TO display_name",
            ]),
    ]

    /// `earlier_at` is the last use before the half hour of `used_at`: what others learn of uses, they learn at full half
    /// hours.
    private static let uses = [
        Migration(54, "2026-11-30 uses of sessions", ["ALTER TABLE session ADD COLUMN earlier_at BIGINT"])
    ]

    /// A guest is an account with this row, a nickname as its display name, and nothing to sign in by.
    private static let guests = [
        Migration(
            57, "2026-12-03 guest accounts",
            [
                """
                CREATE TABLE guest_account (
                  account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  created_at BIGINT NOT NULL)
                """,
                "CREATE INDEX guest_account_by_time ON guest_account (created_at)",
            ])
    ]
}
