import Database
import HTTP
import Proximity

extension Chats: ReportSource {
    /// What a message is called among the subjects of reports.
    static let reportSubject = "message"

    var reportSubjects: [ReportSubject] { [ReportSubject(name: Chats.reportSubject, words: "A message")] }

    var reportRoutes: [Route] { [.post("/chats/{username}/messages/{id}/report", reportMessage)] }

    /// `POST /chats/{username}/messages/{id}/report`: with a copy of what was said, because its sender may delete it.
    func reportMessage(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let chat = try site.database.write { database in
                let (chat, messages) = try reported(database, context, viewer)
                try moderation.file(
                    database, context.form, by: viewer.id, about: chat.other.id,
                    copying: .init(subject: Chats.reportSubject, words: ReportedWords(messages).text), context.now)
                return chat
            }
            return context.redirect(
                to: ChatPaths.chat(chat.name),
                saying: "Thank you. Whoever runs this site will read it. Nobody else is told.")
        } catch let errors as ValidationErrors {
            return try reportPage(context, viewer, status: .unprocessableContent, errors)
        }
    }

    /// A message that the viewer may report, after a few that stand before it.
    ///
    /// - Throws: `Failure.notFound`.
    private func reported(
        _ database: Reader, _ context: RequestContext, _ viewer: Viewer
    ) throws -> (Chat, messages: [Message]) {
        let chat = try self.chat(database, context, viewer)
        guard let membership = chat.membership,
            let id = context.parameters["id"].flatMap({ ID<Message>($0) }),
            let number = try ConversationQueries.number(database, of: id, in: membership.conversation)
        else { throw Failure.notFound }
        let page = try ConversationQueries.messages(
            database, .before(number + 1), of: membership, for: viewer.id, limit: 1 + ReportedWords.mostBefore)
        guard let last = page.messages.last, last.id == id, !last.isOwn, last.content != nil else {
            throw Failure.notFound
        }
        return (chat, page.messages)
    }
}

/// What a report keeps of a message, and of those before it.
struct ReportedWords {
    /// Most messages before the one that is reported.
    static let mostBefore = 4
    /// Longest piece of each of them, in Unicode scalars.
    private static let longestBefore = 200
    /// Longest text, in Unicode scalars.
    private static let longest = 4_000

    /// "leena: …", a message on a line, the reported one last.
    let text: String

    init(_ messages: [Message]) {
        let lines = messages.map { "\($0.sender.username): \(ReportedWords.words($0))" }
        var text = ReportedWords.cut(lines.last ?? "", ReportedWords.longest)
        for line in lines.dropLast().reversed() {
            let longer = "\(ReportedWords.cut(line, ReportedWords.longestBefore))\n\(text)"
            if longer.unicodeScalars.count > ReportedWords.longest { break }
            text = longer
        }
        self.text = text
    }

    private static func words(_ message: Message) -> String {
        guard let content = message.content else { return "(deleted)" }
        let things = [content.photo == nil ? "" : "(a photo)", content.card.map { "(\($0))" } ?? ""]
        return ([content.text] + things).filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func cut(_ line: String, _ most: Int) -> String {
        guard line.unicodeScalars.count > most else { return line }
        return String(String.UnicodeScalarView(line.unicodeScalars.prefix(most - 1))) + "…"
    }
}
