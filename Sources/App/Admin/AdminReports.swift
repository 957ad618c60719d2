import Database
import HTTP
import Proximity

/// The list of reports and the audit log.
extension Admin {
    func showReports(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try reportsPage(context, viewer, isClosed: context.query["state"] == "closed", refused: nil, status: .ok)
    }

    /// A refused closing note, shown again at its report.
    private struct Refused {
        let id: ID<AbuseReport>
        let note: String
        let errors: ValidationErrors
    }

    private func reportsPage(
        _ context: RequestContext, _ viewer: Viewer, isClosed: Bool, refused: Refused?, status: Status
    ) throws -> Response {
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        var (queued, next) = try site.database.read {
            try moderation.list($0, closed: isClosed, after: Cursor(context.query["after"]))
        }
        if let refused, !queued.contains(where: { $0.id == refused.id }) {
            queued = try site.database.read { try moderation.report($0, refused.id).map { [$0] } ?? [] }
            next = nil
        }
        let address = isClosed ? AdminPaths.closedReports : AdminPaths.reports
        let subjects = moderation.subjects
        let parts = queued.map { report in
            let isRefused = report.id == refused?.id
            return ReportPart(
                report, subjects, words, note: isRefused ? refused?.note ?? "" : "",
                errors: isRefused ? refused?.errors ?? ValidationErrors() : ValidationErrors())
        }
        return context.page(
            ReportsPage(
                frame: context.frame("Reports", .administration), isClosed: isClosed, reports: parts,
                more: MorePart(address, next)), status: status)
    }

    /// `POST /admin/reports/{id}/end-visit`: a guest, who has no page among the people, leaves the site.
    func endVisit(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let name = try site.database.write { database in
            guard let report = try queued(database, context), report.about.isGuest, !report.about.isDeleted else {
                throw Failure.notFound
            }
            try record(database, .endedVisit, viewer, report.about, "Report \(report.id)", context.now)
            try accounts.endGuest(database, report.about.id, context.now)
            return report.about.name
        }
        return context.redirect(to: AdminPaths.reports, saying: "\(name) is signed out and gone.")
    }

    private func queued(_ database: Reader, _ context: RequestContext) throws -> QueuedReport? {
        try context.parameters["id"].flatMap { ID<AbuseReport>($0) }.flatMap { try moderation.report(database, $0) }
    }

    func closeReport(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let report = try site.database.read({ try queued($0, context) }) else { throw Failure.notFound }
        let id = report.id
        do {
            let text = try AdminText.detail(context.form["note"], field: "note", isNeeded: true)
            try site.database.write { database in
                guard try moderation.close(database, id, note: text, context.now) else { return }
                try record(database, .closedReport, viewer, report.about, text, context.now)
            }
            return context.redirect(to: AdminPaths.reports, saying: "Report closed.")
        } catch let errors as ValidationErrors {
            let refused = Refused(id: id, note: context.form["note"] ?? "", errors: errors)
            return try reportsPage(
                context, viewer, isClosed: report.closedAt != nil, refused: refused, status: .unprocessableContent)
        }
    }

    func showAudit(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let (actions, next) = try site.database.read {
            try AdminQueries.actions($0, after: Cursor(context.query["after"]))
        }
        return context.page(
            AuditPage(
                frame: context.frame("Audit log", .administration), actions: actions.map { ActionPart($0, words) },
                more: MorePart(AdminPaths.audit, next)))
    }
}
