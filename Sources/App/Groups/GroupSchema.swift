import Database

/// The tables of the feature. A group is `friend_group`, because SQL reserves the word.
enum GroupSchema {
    static let migrations = [
        Migration(
            58, "2026-12-03 groups",
            [
                // A group that is over keeps its name and its times alone. `state` is the engine's (`GroupState`): the last fixes of
                // its members. silent_at: when it changes by the clock. submission: the form that made it. The link is
                // derived from the site's key, the id and the version; its hash finds the group.
                """
                CREATE TABLE friend_group (
                  id BIGINT PRIMARY KEY,
                  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
                  limit_m BIGINT NOT NULL CHECK (limit_m BETWEEN 50 AND 20000),
                  needs_admission BIGINT NOT NULL CHECK (needs_admission IN (0, 1)),
                  created_at BIGINT NOT NULL,
                  ends_at BIGINT NOT NULL,
                  ended_at BIGINT,
                  code TEXT CHECK (length(code) = 6),
                  link_version BIGINT NOT NULL CHECK (link_version > 0),
                  link_hash TEXT CHECK (length(link_hash) = 64),
                  conversation_id BIGINT REFERENCES conversation (id) ON DELETE SET NULL,
                  state TEXT CHECK (length(state) <= 40000),
                  silent_at BIGINT,
                  submission TEXT CHECK (length(submission) BETWEEN 1 AND 64),
                  CHECK (ends_at > created_at AND (ended_at IS NULL) = (code IS NOT NULL)
                    AND (ended_at IS NULL) = (link_hash IS NOT NULL) AND (ended_at IS NULL OR state IS NULL)))
                """,
                "CREATE UNIQUE INDEX friend_group_by_code ON friend_group (code) WHERE code IS NOT NULL",
                "CREATE UNIQUE INDEX friend_group_by_link ON friend_group (link_hash) WHERE link_hash IS NOT NULL",
                """
                CREATE INDEX friend_group_by_conversation ON friend_group (conversation_id)
                WHERE conversation_id IS NOT NULL
                """,
                "CREATE INDEX friend_group_by_end ON friend_group (ends_at) WHERE ended_at IS NULL",
                "CREATE INDEX friend_group_by_silence ON friend_group (silent_at) WHERE silent_at IS NOT NULL",
                // device_id: the device that the member chose; NULL is the one that moved last, which `carried` knows.
                // muted_at: since then the member is on the way home. help_at: since then they ask for help, which the others
                // know since help_told_at.
                """
                CREATE TABLE friend_group_member (
                  id BIGINT PRIMARY KEY,
                  group_id BIGINT NOT NULL REFERENCES friend_group (id) ON DELETE CASCADE,
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  is_maker BIGINT NOT NULL CHECK (is_maker IN (0, 1)),
                  phone TEXT NOT NULL CHECK (length(phone) <= 32),
                  joined_at BIGINT NOT NULL,
                  admitted_at BIGINT,
                  left_at BIGINT,
                  device_id BIGINT REFERENCES device (id) ON DELETE SET NULL,
                  carried TEXT CHECK (length(carried) <= 20000),
                  battery BIGINT CHECK (battery BETWEEN 0 AND 100),
                  paused_until BIGINT,
                  muted_at BIGINT,
                  help_at BIGINT,
                  help_told_at BIGINT,
                  UNIQUE (group_id, account_id))
                """,
                "CREATE INDEX friend_group_member_by_account ON friend_group_member (account_id, group_id)",
                "CREATE INDEX friend_group_member_by_device ON friend_group_member (device_id) WHERE device_id IS NOT NULL",
                // What happened, until the end of the group. other_id: the second of two who are apart, or who asked.
                """
                CREATE TABLE friend_group_alert (
                  id BIGINT PRIMARY KEY,
                  group_id BIGINT NOT NULL REFERENCES friend_group (id) ON DELETE CASCADE,
                  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 20),
                  member_id BIGINT NOT NULL REFERENCES friend_group_member (id) ON DELETE CASCADE,
                  other_id BIGINT REFERENCES friend_group_member (id) ON DELETE CASCADE,
                  created_at BIGINT NOT NULL)
                """,
                "CREATE INDEX friend_group_alert_by_group ON friend_group_alert (group_id, id)",
                "CREATE INDEX friend_group_alert_by_member ON friend_group_alert (member_id)",
                "CREATE INDEX friend_group_alert_by_other ON friend_group_alert (other_id) WHERE other_id IS NOT NULL",
            ]),
        Migration(
            63, "2026-12-05 ended groups are swept",
            ["CREATE INDEX friend_group_by_ended ON friend_group (ended_at) WHERE ended_at IS NOT NULL"]),
        Migration(
            67, "2026-11-25 alerts of groups are seen and answered, who is home stays so",
            [
                // The limit when somebody went beyond it: it may be changed while the group runs.
                "ALTER TABLE friend_group_alert ADD COLUMN limit_m BIGINT CHECK (limit_m BETWEEN 50 AND 20000)",
                // What a member did about an alert: said that they have seen it, answered whoever needs help.
                """
                CREATE TABLE friend_group_alert_reading (
                  alert_id BIGINT NOT NULL REFERENCES friend_group_alert (id) ON DELETE CASCADE,
                  member_id BIGINT NOT NULL REFERENCES friend_group_member (id) ON DELETE CASCADE,
                  seen_at BIGINT,
                  answer TEXT NOT NULL CHECK (length(answer) <= 200),
                  PRIMARY KEY (alert_id, member_id),
                  CHECK (seen_at IS NOT NULL OR answer <> ''))
                """,
                """
                CREATE INDEX friend_group_alert_reading_by_member ON friend_group_alert_reading (member_id)
                """,
                // Since when who headed home has arrived.
                "ALTER TABLE friend_group_member ADD COLUMN home_at BIGINT",
                // The engine's state has one field more. The next positions bring it back.
                "UPDATE friend_group SET state = '', silent_at = NULL WHERE state IS NOT NULL",
            ]),
        Migration(
            68, "2026-11-25 friends are asked into groups",
            [
                // Who is asked into a running group, and by which of its members.
                """
                CREATE TABLE friend_group_invitation (
                  group_id BIGINT NOT NULL REFERENCES friend_group (id) ON DELETE CASCADE,
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  inviter_id BIGINT NOT NULL REFERENCES friend_group_member (id) ON DELETE CASCADE,
                  created_at BIGINT NOT NULL,
                  PRIMARY KEY (group_id, account_id))
                """,
                "CREATE INDEX friend_group_invitation_by_account ON friend_group_invitation (account_id)",
                "CREATE INDEX friend_group_invitation_by_inviter ON friend_group_invitation (inviter_id)",
            ]),
        Migration(
            69, "2026-11-27 being back takes two positions",
            [
                // The engine's state has one field more. The next positions bring it back.
                "UPDATE friend_group SET silent_at = NULL, state = '' WHERE state IS NOT NULL"
            ]),
        Migration(
            70, "2026-11-28 who does not see everybody in a group has a state of their own",
            [
                // What the engine knows of those whom a member sees, where that is not everybody, and since when.
                "ALTER TABLE friend_group_member ADD COLUMN own_state TEXT CHECK (length(own_state) <= 40000)",
                "ALTER TABLE friend_group_member ADD COLUMN own_state_since BIGINT",
                "CREATE INDEX friend_group_member_with_state ON friend_group_member (group_id, id) WHERE own_state IS NOT NULL",
                // Who alone was told, because the alert was judged by a state of their own.
                """
                ALTER TABLE friend_group_alert ADD COLUMN viewer_id BIGINT
                REFERENCES friend_group_member (id) ON DELETE CASCADE
                """,
                "CREATE INDEX friend_group_alert_by_viewer ON friend_group_alert (viewer_id) WHERE viewer_id IS NOT NULL",
                """
                UPDATE friend_group_member SET own_state = '', own_state_since = coalesce(
                  (SELECT max(alert.created_at) + 1 FROM friend_group_alert AS alert
                   WHERE alert.group_id = friend_group_member.group_id), joined_at)
                WHERE left_at IS NULL AND EXISTS (
                  SELECT 1 FROM friend_group_member AS other JOIN block ON
                    block.blocker_id = other.account_id AND block.blocked_id = friend_group_member.account_id
                    OR block.blocked_id = other.account_id AND block.blocker_id = friend_group_member.account_id
                  WHERE other.group_id = friend_group_member.group_id)
                """,
            ]),
        Migration(
            76, "2026-11-28 the photos of a night stay until the next evening",
            [
                // Photos of the chat of a group that is over, whose messages are erased. kept_until: the next evening.
                """
                CREATE TABLE friend_group_photo (
                  name TEXT PRIMARY KEY REFERENCES media (name) CHECK (length(name) = 26),
                  group_id BIGINT NOT NULL REFERENCES friend_group (id) ON DELETE CASCADE,
                  member_id BIGINT NOT NULL REFERENCES friend_group_member (id) ON DELETE CASCADE,
                  message_id BIGINT NOT NULL UNIQUE,
                  number BIGINT NOT NULL,
                  kept_until BIGINT NOT NULL)
                """,
                "CREATE INDEX friend_group_photo_by_group ON friend_group_photo (group_id, number)",
                "CREATE INDEX friend_group_photo_by_member ON friend_group_photo (member_id)",
                "CREATE INDEX friend_group_photo_by_end ON friend_group_photo (kept_until)",
            ]),
    ]
}
