import Database
import Foundation
import HTTP
import Media
import Proximity

extension Groups {
    var chatRoutes: [Route] {
        [
            .get("/groups/{id}/messages", showChat).forGuests,
            .upload("/groups/{id}/messages", bodyLimit: Uploads.pictureFormBytes, write).forGuests,
            .get("/groups/{id}/messages/live", showMessages).forGuests,
            .post("/groups/{id}/messages/{message}/delete", deleteMessage).forGuests,
            .post("/groups/{id}/messages/{message}/reactions", react).forGuests,
        ]
    }

    /// `GET /groups/{id}/messages`; `?to=` addresses a member.
    func showChat(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try whileRunning(context) { try chatPage(context, viewer, fields: context.query) }
    }

    /// `POST /groups/{id}/messages`
    func write(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let group = try site.database.read { try running($0, context, for: viewer) }.group
        return try conversations.receive(
            context, from: viewer, send: { try send($0, $1, in: context, by: viewer) },
            page: { try chatPage(context, viewer, fields: context.form, submission: $0, status: $1, errors: $2) },
            sent: { from in
                // The message box of the group's page leads back there.
                if context.form["back"] == "group" {
                    return context.redirect(to: GroupPaths.group(group.id), saying: "Sent to \(group.name).")
                }
                let live = from.map { "\(GroupPaths.liveMessages(group.id))?from=\($0)" }
                return context.redirect(to: live ?? GroupPaths.messages(group.id))
            })
    }

    /// Stores a message and tells everybody who sees its writer.
    func send(
        _ database: Writer, _ message: NewMessage, in context: RequestContext, by viewer: Viewer
    ) throws {
        let view = try running(database, context, for: viewer)
        guard let conversation = view.group.conversation else { throw Failure.notFound }
        let sent = try conversations.send(database, message, in: conversation, from: viewer.id, at: context.now)
        guard sent.isNew else { return }
        for member in view.active {
            try events.append(database, eventName, subject: sent.id.rawValue, to: member.person.id, at: context.now)
            guard member.id != view.own.id else { continue }
            try Groups.delayedNotice.notify(database, of: conversation, to: member.person.id, context.now) {
                try notifyOfMessage(database, view.group.id, to: member.person.id, from: viewer.id, at: context.now)
            }
        }
        try renew(database, view.group.id, by: viewer.id)
    }

    /// `GET /groups/{id}/messages/live`: what came meanwhile, for scripts.
    func showMessages(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let range = MessageRange(context.query)
        let shown = try site.database.read { try readChat($0, context, for: viewer, range: range) }
        if try conversations.follow(shown.membership.conversation, in: context, for: viewer),
            let last = shown.messages.page.messages.last?.number
        {
            try markRead(shown, through: last, in: context, for: viewer)
        }
        return context.page(
            try MessageListPart(
                shown.messages.page, setting(shown, in: context, for: viewer), after: shown.messages.previous))
    }

    /// `POST /groups/{id}/messages/{message}/delete`: one's own, for all.
    func deleteMessage(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let group = try site.database.write { database in
            let view = try running(database, context, for: viewer)
            let id = context.parameters["message"].flatMap { ID<Message>($0) }
            let isDeleted = try conversations.deleteOwn(
                database, id, in: view.group.conversation, by: viewer.id, others: view.others.map { $0.person.id },
                at: context.now
            ) { other in
                try notices.takeBack(database, GroupNotices.message, subject: view.group.id.rawValue, of: other)
            }
            if isDeleted { try renewChat(database, view.group.id, by: viewer.id) }
            return view.group
        }
        return context.redirect(to: GroupPaths.messages(group.id), saying: "Deleted for all.")
    }

    /// `POST /groups/{id}/messages/{message}/reactions` (emoji): the same again takes it back.
    func react(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let group = try site.database.read { try running($0, context, for: viewer) }.group
        try conversations.react(
            context, viewer, to: context.parameters["message"].flatMap { ID<Message>($0) },
            in: { try conversationView($0, running($0, context, for: viewer), for: viewer.id) },
            reacted: { try renewChat($0, group.id, by: viewer.id) })
        return context.redirect(to: GroupPaths.messages(group.id))
    }

    /// Somebody deleted a message or reacted to one: their open chats, and those of the members who see them, ask for the
    /// messages again, and pages with the last of them as well.
    private func renewChat(_ database: Writer, _ group: ID<FriendGroup>, by account: ID<Account>) throws {
        let members = try GroupMemberQueries.accounts(database, in: group, seeing: account)
        events.broadcast(database, "change", data: #"{"part":"chat-\#(Groups.part(group))"}"#, to: members)
        broadcast(database, group, to: members)
    }

    /// Who has read the chat needs no notice of it.
    private func markRead(
        _ shown: ShownGroupChat, through number: Int64, in context: RequestContext, for viewer: Viewer
    ) throws {
        try conversations.markRead(shown.membership, through: number, in: context, for: viewer) { database, isAll in
            guard isAll else { return }
            try notices.markRead(
                database, GroupNotices.message, subject: shown.view.group.id.rawValue, of: viewer.id, at: context.now)
        }
    }

    private func chatPage(
        _ context: RequestContext, _ viewer: Viewer, fields: FormFields, submission: MessageSubmission? = nil,
        status: Status = .ok, errors: ValidationErrors = ValidationErrors()
    ) throws -> Response {
        let range = context.query["before"] == nil ? .last : MessageRange(context.query)
        let shown = try site.database.read { try readChat($0, context, for: viewer, range: range, fields: fields) }
        if range == .last, let last = shown.messages.page.messages.last?.number {
            try markRead(shown, through: last, in: context, for: viewer)
        }
        var fields = fields
        if let to = shown.view.member(context.query["to"]), fields["text"] == nil {
            fields = FormFields(values: [("text", "@\(to.person.bareName) ")])
        }
        let setting = try setting(shown, in: context, for: viewer)
        var frame = context.frame(shown.view.group.name, .groups)
        frame.fitsKeyboard = true
        let form = MessageFormPart(
            fields, key: site.formKey(of: context.form), answering: shown.messages.answered, with: submission,
            cancel: GroupPaths.messages(shown.view.group.id), errors)
        return context.page(
            GroupChatPage(
                frame: frame, style: site.assets.pageStyles["chats"] ?? "", group: shown.view.group,
                people: CountWords.people(shown.view.active.count),
                messages: try MessageListPart(shown.messages.page, setting),
                isEmpty: shown.messages.page.messages.isEmpty, form: form),
            status: status)
    }
}

/// `GET /groups/{id}/messages`
struct GroupChatPage {
    let frame: Frame
    /// The address of its style sheet.
    let style: String
    let group: FriendGroup
    /// "5 people"
    let people: String
    let messages: MessageListPart
    let isEmpty: Bool
    let form: MessageFormPart
}
