import Database

/// The tables of the feature.
enum AdminSchema {
    static let migrations = [
        Migration(
            6, id: "2026-11-21 administration",
            statements: [
                """
                CREATE TABLE report (
                  id BIGINT PRIMARY KEY,
                  reporter_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
                  about_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  subject TEXT NOT NULL CHECK (subject IN ('person', 'request', 'note', 'other')),
                  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000),
                  created_at BIGINT NOT NULL,
                  closed_at BIGINT,
                  closing_note TEXT CHECK (length(closing_note) BETWEEN 1 AND 500),
                  CHECK ((closed_at IS NULL) = (closing_note IS NULL)))
                """,
                "CREATE INDEX report_open ON report (created_at, id) WHERE closed_at IS NULL",
                "CREATE INDEX report_closed ON report (closed_at, id) WHERE closed_at IS NOT NULL",
                "CREATE INDEX report_by_reporter ON report (reporter_id, created_at)",
                "CREATE INDEX report_by_about ON report (about_id)",
                // Names are stored beside ids, so that the log stays readable after an account is deleted.
                """
                CREATE TABLE admin_action (
                  id BIGINT PRIMARY KEY,
                  admin_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
                  admin_name TEXT NOT NULL CHECK (length(admin_name) BETWEEN 5 AND 32),
                  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
                  about_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
                  about_name TEXT NOT NULL CHECK (length(about_name) <= 32),
                  detail TEXT NOT NULL CHECK (length(detail) <= 500),
                  created_at BIGINT NOT NULL)
                """,
                "CREATE INDEX admin_action_by_time ON admin_action (created_at, id)",
                "CREATE INDEX admin_action_by_admin ON admin_action (admin_id)",
                "CREATE INDEX admin_action_by_about ON admin_action (about_id, created_at, id)",
            ])
    ]
}
