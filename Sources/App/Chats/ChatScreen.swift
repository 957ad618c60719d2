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
            .get("/chats/{username}/messages/{id}/report", showReport),
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
            try site.throttles.attempt([(.message, "\(viewer.id)")], context.now)
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
        let range = InputNumber.whole(context.query["before"], in: 1...Int.max).map { MessageRange.before(Int64($0)) }
        let shown = try site.database.read { try read($0, context, viewer, range ?? .last, fields) }
        let (chat, setting) = (shown.chat, setting(shown, context, viewer))
        if let last = shown.page.messages.last?.number, range == nil {
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
        view.sendsByEnter = shown.sendsByEnter
        return context.page(view, status: status)
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
        MessageForm.key(context.form["key"]) ?? Base64URL.encode(site.environment.randomBytes(15))
    }
}

/// A chat as a page shows it.
struct ShownChat: Sendable {
    let chat: Chat
    let page: MessagePage
    let attachments: MessageAttachments
    /// The message that the form answers; nil for none.
    var answered: Message?
    /// Makes the card that the form shares.
    var card: CardMaker?
    /// Friends that the viewer has in common with who asks.
    var mutual: [Person] = []
    /// Whether Enter sends.
    var sendsByEnter = true
}

/// What is read and shown of a chat.
extension Chats {
    /// Messages of a chat with what they show.
    ///
    /// - Throws: `Failure.notFound`.
    func read(
        _ database: Reader, _ context: RequestContext, _ viewer: Viewer, _ range: MessageRange
    ) throws -> ShownChat {
        let chat = try self.chat(database, context, viewer)
        let page = try chat.membership.map {
            try ConversationQueries.messages(database, range, of: $0, for: viewer.id)
        }
        let attachments = try conversations.attachments(
            database, of: page?.messages ?? [], heldBackAfter: chat.heldBackAfter, for: viewer, context.now)
        return ShownChat(
            chat: chat, page: page ?? MessagePage(messages: [], hasEarlier: false, hasLater: false),
            attachments: attachments)
    }

    /// The same with what the form answers and shares.
    private func read(
        _ database: Reader, _ context: RequestContext, _ viewer: Viewer, _ range: MessageRange, _ fields: FormFields
    ) throws -> ShownChat {
        var shown = try read(database, context, viewer, range)
        shown.sendsByEnter = try ChatQueries.settings(database, of: viewer.id).sendsByEnter
        if let membership = shown.chat.membership, let id = fields["reply_to"].flatMap({ ID<Message>($0) }) {
            let found = try ConversationQueries.message(database, id, of: membership, for: viewer.id)
            shown.answered = found?.content == nil ? nil : found
        }
        if let path = fields["card"].flatMap({ conversations.storedCard($0) }), fields["card_remove"] == nil {
            shown.card = try conversations.cards(database, at: [path], for: viewer, context.now)[path]
        }
        if shown.chat.standing == .request {
            shown.mutual = try FriendQueries.mutual(database, of: viewer.id, and: shown.chat.other.id)
        }
        return shown
    }

    /// How the viewer sees a chat's messages.
    func setting(_ shown: ShownChat, _ context: RequestContext, _ viewer: Viewer) -> MessageSetting {
        let membership = shown.chat.membership
        let hasNew = membership.map { $0.readNumber < $0.lastNumber } ?? false
        return MessageSetting(
            words: RelativeTimeFormatter(viewer.timeZone, now: context.now),
            paths: ConversationPaths(page: ChatPaths.chat(shown.chat.name)),
            csrf: TokenField(token: context.newFormToken()), site: site.settings.baseURL,
            heldBackAfter: shown.chat.heldBackAfter, seenNumber: viewer.receipts ? membership?.seenNumber ?? 0 : 0,
            newAfter: hasNew ? membership?.readNumber : nil, clearedNumber: membership?.clearedNumber ?? 0,
            mayWrite: shown.chat.mayWrite, attachments: shown.attachments)
    }
}
