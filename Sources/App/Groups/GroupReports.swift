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

    private var reporting: MessageReporting {
        MessageReporting(site: site, moderation: moderation, subject: Groups.messageSubject, section: .groups)
    }

    /// `GET /groups/{id}/messages/{message}/report`
    func showMessageReport(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try reporting.page(context) { try reportable($0, context, for: viewer) }
    }

    /// `POST /groups/{id}/messages/{message}/report` (reason)
    func reportMessage(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try reporting.file(context, by: viewer) { try reportable($0, context, for: viewer) }
    }

    /// - Throws: `Failure.notFound`; `Failure.conflict` once the group is over.
    private func reportable(
        _ database: Reader, _ context: RequestContext, for viewer: Viewer
    ) throws -> ReportableMessage {
        let view = try running(database, context, for: viewer)
        return try ReportableMessage(
            database, context.parameters["message"].flatMap { ID<Message>($0) },
            view: try conversationView(database, view, for: viewer.id), paths: GroupPaths.chat(view.group.id),
            for: viewer)
    }
}

extension Groups {
    /// `GET /groups/{id}/report`
    func showNameReport(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try nameReportPage(context, viewer, errors: ValidationErrors())
    }

    /// `POST /groups/{id}/report` (reason): the name of a group that one was asked into, too.
    func reportName(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let group = try site.database.write { database in
                let (group, maker) = try named(database, context, for: viewer)
                try moderation.file(
                    database, context.form, by: viewer.id, about: maker,
                    copying: .init(subject: Groups.nameSubject, words: group.name), at: context.now)
                return group
            }
            return context.redirect(to: GroupPaths.group(group.id), saying: NewReport.thanks)
        } catch let errors as ValidationErrors {
            return try nameReportPage(context, viewer, status: .unprocessableContent, errors: errors)
        }
    }

    /// A running group, and who answers for its name: its maker, whether or not the viewer sees them.
    ///
    /// - Throws: `Failure.notFound`, for the maker as well.
    private func named(
        _ database: Reader, _ context: RequestContext, for viewer: Viewer
    ) throws -> (group: FriendGroup, maker: ID<Account>) {
        let view = try self.view(database, context, for: viewer)
        guard view.group.isRunning(context.now), !view.own.isMaker,
            let maker = try GroupMemberQueries.members(database, of: view.group.id).first(where: { $0.isMaker })
        else { throw Failure.notFound }
        return (view.group, maker.person.id)
    }

    private func nameReportPage(
        _ context: RequestContext, _ viewer: Viewer, status: Status = .ok, errors: ValidationErrors
    ) throws -> Response {
        let group = try site.database.read { try named($0, context, for: viewer).group }
        let page = GroupReportPage(
            context.frame("Report this group", .groups), group: group, form: context.form, errors: errors)
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
        _ frame: Frame, group: FriendGroup, form: FormFields = FormFields(),
        errors: ValidationErrors = ValidationErrors()
    ) {
        self.frame = frame
        page = GroupPaths.group(group.id)
        action = GroupPaths.report(group.id)
        name = group.name
        reason = TextAreaPart(
            "reason", label: "What’s wrong with it", value: form["reason"] ?? "", isRequired: true,
            max: NewReport.maxReasonLength, errors: errors)
    }
}
