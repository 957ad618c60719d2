import Database
import Media
import Proximity

/// A person's chats, as far as they may still read them.
extension Chats {
    var personalData: PersonalData {
        PersonalData(
            exported: ["chat", "chat_setting"],
            files: [
                .init(
                    path: "chats/",
                    words: "your chats, a file for each; the photos and voice messages you sent are in media. "
                        + "settings.json: who may write")
            ],
            deleted: [
                .init(
                    icon: "message-circle", title: "Requests to write that wait for an answer",
                    words: "And what you chose about chats.")
            ],
            kept: [
                .init(
                    icon: "message-circle", title: "Messages that others have from you",
                    words: "They keep your chats, as with “someone who left”.")
            ],
            count: { database, account in 1 + (try ConversationQueries.messageCount(database, of: account)) },
            export: { writer, account in try export(writer, account) },
            delete: { database, account, now in
                for chat in try ChatQueries.ending(database, of: account) {
                    try end(database, chat, of: account, at: now)
                }
                try ChatQueries.deleteSettings(database, of: account)
            },
            isHeld: { database, account in try ChatQueries.hasChat(database, account) })
    }

    /// Ends a chat of somebody who leaves: all of it if the other one must not see it again or never answered, otherwise
    /// only what they asked since.
    private func end(
        _ database: Writer, _ chat: ChatQueries.Ending, of account: ID<Account>, at now: Timestamp
    ) throws {
        let conversation = chat.conversation
        if chat.isHidden || chat.requestCutoff == 0 {
            try takeBackNotice(database, conversation, of: chat.other)
            try ChatQueries.delete(database, conversation)
            return try conversations.end(database, conversation)
        }
        try Conversations.erase(database, in: conversation, after: chat.requestCutoff, now)
        try ChatQueries.set(database, conversation, isOpen: false, requestFrom: nil)
        if try ConversationQueries.endUnread(database, conversation, of: chat.other) {
            try takeBackNotice(database, conversation, of: chat.other)
        }
    }

    private func export(_ writer: ExportWriter, _ account: ID<Account>) throws {
        try writer.one("chats/settings.json") { database in
            ChatExport.Settings(try ChatQueries.settings(database, of: account))
        }
        var after: Int64 = 0
        while true {
            let chats = try site.database.read { try ChatQueries.names(of: account, $0, after: after) }
            for chat in chats { try export(writer, chat.name, of: account) }
            guard let last = chats.last else { return }
            after = last.conversation.rawValue
        }
    }

    private func export(_ writer: ExportWriter, _ name: String, of account: ID<Account>) throws {
        try writer.list("chats/\(name).json") { database, cursor -> ExportWriter.Page<ChatExport.Line> in
            guard let chat = try ChatQueries.chat(database, with: name, for: account), let membership = chat.membership
            else { return ([], nil) }
            let page = try ConversationQueries.messages(
                database, .from((cursor?.id ?? 0) + 1), of: membership, for: account, limit: ChatExport.pageSize)
            let lines = try page.messages.map { try ChatExport.Line($0, chat: chat, in: database) }
            let next = page.hasLater ? page.messages.last.map { Cursor(time: $0.createdAt, id: $0.number) } : nil
            return (lines, next)
        }
    }
}

private enum ChatExport {
    static let pageSize = 200

    struct Settings: Encodable {
        let takesRequests: Bool
        let showsActivity: Bool
        let sendsByEnter: Bool
        let noticesHoldText: Bool

        init(_ settings: ChatSettings) {
            takesRequests = settings.takesRequests
            showsActivity = settings.showsActivity
            sendsByEnter = settings.sendsByEnter
            noticesHoldText = settings.tellsText
        }
    }

    struct Line: Encodable {
        let number: Int64
        let from: String
        let sent: String
        let text: String?
        let isDeleted: Bool
        /// A photo of one's own; others' are theirs.
        let photo: String?
        let hasPhoto: Bool
        /// A voice message of one's own; others' are theirs.
        let sound: String?
        let hasSound: Bool
        let card: String?
        let answers: String?

        init(_ message: Message, chat: Chat, in database: Reader) throws {
            let isUntrusted = !message.isOwn && chat.untrustedAfter.map { message.number > $0 } ?? false
            let content = message.content
            number = message.number
            from = message.sender.username
            sent = RelativeTimeFormatter.machine(message.createdAt)
            text = content?.text
            isDeleted = content == nil
            hasPhoto = content?.photo != nil && !isUntrusted
            hasSound = content?.sound != nil && !isUntrusted
            func own(_ file: MediaName?) throws -> String? {
                try message.isOwn ? file.flatMap { try Uploads.exportedName(database, $0).map { "media/" + $0 } } : nil
            }
            photo = try own(content?.photo)
            sound = try own(content?.sound)
            card = isUntrusted ? nil : content?.card
            answers = message.reply?.content?.text
        }
    }
}
