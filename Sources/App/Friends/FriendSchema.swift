import Database

/// The tables of the feature.
enum FriendSchema {
    static let migrations = [
        Migration(
            2, id: "2026-11-20 friends",
            statements: [
                """
                CREATE TABLE friend_request (
                  id BIGINT PRIMARY KEY,
                  from_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  to_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  created_at BIGINT NOT NULL,
                  UNIQUE (from_id, to_id),
                  CHECK (from_id <> to_id))
                """,
                "CREATE INDEX friend_request_to ON friend_request (to_id)",
                """
                CREATE TABLE friendship (
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  friend_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  created_at BIGINT NOT NULL,
                  PRIMARY KEY (account_id, friend_id),
                  CHECK (account_id <> friend_id))
                """,
                "CREATE INDEX friendship_by_friend ON friendship (friend_id)",
            ]),
        Migration(
            10, id: "2026-11-21 people",
            statements: [
                // A friend's place in one's list, from 1; 0 for friends made since it was last ordered.
                "ALTER TABLE friendship ADD COLUMN place BIGINT NOT NULL DEFAULT 0 CHECK (place >= 0)",
                // A block. The blocked person does not learn of it.
                """
                CREATE TABLE block (
                  blocker_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  blocked_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  created_at BIGINT NOT NULL,
                  PRIMARY KEY (blocker_id, blocked_id),
                  CHECK (blocker_id <> blocked_id))
                """,
                "CREATE INDEX block_by_blocked ON block (blocked_id, blocker_id)",
                // A declined request. The request itself stays, so that its sender does not learn of it; its receiver
                // never sees it again.
                """
                CREATE TABLE decline (
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  asker_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  created_at BIGINT NOT NULL,
                  PRIMARY KEY (account_id, asker_id),
                  CHECK (account_id <> asker_id))
                """,
                "CREATE INDEX decline_by_asker ON decline (asker_id, account_id)",
                // An ended friendship as it was, for undoing it and for not suggesting it again.
                """
                CREATE TABLE parting (
                  remover_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  friend_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  friends_since BIGINT NOT NULL,
                  place BIGINT NOT NULL CHECK (place >= 0),
                  place_of_other BIGINT NOT NULL CHECK (place_of_other >= 0),
                  created_at BIGINT NOT NULL,
                  PRIMARY KEY (remover_id, friend_id),
                  CHECK (remover_id <> friend_id))
                """,
                "CREATE INDEX parting_by_friend ON parting (friend_id, remover_id)",
            ]),
        Migration(
            13, id: "2026-11-21 ways to friends",
            statements: [
                // A person's invite link. The token is derived from the seed and the site's key, so that a copy of the
                // table yields no valid links.
                """
                CREATE TABLE invite (
                  account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  seed TEXT NOT NULL CHECK (length(seed) BETWEEN 20 AND 64),
                  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
                  created_at BIGINT NOT NULL,
                  ends_at BIGINT NOT NULL)
                """,
                // People findable by e-mail address. The code is the address under the site's key; NULL if none is
                // confirmed.
                """
                CREATE TABLE findable (
                  account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  code TEXT CHECK (length(code) = 43),
                  created_at BIGINT NOT NULL)
                """,
                "CREATE INDEX findable_by_code ON findable (code)",
            ]),
        Migration(
            28, id: "2026-11-26 ended friendships",
            statements: [
                "ALTER TABLE parting RENAME TO ended_friendship",
                "ALTER TABLE ended_friendship RENAME COLUMN place TO rank",
                "ALTER TABLE ended_friendship RENAME COLUMN place_of_other TO rank_of_other",
                "ALTER TABLE friendship RENAME COLUMN place TO rank",
                "DROP INDEX parting_by_friend",
                "CREATE INDEX ended_friendship_by_friend ON ended_friendship (friend_id, remover_id)",
            ]),
        Migration(
            38, id: "2026-11-28 invitations for one person",
            statements: [
                // The token is derived as that of `invite`. guest_id: who was let in to sign up by it and may still
                // accept it.
                """
                CREATE TABLE single_invite (
                  id BIGINT PRIMARY KEY,
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  seed TEXT NOT NULL CHECK (length(seed) BETWEEN 20 AND 64),
                  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
                  guest_id BIGINT REFERENCES account (id) ON DELETE CASCADE,
                  created_at BIGINT NOT NULL,
                  ends_at BIGINT NOT NULL,
                  used_at BIGINT)
                """,
                "CREATE INDEX single_invite_by_account ON single_invite (account_id, id)",
                "CREATE INDEX single_invite_by_guest ON single_invite (guest_id)",
                "CREATE INDEX single_invite_by_end ON single_invite (ends_at)",
            ]),
        Migration(
            42, id: "2026-11-29 circles of friends",
            statements: [
                // A named list of friends. name_folded: for comparison. deleted_at: until a deletion can no longer be
                // undone.
                """
                CREATE TABLE circle (
                  id BIGINT PRIMARY KEY,
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
                  name_folded TEXT NOT NULL CHECK (length(name_folded) BETWEEN 1 AND 120),
                  created_at BIGINT NOT NULL,
                  deleted_at BIGINT)
                """,
                "CREATE INDEX circle_by_account ON circle (account_id)",
                "CREATE UNIQUE INDEX circle_by_name ON circle (account_id, name_folded) WHERE deleted_at IS NULL",
                "CREATE INDEX circle_by_deletion ON circle (deleted_at)",
                // Counts only while the two are friends. The row outlives a removal for as long as that can be undone.
                """
                CREATE TABLE circle_member (
                  circle_id BIGINT NOT NULL REFERENCES circle (id) ON DELETE CASCADE,
                  friend_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  PRIMARY KEY (circle_id, friend_id))
                """,
                "CREATE INDEX circle_member_by_friend ON circle_member (friend_id, circle_id)",
            ]),
        Migration(
            79, id: "2026-11-26 invitations by their end",
            statements: [
                "CREATE INDEX invite_by_end ON invite (ends_at, account_id)",
                "DROP INDEX single_invite_by_end",
                "CREATE INDEX single_invite_by_end ON single_invite (ends_at, id)",
            ]),
    ]
}
