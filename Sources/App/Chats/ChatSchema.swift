import Database

/// The tables of the feature.
enum ChatSchema {
    static let migrations = [
        Migration(
            52, id: "2026-11-30 chats",
            statements: [
                // Two people have one chat, whoever began it. Friends write freely; so do two others once `is_open`, because
                // one has answered. Before that, the first message is a request: `request_from` has asked and waits. The
                // messages up to `settled_number` were written while both wanted it: they show all they hold for good.
                """
                CREATE TABLE chat (
                  low_id BIGINT NOT NULL REFERENCES account (id),
                  high_id BIGINT NOT NULL REFERENCES account (id),
                  conversation_id BIGINT NOT NULL UNIQUE REFERENCES conversation (id) ON DELETE CASCADE,
                  is_open BIGINT NOT NULL CHECK (is_open IN (0, 1)),
                  request_from BIGINT,
                  settled_number BIGINT NOT NULL CHECK (settled_number >= 0),
                  PRIMARY KEY (low_id, high_id),
                  CHECK (low_id < high_id))
                """,
                "CREATE INDEX chat_by_high ON chat (high_id, low_id)",
                // What somebody chose; who has no row has what the columns say. paused_from: the half hour at which others
                // may notice their last pause.
                """
                CREATE TABLE chat_setting (
                  account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  takes_requests BIGINT NOT NULL DEFAULT 1 CHECK (takes_requests IN (0, 1)),
                  shows_activity BIGINT NOT NULL DEFAULT 1 CHECK (shows_activity IN (0, 1)),
                  sends_by_enter BIGINT NOT NULL DEFAULT 1 CHECK (sends_by_enter IN (0, 1)),
                  tells_text BIGINT NOT NULL DEFAULT 0 CHECK (tells_text IN (0, 1)),
                  paused_from BIGINT)
                """,
            ]),
        Migration(
            71, id: "2026-12-08 names: request_cutoff",
            statements: ["ALTER TABLE chat RENAME COLUMN settled_number TO request_cutoff"]),
    ]
}
