import Database
import Foundation
import HTTP
import Media
import Proximity

/// The page of a chat.
extension Chats {
    var screenRoutes: [Route] {
        [
            .get("/chats/{username}", showChat),
            .upload("/chats/{username}", bodyLimit: Uploads.pictureFormBytes, write),
        ]
    }

    /// `GET /chats/{username}`
    func showChat(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try page(context, viewer, context.query)
    }

    /// `POST /chats/{username}`
    func write(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        // Nobody's photo is worked on for a chat that is not there.
        let name = try site.database.read { try chat($0, context, viewer) }.name
        let arrival = try conversations.arrival(context, viewer, newKey: newKey(context))
        do {
            guard let message = try arrival.message.get() else {
                return try page(context, viewer, context.form, arrival)
            }
            // A form that was sent before sends nothing.
            let isRepeat = try site.database.read {
                try ConversationQueries.sent($0, by: viewer.id, submission: message.submission) != nil
            }
            if !isRepeat { try site.throttles.attempt([(.message, "\(viewer.id)")], context.now) }
            try site.database.write { try send($0, message, to: name, from: viewer.id, context.now) }
        } catch let errors as ValidationErrors {
            if context.wantsJSON { throw Failure.unreadable(.unprocessableContent, errors.words) }
            let page = try page(context, viewer, context.form, arrival, status: .unprocessableContent, errors)
            return arrival.photo.refusal?.answer(page) ?? page
        }
        // A script asks for what is new since the last message that it knows.
        let known = context.wantsJSON ? InputNumber.whole(context.query["from"], in: 0...1_000_000_000) : nil
        return context.redirect(to: known.map { ChatPaths.messages(name, from: Int64($0)) } ?? ChatPaths.chat(name))
    }

    /// - Parameters:
    ///   - fields: what the form holds: of a form that was sent, or of the address.
    ///   - arrival: what a form brought that is shown again.
    private func page(
        _ context: RequestContext, _ viewer: Viewer, _ fields: FormFields, _ arrival: MessageArrival? = nil,
        status: Status = .ok, _ errors: ValidationErrors = ValidationErrors()
    ) throws -> Response {
        let range = context.query["before"] == nil ? .last : MessageRange(context.query)
        let shown = try site.database.read { try read($0, context, viewer, range, fields) }
        let (chat, setting) = (shown.chat, setting(shown, context, viewer))
        if range == .last, let last = shown.page.messages.last?.number {
            try markRead(chat, through: last, context, viewer)
        }
        let hasMessages = chat.membership.map { $0.lastNumber > $0.clearedNumber } ?? false
        var frame = context.frame(chat.other.name, .chats)
        frame.fitsKeyboard = true
        var view = ChatPage(
            frame: frame, name: chat.name, other: PersonPart(chat.other),
            hasLeft: chat.standing == .left, menu: ChatMenuPart(chat, hasMessages: hasMessages, setting.csrf),
            messages: try MessageListPart(shown.page, setting), isEmpty: !hasMessages, hello: chat.hello,
            request: chat.standing == .request && hasMessages
                ? ChatRequestPart(chat, shown.page.messages, mutual: shown.mutual, setting.csrf) : nil,
            form: chat.mayWrite ? try form(shown, context, fields, arrival, errors) : nil,
            refusal: Chats.refusal(chat))
        (view.sendsByEnter, view.presence) = (shown.sendsByEnter, shown.presence)
        return context.page(view, status: status, copiedAs: isCopied(shown, context) ? .chat : nil)
    }

    /// Whether a copy may stand for the chat: it shows the newest messages, and a form with nothing in it. A script asks for
    /// them by `before`, which marks none as read.
    private func isCopied(_ shown: ShownChat, _ context: RequestContext) -> Bool {
        !shown.page.messages.isEmpty && !shown.page.hasLater && context.query.values.allSatisfy { $0.name == "before" }
    }

    private func form(
        _ shown: ShownChat, _ context: RequestContext, _ fields: FormFields, _ arrival: MessageArrival?,
        _ errors: ValidationErrors
    ) throws -> MessageFormPart {
        MessageFormPart(
            fields, key: newKey(context), answering: shown.answered, card: try shown.card?(),
            photo: arrival?.photo.draft.map { KeptMediaPart($0, place: "", time: "", isDated: false) },
            cancel: ChatPaths.chat(shown.chat.name), hint: shown.chat.hint, errors)
    }

    private func newKey(_ context: RequestContext) -> String {
        SubmissionKey.read(context.form) ?? Base64URL.encode(site.environment.randomBytes(15))
    }
}
