import Database

/// The tables of the feature.
enum PositionSchema {
    static let migrations =
        [
            Migration(
                4, "2026-11-20 positions",
                [
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
        ] + LookQueries.migrations
}
