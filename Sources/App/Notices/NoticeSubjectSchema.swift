import Database

/// The triggers of ``NoticeRevisionSchema`` on what notices are about.
extension NoticeRevisionSchema {
    static let ofThings: [SQL] = [
        """
        CREATE TRIGGER notice_revision_announcement_gone AFTER DELETE ON announcement BEGIN
          UPDATE notice_revision_of_all SET revision = revision + 1 WHERE id = 1; END
        """,
        """
        CREATE TRIGGER notice_revision_zone_gone AFTER DELETE ON zone BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice WHERE subject = OLD.id); END
        """,
        """
        CREATE TRIGGER notice_revision_export_new AFTER INSERT ON export BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id = NEW.account_id; END
        """,
        """
        CREATE TRIGGER notice_revision_export_changed AFTER UPDATE OF created_at, finished_at ON export BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id = NEW.account_id; END
        """,
        """
        CREATE TRIGGER notice_revision_export_gone AFTER DELETE ON export BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id = OLD.account_id; END
        """,
        """
        CREATE TRIGGER notice_revision_relic_changed
        AFTER UPDATE OF audience, appears_at, expires_at, deleted_at ON relic BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT NEW.maker_id UNION SELECT account_id FROM notice WHERE subject = NEW.id); END
        """,
        """
        CREATE TRIGGER notice_revision_relic_gone AFTER DELETE ON relic BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT OLD.maker_id UNION SELECT account_id FROM notice WHERE subject = OLD.id); END
        """,
        """
        CREATE TRIGGER notice_revision_visit_gone AFTER DELETE ON relic_visit BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice WHERE subject = OLD.id); END
        """,
    ]

    /// What a finder does raises no number of the author: the time of their next page would tell of it. A receipt becomes
    /// due at a full half hour and by a notice. The author's withdrawing raises it, opened or not.
    static let ofNotes: [SQL] = [
        """
        CREATE TRIGGER notice_revision_note_changed AFTER UPDATE OF opens_at, closes_at, deleted_at ON note BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice WHERE subject = NEW.id); END
        """,
        """
        CREATE TRIGGER notice_revision_note_gone AFTER DELETE ON note BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice WHERE subject = OLD.id); END
        """,
        """
        CREATE TRIGGER notice_revision_delivery_new AFTER INSERT ON delivery BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice
            WHERE subject = NEW.note_id AND account_id = NEW.recipient_id); END
        """,
        """
        CREATE TRIGGER notice_revision_delivery_changed
        AFTER UPDATE OF found_at, withdrawn_at, removed_at ON delivery BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice
            WHERE subject = NEW.note_id AND account_id = NEW.recipient_id); END
        """,
        """
        CREATE TRIGGER notice_revision_receipt_changed AFTER UPDATE OF withdrawn_at, receipt_at ON delivery
        WHEN OLD.receipt_at IS NOT NULL OR NEW.withdrawn_at IS NOT OLD.withdrawn_at BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice
            WHERE subject = NEW.note_id AND account_id <> NEW.recipient_id); END
        """,
        """
        CREATE TRIGGER notice_revision_delivery_gone AFTER DELETE ON delivery BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice WHERE subject = OLD.note_id); END
        """,
    ]

    /// The notice of a chat is about its conversation.
    static let ofChats: [SQL] = [
        """
        CREATE TRIGGER notice_revision_chat_new AFTER INSERT ON chat BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice WHERE subject = NEW.conversation_id); END
        """,
        """
        CREATE TRIGGER notice_revision_chat_gone AFTER DELETE ON chat BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice WHERE subject = OLD.conversation_id); END
        """,
        """
        CREATE TRIGGER notice_revision_conversation_member_new AFTER INSERT ON conversation_member BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice
            WHERE subject = NEW.conversation_id AND account_id = NEW.account_id); END
        """,
        """
        CREATE TRIGGER notice_revision_conversation_member_changed
        AFTER UPDATE OF read_number, cleared_number ON conversation_member BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice
            WHERE subject = NEW.conversation_id AND account_id = NEW.account_id); END
        """,
        """
        CREATE TRIGGER notice_revision_conversation_member_gone AFTER DELETE ON conversation_member BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice
            WHERE subject = OLD.conversation_id AND account_id = OLD.account_id); END
        """,
        """
        CREATE TRIGGER notice_revision_message_new AFTER INSERT ON message BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice
            WHERE subject = NEW.conversation_id AND account_id <> NEW.sender_id); END
        """,
        """
        CREATE TRIGGER notice_revision_message_changed AFTER UPDATE OF deleted_at ON message BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice
            WHERE subject = NEW.conversation_id AND account_id <> NEW.sender_id); END
        """,
        """
        CREATE TRIGGER notice_revision_message_gone AFTER DELETE ON message BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice
            WHERE subject = OLD.conversation_id AND account_id <> OLD.sender_id); END
        """,
    ]

    /// Notices of a group are about the group, an alert in it or a member; who is in it sees them by who else is.
    static let ofGroups: [SQL] = [
        """
        CREATE TRIGGER notice_revision_group_changed AFTER UPDATE OF ends_at, ended_at ON friend_group BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM friend_group_member WHERE group_id = NEW.id
            UNION SELECT account_id FROM notice WHERE subject = NEW.id); END
        """,
        """
        CREATE TRIGGER notice_revision_group_gone AFTER DELETE ON friend_group BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice WHERE subject = OLD.id); END
        """,
        """
        CREATE TRIGGER notice_revision_group_member_new AFTER INSERT ON friend_group_member BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM friend_group_member WHERE group_id = NEW.group_id); END
        """,
        """
        CREATE TRIGGER notice_revision_group_member_changed
        AFTER UPDATE OF admitted_at, left_at ON friend_group_member BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM friend_group_member WHERE group_id = NEW.group_id); END
        """,
        """
        CREATE TRIGGER notice_revision_group_member_home
        AFTER UPDATE OF muted_at, home_at ON friend_group_member BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id = NEW.account_id; END
        """,
        """
        CREATE TRIGGER notice_revision_group_member_gone AFTER DELETE ON friend_group_member BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT OLD.account_id
            UNION SELECT account_id FROM friend_group_member WHERE group_id = OLD.group_id); END
        """,
        """
        CREATE TRIGGER notice_revision_alert_gone AFTER DELETE ON friend_group_alert BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice WHERE subject = OLD.id); END
        """,
        """
        CREATE TRIGGER notice_revision_invitation_new AFTER INSERT ON friend_group_invitation BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id = NEW.account_id; END
        """,
        """
        CREATE TRIGGER notice_revision_invitation_gone AFTER DELETE ON friend_group_invitation BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id = OLD.account_id; END
        """,
    ]

    /// A window is everybody's, and what somebody posts in it closes it for them.
    static let ofDays: [SQL] = [
        """
        CREATE TRIGGER notice_revision_window_new AFTER INSERT ON daily_window BEGIN
          UPDATE notice_revision_of_all SET revision = revision + 1 WHERE id = 1; END
        """,
        """
        CREATE TRIGGER notice_revision_window_changed AFTER UPDATE OF opened_at, closes_at ON daily_window BEGIN
          UPDATE notice_revision_of_all SET revision = revision + 1 WHERE id = 1; END
        """,
        """
        CREATE TRIGGER notice_revision_window_gone AFTER DELETE ON daily_window BEGIN
          UPDATE notice_revision_of_all SET revision = revision + 1 WHERE id = 1; END
        """,
        """
        CREATE TRIGGER notice_revision_moment_new AFTER INSERT ON moment BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id = NEW.account_id; END
        """,
        """
        CREATE TRIGGER notice_revision_moment_changed AFTER UPDATE OF deleted_at ON moment BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id = NEW.account_id; END
        """,
        """
        CREATE TRIGGER notice_revision_moment_gone AFTER DELETE ON moment BEGIN
          UPDATE notice_revision SET revision = revision + 1 WHERE account_id = OLD.account_id; END
        """,
        """
        CREATE TRIGGER notice_revision_comment_gone AFTER DELETE ON moment_comment BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice WHERE subject = OLD.id); END
        """,
        """
        CREATE TRIGGER notice_revision_reaction_gone AFTER DELETE ON moment_reaction BEGIN
          UPDATE notice_revision SET revision = revision + 1
          WHERE account_id IN (SELECT account_id FROM notice WHERE subject = OLD.id); END
        """,
    ]
}
