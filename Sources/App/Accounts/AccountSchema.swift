import Database

/// The tables of the feature.
enum AccountSchema {
    static let migrations = [
        Migration(
            "2026-11-20 accounts",
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
            ])
    ]
}
