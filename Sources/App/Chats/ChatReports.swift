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
            let found = try site.database.write { database in
                let found = try reportable(database, context, viewer)
                try moderation.file(
                    database, context.form, by: viewer.id, about: found.message.sender.id,
                    copying: .init(subject: Chats.reportSubject, words: ReportedWords(found.messages).text), context.now
                )
                return found
            }
            return context.redirect(
                to: found.paths.page, saying: "Thank you. Whoever runs this site will read it. Nobody else is told.")
        } catch let errors as ValidationErrors {
            return try reportPage(context, viewer, status: .unprocessableContent, errors)
        }
    }

    /// A message of the other one that may be reported.
    private struct ReportableMessage {
        let message: Message
        /// A few that stand before it, and the message.
        let messages: [Message]
        /// Their page is where one goes afterwards.
        let paths: ConversationPaths
        /// What that page is called.
        let back: String
    }

    /// The message in the address. Whoever has blocked the other one can still report what they read before that.
    ///
    /// - Throws: `Failure.notFound`.
    private func reportable(
        _ database: Reader, _ context: RequestContext, _ viewer: Viewer
    ) throws -> ReportableMessage {
        let name = context.parameters["username"] ?? ""
        let blocked = try FriendQueries.blockedPerson(database, named: name, by: viewer.id)
        let membership: Membership?
        if let blocked {
            membership = try ChatQueries.stored(database, viewer.id, blocked.id).flatMap {
                try ConversationQueries.membership(database, $0.conversation, of: viewer.id)
            }
        } else {
            membership = try chat(database, context, viewer).membership
        }
        guard let membership, let id = context.parameters["id"].flatMap({ ID<Message>($0) }),
            let messages = try ConversationQueries.reported(database, id, of: membership, for: viewer.id),
            let message = messages.last
        else { throw Failure.notFound }
        let isBlocked = blocked != nil
        return ReportableMessage(
            message: message, messages: messages,
            paths: ConversationPaths(
                page: isBlocked ? FriendPaths.blocked : ChatPaths.chat(name), messages: ChatPaths.messages(name)),
            back: isBlocked ? "Blocked people" : "Chat")
    }

    /// The page that reports a message of the other one, also after a refusal.
    ///
    /// - Throws: `Failure.notFound`.
    private func reportPage(
        _ context: RequestContext, _ viewer: Viewer, status: Status = .ok,
        _ errors: ValidationErrors = ValidationErrors()
    ) throws -> Response {
        let found = try site.database.read { try reportable($0, context, viewer) }
        let page = MessageReportPage(
            context.frame("Report this message", .chats), found.message, found.paths, back: found.back, context.form,
            errors)
        return context.page(page, status: status)
    }
}
