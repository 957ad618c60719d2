import Database

/// The tables of the feature.
enum EventSchema {
    static let migrations = [
        Migration(
            39, id: "2026-11-28 events",
            statements: [
                // The highest number of a person's events; it stays when the events themselves are deleted.
                """
                CREATE TABLE event_sequence (
                  account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  last BIGINT NOT NULL CHECK (last > 0))
                """,
                // `name` says whose `subject` it is: the feature with events of this name reads the rest when it is sent.
                """
                CREATE TABLE event (
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  sequence BIGINT NOT NULL CHECK (sequence > 0),
                  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 20),
                  subject BIGINT NOT NULL,
                  created_at BIGINT NOT NULL,
                  PRIMARY KEY (account_id, sequence))
                """,
                "CREATE INDEX event_by_time ON event (created_at)",
            ])
    ]
}
