import Database
import HTTP

/// The form that reports a message of somebody else's.
struct MessageReportPage {
    let frame: Frame
    /// The page of the conversation, or another one that leads here.
    let page: String
    /// What that page is called.
    let back: String
    /// Where the form leads.
    let action: String
    /// Who wrote it.
    let name: String
    let quote: QuotePart
    let reason: TextAreaPart

    init(
        _ frame: Frame, _ message: Message, _ paths: ConversationPaths, back: String = "Chat",
        _ form: FormFields = FormFields(), _ errors: ValidationErrors = ValidationErrors()
    ) {
        self.frame = frame
        page = paths.page
        self.back = back
        action = paths.report(message.id)
        name = message.sender.name
        quote = QuotePart(message)
        reason = TextAreaPart(
            "reason", "What happened", value: form["reason"] ?? "", isRequired: true, max: NewReport.longestReason,
            errors)
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
            limit: 1 + ReportedWords.mostBefore)
        guard let last = page.messages.last, last.id == id, !last.isOwn, last.content != nil else { return nil }
        return page.messages
    }
}
