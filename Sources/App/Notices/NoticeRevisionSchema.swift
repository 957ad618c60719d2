import Database

/// What tells that a person's count of unread notices may have changed.
///
/// `notice_revision` has a row for each account. Its number grows with every write that decides which of their notices
/// they may see, in the transaction of that write: triggers raise it, so that no feature and no other program forgets it.
/// What concerns everybody raises the one number of `notice_revision_of_all`.
///
/// A trigger names the accounts that have a notice about the row (its `subject`), where it can: who was told nothing of a
/// thing has nothing to count, and the time that their next page takes tells nothing of it. A row with a new id has no
/// notice yet: its INSERT needs no trigger. `NoticeRevisionTests` compares the triggers with what is read.
enum NoticeRevisionSchema {
    static let migrations = [
        Migration(
            87, id: "2026-12-16 revisions of notices",
            statements: [tables, ofNotices, ofPeople, ofThings, ofNotes, ofChats, ofGroups, ofDays].flatMap { $0 })
    ]

    private static let tables: [SQL] = [
        """
        CREATE TABLE notice_revision (
          account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
          revision BIGINT NOT NULL)
        """,
        """
        CREATE TABLE notice_revision_of_all (
          id BIGINT PRIMARY KEY CHECK (id = 1),
          revision BIGINT NOT NULL)
        """,
        "INSERT INTO notice_revision (account_id, revision) SELECT id, 0 FROM account",
        "INSERT INTO notice_revision_of_all (id, revision) VALUES (1, 0)",
        """
        CREATE TRIGGER notice_revision_begins AFTER INSERT ON account BEGIN
          INSERT INTO notice_revision (account_id, revision) VALUES (NEW.id, 0); END
        """,
    ]

    private static let ofNotices: [SQL] = [
        """
        CREATE TRIGGER notice_revision_notice_new AFTER INSERT ON notice BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id = NEW.account_id; END
        """,
        """
        CREATE TRIGGER notice_revision_notice_read AFTER UPDATE OF read_at, raised_at ON notice BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id = NEW.account_id; END
        """,
        """
        CREATE TRIGGER notice_revision_notice_gone AFTER DELETE ON notice WHEN OLD.read_at IS NULL BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id = OLD.account_id; END
        """,
    ]

    /// Who sees whom. A suspension hides somebody from everybody.
    private static let ofPeople: [SQL] = [
        """
        CREATE TRIGGER notice_revision_block_new AFTER INSERT ON block BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id IN (NEW.blocker_id, NEW.blocked_id); END
        """,
        """
        CREATE TRIGGER notice_revision_block_gone AFTER DELETE ON block BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id IN (OLD.blocker_id, OLD.blocked_id); END
        """,
        """
        CREATE TRIGGER notice_revision_suspension_new AFTER INSERT ON suspension BEGIN
          UPDATE notice_revision_of_all SET revision = revision + 1 WHERE id = 1; END
        """,
        """
        CREATE TRIGGER notice_revision_suspension_gone AFTER DELETE ON suspension BEGIN
          UPDATE notice_revision_of_all SET revision = revision + 1 WHERE id = 1; END
        """,
        """
        CREATE TRIGGER notice_revision_guest_new AFTER INSERT ON guest_account BEGIN
          UPDATE notice_revision_of_all SET revision = revision + 1 WHERE id = 1; END
        """,
        """
        CREATE TRIGGER notice_revision_guest_gone AFTER DELETE ON guest_account BEGIN
          UPDATE notice_revision_of_all SET revision = revision + 1 WHERE id = 1; END
        """,
        """
        CREATE TRIGGER notice_revision_account_gone AFTER DELETE ON account BEGIN
          UPDATE notice_revision_of_all SET revision = revision + 1 WHERE id = 1; END
        """,
        """
        CREATE TRIGGER notice_revision_friendship_new AFTER INSERT ON friendship BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id = NEW.account_id; END
        """,
        """
        CREATE TRIGGER notice_revision_friendship_gone AFTER DELETE ON friendship BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id = OLD.account_id; END
        """,
        """
        CREATE TRIGGER notice_revision_request_new AFTER INSERT ON friend_request BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id = NEW.to_id; END
        """,
        """
        CREATE TRIGGER notice_revision_request_gone AFTER DELETE ON friend_request BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id = OLD.to_id; END
        """,
        """
        CREATE TRIGGER notice_revision_decline_new AFTER INSERT ON decline BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id = NEW.account_id; END
        """,
        """
        CREATE TRIGGER notice_revision_decline_gone AFTER DELETE ON decline BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id = OLD.account_id; END
        """,
    ]
}
