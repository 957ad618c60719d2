import Database

/// The tables of the feature.
enum RelicSchema {
    static let migrations = [
        Migration(
            49, id: "2026-11-29 relics",
            statements: [
                // `reach` is the class of the radius (`RadiusBucket`), so that a position asks for the large ones alone far
                // around it. `age_step_ms`: see `RelicAge`. expires_at is NULL for a relic that stays.
                """
                CREATE TABLE relic (
                  id BIGINT PRIMARY KEY,
                  maker_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  submission TEXT NOT NULL CHECK (length(submission) BETWEEN 1 AND 64),
                  media TEXT NOT NULL REFERENCES media (name) CHECK (length(media) = 26),
                  kind TEXT NOT NULL CHECK (kind IN ('photo', 'video', 'sound')),
                  description TEXT NOT NULL CHECK (length(description) <= 2000),
                  lat DOUBLE PRECISION NOT NULL CHECK (lat BETWEEN -90 AND 90),
                  lon DOUBLE PRECISION NOT NULL CHECK (lon BETWEEN -180 AND 180),
                  cell BIGINT NOT NULL,
                  radius_m DOUBLE PRECISION NOT NULL CHECK (radius_m BETWEEN 5 AND 2000),
                  reach BIGINT NOT NULL CHECK (reach BETWEEN 0 AND 3),
                  lifetime TEXT NOT NULL CHECK (lifetime IN ('1h', '1d', '1w', 'forever')),
                  age_step_ms BIGINT NOT NULL CHECK (age_step_ms > 0),
                  password TEXT CHECK (length(password) BETWEEN 1 AND 300),
                  audience TEXT NOT NULL CHECK (audience IN ('everyone', 'friends')),
                  zone TEXT NOT NULL CHECK (length(zone) <= 64),
                  created_at BIGINT NOT NULL,
                  appears_at BIGINT NOT NULL,
                  expires_at BIGINT,
                  deleted_at BIGINT,
                  UNIQUE (maker_id, submission))
                """,
                "CREATE INDEX relic_by_maker ON relic (maker_id, created_at, id)",
                "CREATE UNIQUE INDEX relic_by_media ON relic (media)",
                "CREATE INDEX relic_by_cell ON relic (cell)",
                "CREATE INDEX relic_by_reach ON relic (reach, cell)",
                "CREATE INDEX relic_by_end ON relic (expires_at) WHERE expires_at IS NOT NULL",
                "CREATE INDEX relic_by_deletion ON relic (deleted_at) WHERE deleted_at IS NOT NULL",
                "CREATE INDEX relic_by_beginning ON relic (appears_at)",
                // Who has opened it. `receipt_at`: from when on its maker may count them; NULL if the opener gives no
                // receipts.
                """
                CREATE TABLE relic_opening (
                  relic_id BIGINT NOT NULL REFERENCES relic (id) ON DELETE CASCADE,
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  opened_at BIGINT NOT NULL,
                  is_typed BIGINT NOT NULL CHECK (is_typed IN (0, 1)),
                  receipt_at BIGINT,
                  PRIMARY KEY (relic_id, account_id))
                """,
                "CREATE INDEX relic_opening_by_account ON relic_opening (account_id, opened_at, relic_id)",
                // The visitors' book. `zone` is the visitor's: others read the part of the day in it.
                """
                CREATE TABLE relic_visit (
                  id BIGINT PRIMARY KEY,
                  relic_id BIGINT NOT NULL REFERENCES relic (id) ON DELETE CASCADE,
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  submission TEXT NOT NULL CHECK (length(submission) BETWEEN 1 AND 64),
                  text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 500),
                  zone TEXT NOT NULL CHECK (length(zone) <= 64),
                  created_at BIGINT NOT NULL,
                  UNIQUE (account_id, submission))
                """,
                "CREATE INDEX relic_visit_by_relic ON relic_visit (relic_id, created_at, id)",
                "CREATE INDEX relic_visit_by_account ON relic_visit (account_id, id)",
                // When somebody was last told that a relic is near them: once a day.
                """
                CREATE TABLE relic_near (
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  relic_id BIGINT NOT NULL REFERENCES relic (id) ON DELETE CASCADE,
                  told_at BIGINT NOT NULL,
                  PRIMARY KEY (account_id, relic_id))
                """,
                "CREATE INDEX relic_near_by_relic ON relic_near (relic_id)",
                "CREATE INDEX relic_near_by_time ON relic_near (told_at)",
            ])
    ]
}
