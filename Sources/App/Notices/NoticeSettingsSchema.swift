import Database

/// The tables of settings and of what leaves the site.
enum NoticeSettingsSchema {
    static let migrations = [
        Migration(
            43, id: "2026-11-29 notice settings",
            statements: [
                // Minutes since midnight. `digest_at` is when the next digest is due, `digested_at` the time from which on
                // notices are new to it.
                """
                CREATE TABLE notice_setting (
                  account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  digest TEXT NOT NULL CHECK (digest IN ('off', 'daily', 'weekly')),
                  quiet_from BIGINT CHECK (quiet_from BETWEEN 0 AND 1439),
                  quiet_until BIGINT CHECK (quiet_until BETWEEN 0 AND 1439),
                  digest_at BIGINT,
                  digested_at BIGINT)
                """,
                "CREATE INDEX notice_setting_by_digest ON notice_setting (digest, digest_at) WHERE digest_at IS NOT NULL",
                // Only what differs from the defaults.
                """
                CREATE TABLE notice_choice (
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
                  channel TEXT NOT NULL CHECK (length(channel) BETWEEN 1 AND 20),
                  is_on BIGINT NOT NULL CHECK (is_on IN (0, 1)),
                  PRIMARY KEY (account_id, kind, channel))
                """,
                // One row for each notice that leaves the site, without words. It stays when the notice has gone out or was
                // taken back, so that the same one is not carried again too soon.
                """
                CREATE TABLE notice_errand (
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  channel TEXT NOT NULL CHECK (length(channel) BETWEEN 1 AND 20),
                  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
                  subject BIGINT NOT NULL,
                  raised_at BIGINT NOT NULL,
                  state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'taken')),
                  sent_at BIGINT,
                  PRIMARY KEY (account_id, kind, subject, channel))
                """,
                "CREATE INDEX notice_errand_by_time ON notice_errand (raised_at)",
            ])
    ]
}
