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
        try page(context, viewer, fields: context.query)
    }

    /// `POST /chats/{username}`
    func write(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        // Nobody's file is worked on for a chat that is not there.
        let name = try site.database.read { try chat($0, context, for: viewer) }.name
        return try conversations.receive(
            context, from: viewer, send: { try send($0, $1, to: name, from: viewer.id, at: context.now) },
            page: { try page(context, viewer, fields: context.form, submission: $0, status: $1, errors: $2) },
            sent: { from in
                context.redirect(to: from.map { ChatPaths.messages(name, from: $0) } ?? ChatPaths.chat(name))
            })
    }

    /// - Parameters:
    ///   - fields: what the form holds: of a form that was sent, or of the address.
    ///   - submission: what a form brought that is shown again.
    private func page(
        _ context: RequestContext, _ viewer: Viewer, fields: FormFields, submission: MessageSubmission? = nil,
        status: Status = .ok, errors: ValidationErrors = ValidationErrors()
    ) throws -> Response {
        let range = context.query["before"] == nil ? .last : MessageRange(context.query)
        let shown = try site.database.read { try read($0, context, for: viewer, range: range, fields: fields) }
        let (chat, setting) = (shown.chat, setting(shown, in: context, for: viewer))
        if range == .last, let last = shown.messages.page.messages.last?.number {
            try markRead(chat, through: last, in: context, for: viewer)
        }
        let hasMessages = chat.membership.map { $0.lastNumber > $0.clearedNumber } ?? false
        var frame = context.frame(chat.other.name, .chats)
        frame.fitsKeyboard = true
        var view = ChatPage(
            frame: frame, style: chatStyle, side: side(shown, frame: frame, times: setting.times), name: chat.name,
            other: PersonPart(chat.other), hasLeft: chat.permission == .left,
            menu: ChatMenuPart(chat, hasMessages: hasMessages, setting.csrf),
            messages: try MessageListPart(shown.messages.page, setting), isEmpty: !hasMessages, hello: chat.hello,
            request: chat.permission == .request && hasMessages
                ? ChatRequestPart(
                    chat, messages: shown.messages.page.messages, mutual: shown.mutual, csrf: setting.csrf) : nil,
            form: chat.mayWrite
                ? try form(shown, in: context, fields: fields, submission: submission, errors: errors) : nil,
            refusal: Chats.refusal(chat))
        (view.sendsByEnter, view.presence) = (shown.sendsByEnter, shown.presence)
        view.writing = viewer.receipts && chat.permission == .open ? ChatPaths.writing(chat.name) : ""
        return context.page(view, status: status)
    }

    private func side(_ shown: ShownChat, frame: Frame, times: RelativeTimeFormatter) -> ChatSidePart {
        let current = shown.chat.membership?.conversation
        return ChatSidePart(
            list: ChatListPart(shown.listed, current: current, isLive: false, times),
            more: MorePart(ChatPaths.chats, shown.listed.chats.next), script: frame.pageScript("chat-side"))
    }

    private func form(
        _ shown: ShownChat, in context: RequestContext, fields: FormFields, submission: MessageSubmission?,
        errors: ValidationErrors
    ) throws -> MessageFormPart {
        MessageFormPart(
            fields, key: site.formKey(of: context.form), answering: shown.messages.answered, card: try shown.card?(),
            with: submission, cancel: ChatPaths.chat(shown.chat.name), hint: shown.chat.hint, errors)
    }
}
