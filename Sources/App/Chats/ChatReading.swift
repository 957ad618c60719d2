import Database
import HTTP
import Proximity

/// A chat as a page shows it.
struct ShownChat: Sendable {
    let chat: Chat
    let messages: ShownMessages
    /// Makes the card that the form shares.
    var card: CardMaker?
    /// Friends that the viewer has in common with who asks.
    var mutual: [Person] = []
    /// Whether Enter sends.
    var sendsByEnter = true
    /// "Active today"; "" for nothing.
    var presence = ""
    /// The list beside it.
    var listed = ListedChats()
}

/// What is read and shown of a chat.
extension Chats {
    /// Messages of a chat with what they show.
    ///
    /// - Throws: `Failure.notFound`.
    func read(
        _ database: Reader, _ context: RequestContext, for viewer: Viewer, range: MessageRange,
        messageFields fields: FormFields = FormFields()
    ) throws -> ShownChat {
        let chat = try self.chat(database, context, for: viewer)
        return ShownChat(
            chat: chat,
            messages: try conversations.read(
                database, chat.view, range: range, fields: fields, for: viewer, at: context.now))
    }

    /// The same with what the form answers and shares, and the list of chats.
    func read(
        _ database: Reader, _ context: RequestContext, for viewer: Viewer, range: MessageRange, fields: FormFields
    ) throws -> ShownChat {
        var shown = try read(database, context, for: viewer, range: range, messageFields: fields)
        if let path = fields["card"].flatMap({ conversations.storedCard($0) }), fields["card_remove"] == nil {
            shown.card = try conversations.cards(database, at: [path], for: viewer, context.now)[path]
        }
        if shown.chat.permission == .request {
            shown.mutual = try FriendQueries.mutual(database, of: viewer.id, and: shown.chat.other.id)
        }
        shown.presence = try presence(database, of: shown.chat.other.id, for: viewer, context.now)
        shown.listed = try listedChats(database, of: viewer.id, context.now)
        shown.sendsByEnter = try ChatQueries.settings(database, of: viewer.id).sendsByEnter
        return shown
    }

    /// How the viewer sees a chat's messages.
    func setting(_ shown: ShownChat, in context: RequestContext, for viewer: Viewer) -> MessageSetting {
        let membership = shown.chat.membership
        let hasNew = membership.map { $0.readNumber < $0.lastNumber } ?? false
        return MessageSetting(
            times: RelativeTimeFormatter(viewer.timeZone, now: context.now),
            paths: ConversationPaths(page: ChatPaths.chat(shown.chat.name)),
            csrf: TokenField(token: context.newFormToken()), site: site.settings.baseURL,
            untrustedAfter: shown.chat.untrustedAfter, seenNumber: viewer.receipts ? membership?.seenNumber ?? 0 : 0,
            newAfter: hasNew ? membership?.readNumber : nil, clearedNumber: membership?.clearedNumber ?? 0,
            mayWrite: shown.chat.mayWrite, mayReact: shown.chat.permission == .open,
            attachments: shown.messages.attachments)
    }
}
