import Database

/// The tables of the feature.
enum ConversationSchema {
    static let migrations = [
        Migration(
            51, id: "2026-11-30 conversations",
            statements: [
                // Messages are in the order of their numbers, never of ids or clocks. The number of the last one is raised
                // in the transaction that adds a message. Nobody reads one that is over; a job erases its messages.
                """
                CREATE TABLE conversation (
                  id BIGINT PRIMARY KEY,
                  last_number BIGINT NOT NULL CHECK (last_number >= 0),
                  is_over BIGINT NOT NULL DEFAULT 0 CHECK (is_over IN (0, 1)))
                """,
                "CREATE INDEX conversation_over ON conversation (is_over) WHERE is_over = 1",
                // Each counts by the number of a message: how far somebody has read, has let others know that they read, and has
                // cleared the conversation for themselves (kept_number: before the last time, at cleared_at, which can be taken
                // back for a moment). viewed_until: an open page shows the conversation until then.
                """
                CREATE TABLE conversation_member (
                  conversation_id BIGINT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  read_number BIGINT NOT NULL DEFAULT 0,
                  seen_number BIGINT NOT NULL DEFAULT 0,
                  cleared_number BIGINT NOT NULL DEFAULT 0,
                  kept_number BIGINT NOT NULL DEFAULT 0,
                  cleared_at BIGINT,
                  is_unread BIGINT NOT NULL DEFAULT 0 CHECK (is_unread IN (0, 1)),
                  viewed_until BIGINT NOT NULL DEFAULT 0,
                  PRIMARY KEY (conversation_id, account_id))
                """,
                "CREATE INDEX conversation_member_by_account ON conversation_member (account_id, conversation_id)",
                "CREATE INDEX conversation_member_unread ON conversation_member (account_id) WHERE is_unread = 1",
                // A deleted message keeps its number and its form's key, and nothing of what it said.
                """
                CREATE TABLE message (
                  id BIGINT PRIMARY KEY,
                  conversation_id BIGINT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
                  number BIGINT NOT NULL CHECK (number > 0),
                  sender_id BIGINT NOT NULL REFERENCES account (id),
                  submission TEXT NOT NULL CHECK (length(submission) BETWEEN 1 AND 64),
                  text TEXT NOT NULL CHECK (length(text) <= 4000),
                  photo TEXT REFERENCES media (name) CHECK (length(photo) = 26),
                  card TEXT CHECK (length(card) BETWEEN 1 AND 300),
                  reply_id BIGINT,
                  created_at BIGINT NOT NULL,
                  deleted_at BIGINT,
                  UNIQUE (conversation_id, number),
                  UNIQUE (sender_id, submission))
                """,
                "CREATE UNIQUE INDEX message_by_photo ON message (photo) WHERE photo IS NOT NULL",
            ]),
        Migration(
            73, id: "2026-12-09 reactions to messages",
            statements: [
                """
                CREATE TABLE message_reaction (
                  message_id BIGINT NOT NULL REFERENCES message (id) ON DELETE CASCADE,
                  account_id BIGINT NOT NULL REFERENCES account (id),
                  emoji TEXT NOT NULL CHECK (length(emoji) BETWEEN 1 AND 20),
                  created_at BIGINT NOT NULL,
                  PRIMARY KEY (message_id, account_id, emoji))
                """,
                "CREATE INDEX message_reaction_by_account ON message_reaction (account_id, message_id)",
            ]),
        Migration(
            84, id: "2026-12-14 voice messages",
            statements: [
                "ALTER TABLE message ADD COLUMN sound TEXT REFERENCES media (name) CHECK (length(sound) = 26)",
                "CREATE UNIQUE INDEX message_by_sound ON message (sound) WHERE sound IS NOT NULL",
            ]),
    ]
}
