import Database
import HTTP

/// `GET /chats/{username}/messages/{id}/report`
struct MessageReportPage {
    let frame: Frame
    /// What addresses call the other one.
    let name: String
    let person: PersonPart
    let message: ID<Message>
    let quote: QuotePart
    let reason: TextAreaPart
}

extension Chats {
    /// `GET /chats/{username}/messages/{id}/report`
    func showReport(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try reportPage(context, viewer)
    }

    /// The page that reports a message of the other one, also after a refusal.
    ///
    /// - Throws: `Failure.notFound`.
    func reportPage(
        _ context: RequestContext, _ viewer: Viewer, status: Status = .ok,
        _ errors: ValidationErrors = ValidationErrors()
    ) throws -> Response {
        let (chat, message) = try site.database.read { database -> (Chat, Message) in
            let chat = try self.chat(database, context, viewer)
            guard let id = context.parameters["id"].flatMap({ ID<Message>($0) }), let membership = chat.membership,
                let message = try ConversationQueries.message(database, id, of: membership, for: viewer.id),
                !message.isOwn, message.content != nil
            else { throw Failure.notFound }
            return (chat, message)
        }
        let page = MessageReportPage(
            frame: context.frame("Report this message", .chats), name: chat.name, person: PersonPart(chat.other),
            message: message.id, quote: QuotePart(message),
            reason: TextAreaPart(
                "reason", "What happened", value: context.form["reason"] ?? "", isRequired: true,
                max: NewReport.longestReason, errors))
        return context.page(page, status: status)
    }
}
