import Database
import HTTP

/// The form that reports a message of somebody else's.
struct MessageReportPage {
    let frame: Frame
    /// The page of the conversation.
    let page: String
    /// Where the form leads.
    let action: String
    /// Who wrote it.
    let name: String
    let quote: QuotePart
    let reason: TextAreaPart

    init(
        _ frame: Frame, message: Message, paths: ConversationPaths, form: FormFields = FormFields(),
        errors: ValidationErrors = ValidationErrors()
    ) {
        self.frame = frame
        page = paths.page
        action = paths.report(message.id)
        name = message.sender.name
        quote = QuotePart(message)
        reason = TextAreaPart(
            "reason", label: "What happened", value: form["reason"] ?? "", isRequired: true,
            max: NewReport.maxReasonLength,
            errors: errors)
    }
}

extension ConversationQueries {
    /// A message that a member may report, after a few that stand before it; nil for none. Nobody reports their own, and
    /// of a deleted one nothing is left.
    static func reported(
        _ database: Reader, _ id: ID<Message>, of membership: Membership, for member: ID<Account>,
        hiding hidden: [ID<Account>] = []
    ) throws -> [Message]? {
        guard let number = try number(database, of: id, in: membership.conversation) else { return nil }
        let page = try messages(
            database, .before(number + 1), of: membership, for: member, hiding: hidden,
            limit: 1 + ReportedWords.maxBefore)
        guard let last = page.messages.last, last.id == id, !last.isOwn, last.content != nil else { return nil }
        return page.messages
    }
}
