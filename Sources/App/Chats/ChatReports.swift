import Database
import HTTP
import Proximity

extension Chats: ReportSource {
    /// What a message is called among the subjects of reports.
    static let reportSubject = "message"

    var reportSubjects: [ReportSubject] { [ReportSubject(name: Chats.reportSubject, words: "A message")] }

    var reportRoutes: [Route] {
        [
            .get("/chats/{username}/messages/{id}/report", showReport),
            .post("/chats/{username}/messages/{id}/report", reportMessage),
        ]
    }

    /// `GET /chats/{username}/messages/{id}/report`
    func showReport(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try reportPage(context, viewer)
    }

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
        guard let membership = chat.membership, let id = context.parameters["id"].flatMap({ ID<Message>($0) }),
            let messages = try ConversationQueries.reported(database, id, of: membership, for: viewer.id)
        else { throw Failure.notFound }
        return (chat, messages)
    }

    /// The page that reports a message of the other one, also after a refusal.
    ///
    /// - Throws: `Failure.notFound`.
    private func reportPage(
        _ context: RequestContext, _ viewer: Viewer, status: Status = .ok,
        _ errors: ValidationErrors = ValidationErrors()
    ) throws -> Response {
        let (chat, messages) = try site.database.read { try reported($0, context, viewer) }
        guard let message = messages.last else { throw Failure.notFound }
        let page = MessageReportPage(
            context.frame("Report this message", .chats), message, ConversationPaths(page: ChatPaths.chat(chat.name)),
            context.form, errors)
        return context.page(page, status: status)
    }
}
