import Database
import HTTP
import Proximity

/// Reports of messages in groups, and of what a group is called.
extension Groups: ReportSource {
    private static let messageSubject = "group message"
    private static let nameSubject = "group name"

    var reportSubjects: [ReportSubject] {
        [
            ReportSubject(name: Groups.messageSubject, words: "A message in a group"),
            ReportSubject(name: Groups.nameSubject, words: "The name of a group"),
        ]
    }

    var reportRoutes: [Route] {
        [
            .get("/groups/{id}/messages/{message}/report", showMessageReport).forGuests,
            .post("/groups/{id}/messages/{message}/report", reportMessage).forGuests,
            .get("/groups/{id}/report", showNameReport).forGuests, .post("/groups/{id}/report", reportName).forGuests,
        ]
    }

    private static let thanks = "Thank you. Whoever runs this site will read it. Nobody else is told."

    /// `GET /groups/{id}/messages/{message}/report`
    func showMessageReport(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try messageReportPage(context, viewer, ValidationErrors())
    }

    /// `POST /groups/{id}/messages/{message}/report` (reason): with a copy of what was said, because the chat goes with
    /// the group.
    func reportMessage(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let group = try site.database.write { database in
                let (group, messages) = try reported(database, context, viewer)
                guard let message = messages.last else { throw Failure.notFound }
                try moderation.file(
                    database, context.form, by: viewer.id, about: message.sender.id,
                    copying: .init(subject: Groups.messageSubject, words: ReportedWords(messages).text), context.now)
                return group
            }
            return context.redirect(to: GroupPaths.messages(group.id), saying: Groups.thanks)
        } catch let errors as ValidationErrors {
            return try messageReportPage(context, viewer, status: .unprocessableContent, errors)
        }
    }

    /// A message that the viewer sees and may report, after a few that stand before it and that they see as well; also one
    /// that they saw until they blocked who wrote it.
    ///
    /// - Throws: `Failure.notFound`; `Failure.conflict` once the group is over.
    private func reported(
        _ database: Reader, _ context: RequestContext, _ viewer: Viewer
    ) throws -> (group: FriendGroup, messages: [Message]) {
        let group = try running(database, context, viewer).group
        guard let conversation = group.conversation,
            let membership = try ConversationQueries.membership(database, conversation, of: viewer.id),
            let id = context.parameters["message"].flatMap({ ID<Message>($0) }),
            let message = try ConversationQueries.message(database, id, of: membership, for: viewer.id)
        else { throw Failure.notFound }
        let (sender, time) = (message.sender.id, message.createdAt)
        var hidden = try GroupMemberQueries.blocked(database, in: group.id, for: viewer.id)
        // What they wrote before it was read before it.
        if try FriendQueries.sawBeforeBlocking(database, viewer.id, sender, at: time) { hidden.remove(sender) }
        let messages = try ConversationQueries.reported(
            database, id, of: membership, for: viewer.id, hiding: Array(hidden))
        guard let messages else { throw Failure.notFound }
        return (group, messages)
    }

    private func messageReportPage(
        _ context: RequestContext, _ viewer: Viewer, status: Status = .ok, _ errors: ValidationErrors
    ) throws -> Response {
        let (group, messages) = try site.database.read { try reported($0, context, viewer) }
        guard let message = messages.last else { throw Failure.notFound }
        let page = MessageReportPage(
            context.frame("Report this message", .groups), message, GroupPaths.chat(group.id), context.form, errors)
        return context.page(page, status: status)
    }
}

extension Groups {
    /// `GET /groups/{id}/report`
    func showNameReport(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try nameReportPage(context, viewer, ValidationErrors())
    }

    /// `POST /groups/{id}/report` (reason): the name of a group that one was asked into, too.
    func reportName(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let group = try site.database.write { database in
                let (group, maker) = try named(database, context, viewer)
                try moderation.file(
                    database, context.form, by: viewer.id, about: maker,
                    copying: .init(subject: Groups.nameSubject, words: group.name), context.now)
                return group
            }
            return context.redirect(to: GroupPaths.group(group.id), saying: Groups.thanks)
        } catch let errors as ValidationErrors {
            return try nameReportPage(context, viewer, status: .unprocessableContent, errors)
        }
    }

    /// A running group, and who answers for its name: its maker, whether or not the viewer sees them.
    ///
    /// - Throws: `Failure.notFound`, for the maker as well.
    private func named(
        _ database: Reader, _ context: RequestContext, _ viewer: Viewer
    ) throws -> (group: FriendGroup, maker: ID<Account>) {
        let view = try self.view(database, context, viewer)
        guard view.group.isRunning(context.now), !view.own.isMaker,
            let maker = try GroupMemberQueries.members(database, of: view.group.id).first(where: { $0.isMaker })
        else { throw Failure.notFound }
        return (view.group, maker.person.id)
    }

    private func nameReportPage(
        _ context: RequestContext, _ viewer: Viewer, status: Status = .ok, _ errors: ValidationErrors
    ) throws -> Response {
        let group = try site.database.read { try named($0, context, viewer).group }
        let page = GroupReportPage(context.frame("Report this group", .groups), group, context.form, errors)
        return context.page(page, status: status)
    }
}

/// `GET /groups/{id}/report`
struct GroupReportPage {
    let frame: Frame
    /// The group's page.
    let page: String
    let action: String
    let name: String
    let reason: TextAreaPart

    init(
        _ frame: Frame, _ group: FriendGroup, _ form: FormFields = FormFields(),
        _ errors: ValidationErrors = ValidationErrors()
    ) {
        self.frame = frame
        page = GroupPaths.group(group.id)
        action = GroupPaths.report(group.id)
        name = group.name
        reason = TextAreaPart(
            "reason", "What’s wrong with it", value: form["reason"] ?? "", isRequired: true,
            max: NewReport.longestReason, errors)
    }
}
