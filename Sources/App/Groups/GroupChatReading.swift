import Database
import HTTP
import Media
import Proximity

/// A group's chat as a page shows it.
struct ShownGroupChat: Sendable {
    let view: GroupView
    let membership: Membership
    let page: MessagePage
    let attachments: MessageAttachments
    /// The message before those of the page, if the page asked for the ones after it.
    var previous: Message?
    /// The message that the form answers; nil for none.
    var answered: Message?
    let numbers: VisibleNumbers
}

extension Groups {
    /// Messages of a group's chat, without those of people whom the viewer does not see.
    ///
    /// - Parameter range: by the numbers on the viewer's pages.
    /// - Throws: `Failure.notFound`; `Failure.conflict` once it is over.
    func readChat(
        _ database: Reader, _ context: RequestContext, _ viewer: Viewer, _ range: MessageRange,
        _ fields: FormFields = FormFields()
    ) throws -> ShownGroupChat {
        let view = try running(database, context, viewer)
        guard let conversation = view.group.conversation,
            let membership = try ConversationQueries.membership(database, conversation, of: viewer.id)
        else { throw Failure.notFound }
        let hidden = Array(try GroupMemberQueries.blocked(database, in: view.group.id, for: viewer.id))
        let numbers = try ConversationQueries.visibleNumbers(database, in: conversation, hiding: hidden)
        let range = numbers.stored(range)
        let page = try ConversationQueries.messages(database, range, of: membership, for: viewer.id, hiding: hidden)
        var shown = ShownGroupChat(
            view: view, membership: membership, page: page,
            attachments: try conversations.attachments(
                database, of: page.messages, heldBackAfter: nil, for: viewer, context.now),
            numbers: numbers)
        if case .from(let first) = range {
            shown.previous = try ConversationQueries.messages(
                database, .before(first), of: membership, for: viewer.id, hiding: hidden, limit: 1
            ).messages.last
        }
        if let id = fields["reply_to"].flatMap({ ID<Message>($0) }) {
            let found = try ConversationQueries.message(database, id, of: membership, for: viewer.id, hiding: hidden)
            shown.answered = found?.content == nil ? nil : found
        }
        return shown
    }

    /// How the viewer sees the messages. How far the others have read is nobody's business in a group.
    func setting(_ shown: ShownGroupChat, _ context: RequestContext, _ viewer: Viewer) throws -> MessageSetting {
        let (group, membership) = (shown.view.group.id, shown.membership)
        return MessageSetting(
            words: RelativeTimeFormatter(viewer.timeZone, now: context.now),
            paths: GroupPaths.chat(group),
            csrf: TokenField(token: context.newFormToken()), site: site.settings.baseURL,
            newAfter: membership.readNumber < membership.lastNumber ? membership.readNumber : nil,
            clearedNumber: membership.clearedNumber, numbers: shown.numbers, namesSenders: true,
            attachments: shown.attachments)
    }
}

extension Groups: MediaAccess {
    /// The photo of a message is for those who take part in its group while it runs, and in the morning after for who was in it
    /// until the end, as far as they see its sender.
    func mayRead(_ database: Reader, _ name: MediaName, _ viewer: Viewer) throws -> Bool {
        if try GroupPhotoQueries.mayRead(database, name, for: viewer.id, site.now) { return true }
        let photos = try GroupMessageQueries.photos(database, name, for: viewer.id)
        return try photos.contains { photo in
            guard let view = try GroupView(database, photo.group, for: viewer.id, site.now), view.own.isActive,
                view.group.isRunning(site.now)
            else { return false }
            return try !GroupMemberQueries.blocked(database, in: photo.group, for: viewer.id).contains(photo.sender)
        }
    }
}

/// SQL that finds the groups of messages.
enum GroupMessageQueries {
    /// The groups of a person in which a photo was sent, and by whom.
    static func photos(
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

    /// The group that writes in a conversation.
    static func group(_ database: Reader, with conversation: ID<Conversation>) throws -> ID<FriendGroup>? {
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
