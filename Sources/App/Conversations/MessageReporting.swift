import Database
import HTTP
import Proximity

/// A message that somebody may report.
struct ReportableMessage: Sendable {
    /// The message, after a few that stand before it and that the viewer sees as well.
    let messages: [Message]
    let message: Message
    let paths: ConversationPaths

    /// - Throws: `Failure.notFound`
    init(
        _ database: Reader, _ id: ID<Message>?, view: ConversationView, paths: ConversationPaths,
        for viewer: Viewer
    ) throws {
        guard let id, let membership = view.membership,
            let messages = try ConversationQueries.reported(
                database, id, of: membership, for: viewer.id, hiding: view.hidden),
            let message = messages.last
        else { throw Failure.notFound }
        (self.messages, self.message, self.paths) = (messages, message, paths)
    }

    /// What a report keeps of it: the words, also of those before it, and its own photo and voice message alone.
    fileprivate func content(as subject: String) -> Moderation.Content {
        Moderation.Content(
            subject: subject, words: ReportedWords(messages).text,
            files: [message.content?.photo, message.content?.sound].compactMap { $0 })
    }
}

/// Reports of messages, with what was said, shown and heard: its sender may delete it.
struct MessageReporting: Sendable {
    let site: Site
    let moderation: Moderation
    /// What a message is called among the subjects of reports; stored with them.
    let subject: String
    /// The part of the site that the page belongs to.
    let section: Frame.Section

    /// The page with the form, also after a refusal.
    func page(
        _ context: RequestContext, status: Status = .ok, _ errors: ValidationErrors = ValidationErrors(),
        reportable: (Reader) throws -> ReportableMessage
    ) throws -> Response {
        let shown = try site.database.read(reportable)
        let frame = context.frame("Report this message", section)
        return context.page(
            MessageReportPage(frame, message: shown.message, paths: shown.paths, form: context.form, errors: errors),
            status: status)
    }

    /// Stores the report of a form (reason).
    func file(
        _ context: RequestContext, by viewer: Viewer, _ reportable: (Reader) throws -> ReportableMessage
    ) throws -> Response {
        do {
            let paths = try site.database.write { database in
                let reported = try reportable(database)
                try moderation.file(
                    database, context.form, by: viewer.id, about: reported.message.sender.id,
                    copying: reported.content(as: subject), at: context.now)
                return reported.paths
            }
            return context.redirect(to: paths.page, saying: NewReport.thanks)
        } catch let errors as ValidationErrors {
            return try page(context, status: .unprocessableContent, errors, reportable: reportable)
        }
    }
}
