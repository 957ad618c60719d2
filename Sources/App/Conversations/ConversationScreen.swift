import Database
import HTTP
import Proximity

/// A conversation as one of its members may see it. The feature that has the conversation knows what that is.
struct ConversationView: Sendable {
    /// nil where nobody has written yet.
    let membership: Membership?
    /// People whom the viewer does not see: their messages are left out, and not counted.
    var hidden: [ID<Account>] = []
    /// See `Chat.untrustedAfter`.
    var untrustedAfter: Int64?
}

/// Messages of a conversation with what a page shows beside them.
struct ShownMessages: Sendable {
    let page: MessagePage
    let attachments: MessageAttachments
    let numbers: VisibleNumbers
    /// The message before those of the page, if the page asked for the ones after it.
    var previous: Message?
    /// The message that the form answers; nil for none.
    var answered: Message?
}

/// What the page of every conversation does; who may read and write is asked before.
extension Conversations {
    /// Messages of a conversation.
    ///
    /// - Parameters:
    ///   - range: by the numbers on the viewer's pages.
    ///   - fields: of the form below them; its `reply_to` names the message that it answers.
    func read(
        _ database: Reader, _ view: ConversationView, range: MessageRange, fields: FormFields = FormFields(),
        for viewer: Viewer, at now: Timestamp
    ) throws -> ShownMessages {
        guard let membership = view.membership else {
            return ShownMessages(
                page: MessagePage(messages: [], hasEarlier: false, hasLater: false),
                attachments: MessageAttachments(), numbers: VisibleNumbers())
        }
        let numbers = try ConversationQueries.visibleNumbers(
            database, in: membership.conversation, hiding: view.hidden)
        let range = numbers.stored(range)
        func messages(_ range: MessageRange, limit: Int = Message.pageSize) throws -> MessagePage {
            try ConversationQueries.messages(
                database, range, of: membership, for: viewer.id, hiding: view.hidden, limit: limit)
        }
        let page = try messages(range)
        var shown = ShownMessages(
            page: page,
            attachments: try attachments(
                database, of: page.messages, hiding: view.hidden, untrustedAfter: view.untrustedAfter, for: viewer, now),
            numbers: numbers)
        if case .from(let first) = range { shown.previous = try messages(.before(first), limit: 1).messages.last }
        if let id = fields["reply_to"].flatMap({ ID<Message>($0) }) {
            let found = try ConversationQueries.message(
                database, id, of: membership, for: viewer.id, hiding: view.hidden)
            shown.answered = found?.content == nil ? nil : found
        }
        return shown
    }

    /// Sends the message of a form, once.
    ///
    /// - Parameters:
    ///   - send: stores the message and tells of it.
    ///   - page: the page with the form as it was sent, where nothing is sent yet or something is wrong.
    ///   - sent: the answer to a message that is sent. `from`: a script asks for the messages from this number on.
    func receive(
        _ context: RequestContext, from viewer: Viewer, send: (Writer, NewMessage) throws -> Void,
        page: (MessageSubmission, Status, ValidationErrors) throws -> Response, sent: (_ from: Int64?) -> Response
    ) throws -> Response {
        let submission = try submission(context, viewer, newKey: site.formKey(of: context.form))
        do {
            guard let message = try submission.message.get() else {
                return try page(submission, .ok, ValidationErrors())
            }
            // A form that was sent before sends nothing.
            let isRepeat = try site.database.read {
                try ConversationQueries.sent($0, by: viewer.id, formKey: message.formKey) != nil
            }
            if !isRepeat { try site.throttles.attempt([(.message, "\(viewer.id)")], context.now) }
            try site.database.write { try send($0, message) }
        } catch let errors as ValidationErrors {
            if context.wantsJSON { throw Failure.unreadable(.unprocessableContent, errors.words) }
            let page = try page(submission, .unprocessableContent, errors)
            return submission.refusal?.answer(page) ?? page
        }
        let known = context.wantsJSON ? InputNumber.whole(context.query["from"], in: 0...1_000_000_000) : nil
        return sent(known.map { Int64($0) })
    }

    /// Deletes the viewer's own message for all. Where somebody has nothing unread any more, there is nothing to tell of.
    ///
    /// - Parameter takeBack: takes the notice of one of the others back.
    /// - Returns: false if it was deleted before.
    /// - Throws: `Failure.notFound`
    func deleteOwn(
        _ database: Writer, _ id: ID<Message>?, in conversation: ID<Conversation>?, by viewer: ID<Account>,
        others: [ID<Account>], at now: Timestamp, takeBack: (ID<Account>) throws -> Void
    ) throws -> Bool {
        guard let conversation, let id,
            try ConversationQueries.isSender(database, viewer, of: id, in: conversation)
        else { throw Failure.notFound }
        guard try delete(database, id, in: conversation, by: viewer, at: now) else { return false }
        for other in others where try ConversationQueries.endUnread(database, conversation, of: other) {
            try takeBack(other)
        }
        return true
    }
}
