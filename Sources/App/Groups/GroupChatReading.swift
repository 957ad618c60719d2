import Database
import HTTP
import Media
import Proximity

/// A group's chat as a page shows it.
struct ShownGroupChat: Sendable {
    let view: GroupView
    let membership: Membership
    let messages: ShownMessages
}

extension Groups {
    /// What a member sees of the chat of a running group: nothing by people between whom and them there is a block.
    ///
    /// - Throws: `Failure.notFound`
    func conversationView(_ database: Reader, _ view: GroupView, for account: ID<Account>) throws -> ConversationView {
        guard let conversation = view.group.conversation,
            let membership = try ConversationQueries.membership(database, conversation, of: account)
        else { throw Failure.notFound }
        return ConversationView(
            membership: membership,
            hidden: Array(try GroupMemberQueries.blocked(database, in: view.group.id, for: account)))
    }

    /// Messages of a group's chat.
    ///
    /// - Throws: `Failure.notFound`; `Failure.conflict` once it is over.
    func readChat(
        _ database: Reader, _ context: RequestContext, for viewer: Viewer, range: MessageRange,
        fields: FormFields = FormFields()
    ) throws -> ShownGroupChat {
        let view = try running(database, context, for: viewer)
        let conversation = try conversationView(database, view, for: viewer.id)
        guard let membership = conversation.membership else { throw Failure.notFound }
        return ShownGroupChat(
            view: view, membership: membership,
            messages: try conversations.read(
                database, conversation, range: range, fields: fields, for: viewer, at: context.now))
    }

    /// How the viewer sees the messages. How far the others have read is nobody's business in a group.
    func setting(_ shown: ShownGroupChat, in context: RequestContext, for viewer: Viewer) throws -> MessageSetting {
        let (group, membership) = (shown.view.group.id, shown.membership)
        return MessageSetting(
            times: RelativeTimeFormatter(viewer.timeZone, now: context.now),
            paths: GroupPaths.chat(group),
            csrf: TokenField(token: context.newFormToken()), site: site.settings.baseURL,
            newAfter: membership.readNumber < membership.lastNumber ? membership.readNumber : nil,
            clearedNumber: membership.clearedNumber, numbers: shown.messages.numbers, namesSenders: true,
            attachments: shown.messages.attachments)
    }
}

extension Groups: MediaAccess {
    /// A photo or voice message is for those who take part in its group while it runs, and who see its sender.
    func mayRead(_ database: Reader, _ name: MediaName, for viewer: Viewer) throws -> Bool {
        let files = try GroupMessageQueries.files(database, name, for: viewer.id)
        return try files.contains { file in
            guard let view = try GroupView(database, file.group, for: viewer.id, at: site.now), view.own.isActive,
                view.group.isRunning(site.now)
            else { return false }
            return try !GroupMemberQueries.blocked(database, in: file.group, for: viewer.id).contains(file.sender)
        }
    }
}

/// SQL that finds the groups of messages.
enum GroupMessageQueries {
    /// The groups of a person in which a photo or voice message was sent, and by whom.
    static func files(
        _ database: Reader, _ name: MediaName, for account: ID<Account>
    ) throws -> [(group: ID<FriendGroup>, sender: ID<Account>)] {
        try database.all(
            """
            SELECT friend_group.id AS group_id, message.sender_id AS sender_id
            FROM \(Conversation.messages(with: name)) AS message
            JOIN friend_group ON friend_group.conversation_id = message.conversation_id
            JOIN friend_group_member AS own ON own.group_id = friend_group.id AND own.account_id = \(account)
              AND own.left_at IS NULL
            """
        ) { (group: try $0["group_id"], sender: try $0["sender_id"]) }
    }

    /// The group that has a conversation.
    static func group(
        _ database: Reader, with conversation: ID<Conversation>
    ) throws -> ID<FriendGroup>? {
        try database.value("SELECT id FROM friend_group WHERE conversation_id = \(conversation)")
    }

    /// The groups of some messages, and who wrote them.
    static func groups(
        _ database: Reader, ofMessages ids: [Int64], for account: ID<Account>
    ) throws -> [Int64: (group: ID<FriendGroup>, sender: ID<Account>)] {
        let rows = try database.all(
            """
            SELECT message.id AS id, message.sender_id AS sender_id, friend_group.id AS group_id
            FROM \(Conversation.messages(ids.map { ID<Message>(rawValue: $0) })) AS message
            JOIN friend_group ON friend_group.conversation_id = message.conversation_id
            JOIN friend_group_member AS own ON own.group_id = friend_group.id AND own.account_id = \(account)
              AND own.left_at IS NULL
            """
        ) { row -> (Int64, (group: ID<FriendGroup>, sender: ID<Account>)) in
            (try row["id"], (group: try row["group_id"], sender: try row["sender_id"]))
        }
        return Dictionary(rows) { first, _ in first }
    }
}
