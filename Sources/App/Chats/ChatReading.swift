import Database
import HTTP
import Proximity

/// A chat as a page shows it.
struct ShownChat: Sendable {
    let chat: Chat
    let page: MessagePage
    let attachments: MessageAttachments
    /// The message before those of the page, if the page asked for the ones after it.
    var previous: Message?
    /// The message that the form answers; nil for none.
    var answered: Message?
    /// Makes the card that the form shares.
    var card: CardMaker?
    /// Friends that the viewer has in common with who asks.
    var mutual: [Person] = []
    /// Whether Enter sends.
    var sendsByEnter = true
    /// "Active today"; "" for nothing.
    var presence = ""
}

/// What is read and shown of a chat.
extension Chats {
    /// Messages of a chat with what they show.
    ///
    /// - Throws: `Failure.notFound`.
    func read(
        _ database: Reader, _ context: RequestContext, _ viewer: Viewer, _ range: MessageRange
    ) throws -> ShownChat {
        let chat = try self.chat(database, context, viewer)
        let page = try chat.membership.map {
            try ConversationQueries.messages(database, range, of: $0, for: viewer.id)
        }
        var previous: Message?
        if case .from(let first) = range, let membership = chat.membership {
            previous = try ConversationQueries.messages(
                database, .before(first), of: membership, for: viewer.id, limit: 1
            ).messages.last
        }
        let attachments = try conversations.attachments(
            database, of: page?.messages ?? [], heldBackAfter: chat.heldBackAfter, for: viewer, context.now)
        return ShownChat(
            chat: chat, page: page ?? MessagePage(messages: [], hasEarlier: false, hasLater: false),
            attachments: attachments, previous: previous)
    }

    /// The same with what the form answers and shares.
    func read(
        _ database: Reader, _ context: RequestContext, _ viewer: Viewer, _ range: MessageRange, _ fields: FormFields
    ) throws -> ShownChat {
        var shown = try read(database, context, viewer, range)
        if let membership = shown.chat.membership, let id = fields["reply_to"].flatMap({ ID<Message>($0) }) {
            let found = try ConversationQueries.message(database, id, of: membership, for: viewer.id)
            shown.answered = found?.content == nil ? nil : found
        }
        if let path = fields["card"].flatMap({ conversations.storedCard($0) }), fields["card_remove"] == nil {
            shown.card = try conversations.cards(database, at: [path], for: viewer, context.now)[path]
        }
        if shown.chat.standing == .request {
            shown.mutual = try FriendQueries.mutual(database, of: viewer.id, and: shown.chat.other.id)
        }
        shown.presence = try presence(database, of: shown.chat.other.id, for: viewer, context.now)
        shown.sendsByEnter = try ChatQueries.settings(database, of: viewer.id).sendsByEnter
        return shown
    }

    /// How the viewer sees a chat's messages.
    func setting(_ shown: ShownChat, _ context: RequestContext, _ viewer: Viewer) -> MessageSetting {
        let membership = shown.chat.membership
        let hasNew = membership.map { $0.readNumber < $0.lastNumber } ?? false
        return MessageSetting(
            words: RelativeTimeFormatter(viewer.timeZone, now: context.now),
            paths: ConversationPaths(page: ChatPaths.chat(shown.chat.name)),
            csrf: TokenField(token: context.newFormToken()), site: site.settings.baseURL,
            heldBackAfter: shown.chat.heldBackAfter, seenNumber: viewer.receipts ? membership?.seenNumber ?? 0 : 0,
            newAfter: hasNew ? membership?.readNumber : nil, clearedNumber: membership?.clearedNumber ?? 0,
            mayWrite: shown.chat.mayWrite, attachments: shown.attachments)
    }
}
