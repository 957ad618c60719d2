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

    private var reporting: MessageReporting {
        MessageReporting(site: site, moderation: moderation, subject: Chats.reportSubject, section: .chats)
    }

    /// `GET /chats/{username}/messages/{id}/report`
    func showReport(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try reporting.page(context) { try reportable($0, context, for: viewer) }
    }

    /// `POST /chats/{username}/messages/{id}/report` (reason)
    func reportMessage(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try reporting.file(context, by: viewer) { try reportable($0, context, for: viewer) }
    }

    /// - Throws: `Failure.notFound`.
    private func reportable(
        _ database: Reader, _ context: RequestContext, for viewer: Viewer
    ) throws -> ReportableMessage {
        let chat = try self.chat(database, context, for: viewer)
        return try ReportableMessage(
            database, context.parameters["id"].flatMap { ID<Message>($0) }, view: chat.view,
            paths: ConversationPaths(page: ChatPaths.chat(chat.name)), for: viewer)
    }
}
