import Database

/// The tables of the feature.
enum AccountDataSchema {
    static let migrations = [
        Migration(
            19, id: "2026-11-23 exports",
            statements: [
                // One per person. `file` is the file name in the exports folder.
                """
                CREATE TABLE export (
                  account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  file TEXT NOT NULL UNIQUE CHECK (length(file) = 27),
                  percent BIGINT NOT NULL CHECK (percent BETWEEN 0 AND 100),
                  bytes BIGINT CHECK (bytes > 0),
                  created_at BIGINT NOT NULL,
                  finished_at BIGINT,
                  failed_at BIGINT,
                  CHECK ((bytes IS NULL) = (finished_at IS NULL)),
                  CHECK (finished_at IS NULL OR failed_at IS NULL))
                """,
                "CREATE INDEX export_by_time ON export (created_at)",
            ])
    ]
}
