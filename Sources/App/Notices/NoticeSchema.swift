import Database

/// The tables of the feature.
enum NoticeSchema {
    static let migrations = [
        Migration(
            40, id: "2026-11-28 notices",
            statements: [
                // One row per person, kind and subject. Its words are made when it is shown, by the feature of its kind.
                """
                CREATE TABLE notice (
                  id BIGINT PRIMARY KEY,
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
                  subject BIGINT NOT NULL,
                  raised_at BIGINT NOT NULL,
                  read_at BIGINT,
                  UNIQUE (account_id, kind, subject))
                """,
                "CREATE INDEX notice_list ON notice (account_id, raised_at, id)",
                "CREATE INDEX notice_unread ON notice (account_id, raised_at, id) WHERE read_at IS NULL",
                "CREATE INDEX notice_by_time ON notice (raised_at)",
                "CREATE INDEX notice_by_subject ON notice (subject, kind)",
            ])
    ]
}
