import Database
import Proximity

/// Notices of messages in groups: one for all messages of a group, which is its subject.
extension Groups {
    static let delayedNotice = DelayedMessageNotice(job: "groups.message")

    /// Notifies a member of a message, once until they have read it.
    func notifyOfMessage(
        _ database: Writer, _ group: ID<FriendGroup>, to account: ID<Account>, from sender: ID<Account>,
        at now: Timestamp
    ) throws {
        try notices.notify(
            database, GroupNotices.message, subject: group.rawValue, to: account, from: sender, isAgain: true, at: now)
    }

    var chatJobs: [JobKind] {
        [
            Groups.delayedNotice.jobKind(on: site) { database, conversation, account, now in
                guard let group = try GroupMessageQueries.group(database, with: conversation),
                    let view = try GroupView(database, group, for: account, at: now), view.own.isActive,
                    view.group.isRunning(now),
                    let sender = try unreadSender(database, view, of: account)
                else { return }
                try notifyOfMessage(database, group, to: account, from: sender, at: now)
            }
        ]
    }

    /// Who wrote the newest message that a member sees and has not read; nil where all is read.
    private func unreadSender(
        _ database: Reader, _ view: GroupView, of account: ID<Account>
    ) throws -> ID<Account>? {
        let conversation = try conversationView(database, view, for: account)
        guard let membership = conversation.membership else { return nil }
        let page = try ConversationQueries.messages(
            database, .last, of: membership, for: account, hiding: conversation.hidden)
        return page.messages.last { !$0.isOwn && $0.content != nil && $0.number > membership.readNumber }?.sender.id
    }
}
