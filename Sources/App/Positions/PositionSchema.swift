import Database

/// The tables of the feature.
enum PositionSchema {
    static let migrations =
        [
            Migration(
                4, id: "2026-11-20 positions",
                statements: [
                    """
                    CREATE TABLE device (
                      id BIGINT PRIMARY KEY,
                      account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                      session_id BIGINT UNIQUE REFERENCES session (id) ON DELETE SET NULL,
                      plausibility TEXT NOT NULL CHECK (length(plausibility) <= 2000),
                      created_at BIGINT NOT NULL,
                      seen_at BIGINT NOT NULL)
                    """,
                    "CREATE INDEX device_by_account ON device (account_id)",
                    """
                    CREATE TABLE position (
                      id BIGINT PRIMARY KEY,
                      account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                      device_id BIGINT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
                      lat DOUBLE PRECISION NOT NULL CHECK (lat BETWEEN -90 AND 90),
                      lon DOUBLE PRECISION NOT NULL CHECK (lon BETWEEN -180 AND 180),
                      accuracy DOUBLE PRECISION CHECK (accuracy >= 0),
                      source TEXT NOT NULL CHECK (length(source) <= 20),
                      taken_at BIGINT NOT NULL)
                    """,
                    "CREATE INDEX position_by_account ON position (account_id, taken_at)",
                    "CREATE INDEX position_by_device ON position (device_id)",
                ])
        ] + looks + [
            // The newest report and the verdict on it: what opens near it. Also during a pause, in which no
            // position is stored.
            Migration(
                50, id: "2026-11-29 newest fixes",
                statements: ["ALTER TABLE device ADD COLUMN fix TEXT CHECK (length(fix) <= 1000)"]),
            // As text that is read ten times as fast as JSON. What was kept opens nothing two minutes later anyhow, and the
            // next position of a device counts as its first.
            Migration(
                59, id: "2026-12-04 states of devices as text",
                statements: ["UPDATE device SET plausibility = '0', fix = NULL"]),
            // A phone app has a name and no session. What it sends twice is found by device and time.
            Migration(
                60, id: "2026-12-05 positions of phone apps",
                statements: [
                    "ALTER TABLE device ADD COLUMN name TEXT CHECK (length(name) BETWEEN 1 AND 60)",
                    "ALTER TABLE position ADD COLUMN speed DOUBLE PRECISION CHECK (speed >= 0)",
                    "ALTER TABLE position ADD COLUMN is_mock BIGINT NOT NULL DEFAULT 0 CHECK (is_mock IN (0, 1))",
                    "DROP INDEX position_by_device",
                    "CREATE INDEX position_by_device ON position (device_id, taken_at)",
                ]),
        ]

    /// How often an account may look for what is hidden.
    private static let looks = [
        Migration(
            25, id: "2026-11-25 looks",
            statements: [
                // An account without a row has all its looks.
                """
                CREATE TABLE look_budget (
                  account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  full_at BIGINT NOT NULL)
                """,
                "CREATE INDEX look_budget_by_time ON look_budget (full_at)",
                // newest_at: time of the newest believed fix. look_lat, look_lon: place of the last paid look.
                "ALTER TABLE device ADD COLUMN newest_at BIGINT",
                "ALTER TABLE device ADD COLUMN look_lat DOUBLE PRECISION CHECK (look_lat BETWEEN -90 AND 90)",
                "ALTER TABLE device ADD COLUMN look_lon DOUBLE PRECISION CHECK (look_lon BETWEEN -180 AND 180)",
            ]),
        Migration(
            69, id: "2026-12-08 names: look_bucket",
            statements: [
                "ALTER TABLE look_budget RENAME TO look_bucket", "DROP INDEX look_budget_by_time",
                "CREATE INDEX look_bucket_by_time ON look_bucket (full_at)",
            ]),
    ]
}
