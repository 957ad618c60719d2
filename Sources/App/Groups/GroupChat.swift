import Database
import Foundation
import HTTP
import Media
import Proximity

/// The chat of a group.
extension Groups {
    var chatRoutes: [Route] {
        [
            .get("/groups/{id}/messages", showChat).forGuests,
            .upload("/groups/{id}/messages", bodyLimit: Uploads.pictureFormBytes, write).forGuests,
            .get("/groups/{id}/messages/live", showMessages).forGuests,
            .post("/groups/{id}/messages/{message}/delete", deleteMessage).forGuests,
        ]
    }

    /// `GET /groups/{id}/messages`; `?to=` addresses a member.
    func showChat(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try whileRunning(context) { try chatPage(context, viewer, context.query) }
    }

    /// `POST /groups/{id}/messages`
    func write(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let view = try site.database.read { try running($0, context, viewer) }
        let arrival = try conversations.arrival(context, viewer, newKey: newKey(context))
        do {
            guard let message = try arrival.message.get() else {
                return try chatPage(context, viewer, context.form, arrival)
            }
            // A form that was sent before sends nothing.
            let isRepeat = try site.database.read {
                try ConversationQueries.sent($0, by: viewer.id, submission: message.submission) != nil
            }
            if !isRepeat { try site.throttles.attempt([(.message, "\(viewer.id)")], context.now) }
            try site.database.write { try send($0, message, context, viewer) }
        } catch let errors as ValidationErrors {
            if context.wantsJSON { throw Failure.unreadable(.unprocessableContent, errors.words) }
            let page = try chatPage(context, viewer, context.form, arrival, status: .unprocessableContent, errors)
            return arrival.photo.refusal?.answer(page) ?? page
        }
        // The message box of the group's page leads back there.
        if context.form["back"] == "group" {
            return context.redirect(to: GroupPaths.group(view.group.id), saying: "Sent to \(view.group.name).")
        }
        let known = context.wantsJSON ? InputNumber.whole(context.query["from"], in: 0...1_000_000_000) : nil
        let path = GroupPaths.messages(view.group.id)
        return context.redirect(to: known.map { "\(GroupPaths.liveMessages(view.group.id))?from=\($0)" } ?? path)
    }

    /// Stores a message and tells everybody who sees its writer.
    func send(
        _ database: Writer, _ message: NewMessage, _ context: RequestContext, _ viewer: Viewer
    ) throws {
        try send(database, message, in: running(database, context, viewer), context.now)
    }

    /// The same in a running group, by the one who sees it so.
    func send(_ database: Writer, _ message: NewMessage, in view: GroupView, _ now: Timestamp) throws {
        guard let conversation = view.group.conversation else { throw Failure.notFound }
        let sender = view.own.person.id
        let sent = try conversations.send(database, message, in: conversation, from: sender, now)
        guard sent.isNew else { return }
        for member in view.active {
            try events.append(database, eventName, subject: sent.id.rawValue, to: member.person.id, now)
            guard member.id != view.own.id else { continue }
            let waits = try conversations.delaysNotice(
                database, Groups.delayedNotice, of: conversation, to: member.person.id, from: sender, now)
            if !waits { try announceMessage(database, in: view.group, to: member.person.id, from: sender, now) }
        }
        try renew(database, view.group.id, by: sender)
    }

    private func announceMessage(
        _ database: Writer, in group: FriendGroup, to account: ID<Account>, from sender: ID<Account>, _ now: Timestamp
    ) throws {
        try notices.announce(
            database, GroupNotices.message, subject: group.id.rawValue, to: account, from: sender, isAgain: true, now)
    }

    private static let delayedNotice = "group.notice"

    var chatJobs: [JobKind] {
        [
            conversations.delayedNotice(Groups.delayedNotice) { database, conversation, account, now in
                guard let id = try GroupMessageQueries.group(database, with: conversation),
                    let view = try GroupView(database, id, for: account, now), view.own.isActive,
                    view.group.isRunning(now)
                else { return }
                let hidden = Array(try GroupMemberQueries.blocked(database, in: id, for: account))
                let sender = try ConversationQueries.unreadSender(database, conversation, of: account, hiding: hidden)
                if let sender { try announceMessage(database, in: view.group, to: account, from: sender, now) }
            }
        ]
    }

    /// `GET /groups/{id}/messages/live`: what came meanwhile, for scripts.
    func showMessages(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let range = MessageRange(context.query)
        let shown = try site.database.read { try readChat($0, context, viewer, range) }
        if context.isLookedAt, let isViewed = context.query["viewed"].map({ $0 == "1" }) {
            try follow(shown, isViewed: isViewed, viewer, context.now)
        }
        return context.page(try MessageListPart(shown.page, setting(shown, context, viewer), after: shown.previous))
    }

    /// `POST /groups/{id}/messages/{message}/delete`: one's own, for all; of a group that is over its photo.
    func deleteMessage(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        if let deleted = try deleteKeptPhoto(context, viewer) { return deleted }
        let group = try site.database.write { database in
            let view = try running(database, context, viewer)
            let id = context.parameters["message"].flatMap { ID<Message>($0) }
            guard let conversation = view.group.conversation, let id,
                try ConversationQueries.isSender(database, viewer.id, of: id, in: conversation)
            else { throw Failure.notFound }
            if try conversations.delete(database, id, in: conversation, by: viewer.id, context.now) {
                try renew(database, view.group.id, by: viewer.id)
                for member in view.others
                where try ConversationQueries.endUnread(
                    database, conversation, of: member.person.id)
                {
                    try notices.takeBack(
                        database, GroupNotices.message, subject: view.group.id.rawValue, of: member.person.id)
                }
            }
            return view.group
        }
        return context.redirect(to: GroupPaths.messages(group.id), saying: "Deleted for all.")
    }

    private func follow(_ shown: ShownGroupChat, isViewed: Bool, _ viewer: Viewer, _ now: Timestamp) throws {
        let conversation = shown.membership.conversation
        let until = isViewed ? now + Conversations.viewedFor : now
        try site.writeIfPossible { try ConversationQueries.setViewed($0, conversation, by: viewer.id, until: until) }
        if isViewed { try markRead(shown, viewer, now) }
    }

    /// Who has read the chat needs no notice of it. After the last page only people hidden from them have written.
    private func markRead(_ shown: ShownGroupChat, _ viewer: Viewer, _ now: Timestamp) throws {
        let isAll = !shown.page.hasLater
        let number = isAll ? shown.membership.lastNumber : shown.page.messages.last?.number ?? 0
        guard shown.membership.readNumber < number else { return }
        try site.writeIfPossible { database in
            try ConversationQueries.setRead(database, shown.membership.conversation, by: viewer.id, through: number)
            guard isAll else { return }
            try notices.markRead(
                database, GroupNotices.message, subject: shown.view.group.id.rawValue, of: viewer.id, now)
        }
    }

    private func chatPage(
        _ context: RequestContext, _ viewer: Viewer, _ fields: FormFields, _ arrival: MessageArrival? = nil,
        status: Status = .ok, _ errors: ValidationErrors = ValidationErrors()
    ) throws -> Response {
        let range = context.query["before"] == nil ? .last : MessageRange(context.query)
        let shown = try site.database.read { try readChat($0, context, viewer, range, fields) }
        if context.isLookedAt, range == .last { try markRead(shown, viewer, context.now) }
        var fields = fields
        if let to = shown.view.member(context.query["to"]), fields["text"] == nil {
            fields = FormFields(values: [("text", "@\(to.person.bareName) ")])
        }
        let setting = try setting(shown, context, viewer)
        var frame = context.frame(shown.view.group.name, .groups)
        frame.fitsKeyboard = true
        let form = MessageFormPart(
            fields, key: newKey(context), answering: shown.answered,
            photo: arrival?.photo.draft.map { KeptMediaPart($0, place: "", time: "", isDated: false) },
            cancel: GroupPaths.messages(shown.view.group.id), errors)
        let distinction = distinction(of: shown.view.group.id, for: viewer, context.now)
        let people = CountWords.people(shown.view.active.count)
        return context.page(
            GroupChatPage(
                frame: frame, group: shown.view.group,
                people: distinction.isEmpty ? people : "\(distinction) · \(people)",
                messages: try MessageListPart(shown.page, setting), isEmpty: shown.page.messages.isEmpty, form: form),
            status: status)
    }

    func newKey(_ context: RequestContext) -> String {
        SubmissionKey.read(context.form) ?? Base64URL.encode(site.environment.randomBytes(15))
    }
}

/// `GET /groups/{id}/messages`
struct GroupChatPage {
    let frame: Frame
    let group: FriendGroup
    /// "5 people", beside another group of its name "with Ville and Noor · 3 people"
    let people: String
    let messages: MessageListPart
    let isEmpty: Bool
    let form: MessageFormPart
}
