import Database

/// The tables of the feature.
enum PhoneAppSchema {
    static let migrations = [
        Migration(
            61, "2026-12-05 phone apps",
            [
                """
                CREATE TABLE phone_app (
                  device_id BIGINT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  source TEXT NOT NULL CHECK (length(source) BETWEEN 1 AND 20),
                  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
                  is_paused BIGINT NOT NULL CHECK (is_paused IN (0, 1)),
                  created_at BIGINT NOT NULL)
                """,
                "CREATE INDEX phone_app_by_account ON phone_app (account_id)",
                // What was refused of a device's reports and why, for its owner. A row goes a day after the last of them.
                """
                CREATE TABLE refused_report (
                  device_id BIGINT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
                  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 20),
                  count BIGINT NOT NULL CHECK (count > 0),
                  first_at BIGINT NOT NULL,
                  last_at BIGINT NOT NULL,
                  PRIMARY KEY (device_id, reason))
                """,
                "CREATE INDEX refused_report_by_time ON refused_report (last_at)",
            ]),
        Migration(
            71, "2026-11-28 what is refused of phone apps is counted by the hour",
            [
                // What was refused of a device's reports and why, for its owner: a row for each reason and hour since 1970, so
                // that a count is that of the last day. A row goes a day after the last of them.
                """
                CREATE TABLE refusal_count (
                  device_id BIGINT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
                  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 20),
                  hour BIGINT NOT NULL,
                  count BIGINT NOT NULL CHECK (count > 0),
                  last_at BIGINT NOT NULL,
                  PRIMARY KEY (device_id, reason, hour))
                """,
                """
                INSERT INTO refusal_count (device_id, reason, hour, count, last_at)
                SELECT device_id, reason, last_at / 3600000, count, last_at FROM refused_report
                """,
                "DROP TABLE refused_report",
                "CREATE INDEX refusal_count_by_time ON refusal_count (last_at)",
            ]),
    ]
}
