import Database

/// The tables of the feature.
enum MapSchema {
    static let migrations = [
        Migration(
            8, id: "2026-11-21 counts",
            statements: [
                """
                CREATE TABLE cell_count (
                  layer TEXT NOT NULL CHECK (length(layer) BETWEEN 1 AND 32),
                  owner_id BIGINT NOT NULL,
                  cell BIGINT NOT NULL,
                  things BIGINT NOT NULL CHECK (things >= 0),
                  x_sum BIGINT NOT NULL,
                  y_sum BIGINT NOT NULL,
                  PRIMARY KEY (layer, owner_id, cell))
                """
            ]),
        Migration(29, id: "2026-11-26 grid counts", statements: ["ALTER TABLE cell_count RENAME TO grid_count"]),
    ]
}
