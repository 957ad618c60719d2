import Database

/// The tables of the feature.
enum SharingSchema {
    static let migrations = [
        Migration(
            17, id: "2026-11-23 areas",
            statements: [
                // Cells of level 13 only, no exact places. `snapping` is the hysteresis at the cell's edge.
                """
                CREATE TABLE shared_area (
                  account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  snapping TEXT NOT NULL CHECK (length(snapping) <= 500),
                  cell BIGINT NOT NULL,
                  taken_at BIGINT NOT NULL,
                  opens_at BIGINT NOT NULL,
                  earlier_cell BIGINT,
                  earlier_taken_at BIGINT,
                  CHECK ((earlier_cell IS NULL) = (earlier_taken_at IS NULL)))
                """
            ]),
        Migration(
            22, id: "2026-11-25 areas at half hours",
            statements: [
                // Shared areas come back with the next position: the old rows do not tell whether a pause hides them.
                "DROP TABLE shared_area",
                """
                CREATE TABLE shared_area (
                  account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  snapping TEXT NOT NULL CHECK (length(snapping) <= 500),
                  opens_at BIGINT NOT NULL,
                  cell BIGINT,
                  taken_at BIGINT,
                  ends_at BIGINT,
                  zone TEXT CHECK (length(zone) BETWEEN 1 AND 64),
                  earlier_cell BIGINT,
                  earlier_taken_at BIGINT,
                  earlier_ends_at BIGINT,
                  earlier_zone TEXT CHECK (length(earlier_zone) BETWEEN 1 AND 64),
                  CHECK ((cell IS NULL) = (taken_at IS NULL)),
                  CHECK ((cell IS NULL) = (ends_at IS NULL)),
                  CHECK ((cell IS NULL) = (zone IS NULL)),
                  CHECK ((earlier_cell IS NULL) = (earlier_taken_at IS NULL)),
                  CHECK ((earlier_cell IS NULL) = (earlier_ends_at IS NULL)),
                  CHECK ((earlier_cell IS NULL) = (earlier_zone IS NULL)))
                """,
            ]),
    ]
}
