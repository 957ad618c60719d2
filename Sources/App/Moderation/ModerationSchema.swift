import Database

/// The tables of the feature. Before migration 31 they belonged to Admin.
enum ModerationSchema {
    static let migrations = [
        Migration(
            31, id: "2026-11-26 reports",
            statements: [
                // No CHECK on the subject, because features define the subjects.
                """
                CREATE TABLE report_next (
                  id BIGINT PRIMARY KEY,
                  reporter_id BIGINT REFERENCES account (id) ON DELETE SET NULL,
                  about_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 32),
                  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000),
                  created_at BIGINT NOT NULL,
                  closed_at BIGINT,
                  closing_note TEXT CHECK (length(closing_note) BETWEEN 1 AND 500),
                  CHECK ((closed_at IS NULL) = (closing_note IS NULL)))
                """,
                """
                INSERT INTO report_next
                  (id, reporter_id, about_id, subject, reason, created_at, closed_at, closing_note)
                SELECT id, reporter_id, about_id, subject, reason, created_at, closed_at, closing_note FROM report
                """,
                "DROP TABLE report", "ALTER TABLE report_next RENAME TO report",
                "CREATE INDEX report_open ON report (created_at, id) WHERE closed_at IS NULL",
                "CREATE INDEX report_closed ON report (closed_at, id) WHERE closed_at IS NOT NULL",
                "CREATE INDEX report_by_reporter ON report (reporter_id, created_at)",
                "CREATE INDEX report_by_about ON report (about_id)",
            ]),
        // What is reported may be deleted by who made it.
        Migration(
            36, id: "2026-11-27 content of reports",
            statements: ["ALTER TABLE report ADD COLUMN content TEXT CHECK (length(content) <= 4000)"]),
        Migration(
            86, id: "2026-12-15 files of reports",
            statements: [
                // What was reported, until its report is closed; each row is a hold of its file.
                """
                CREATE TABLE report_media (
                  report_id BIGINT NOT NULL REFERENCES report (id) ON DELETE CASCADE,
                  number BIGINT NOT NULL CHECK (number >= 0),
                  name TEXT NOT NULL REFERENCES media (name) CHECK (length(name) = 26),
                  PRIMARY KEY (report_id, number))
                """,
                "CREATE INDEX report_media_by_name ON report_media (name)",
            ]),
    ]
}
