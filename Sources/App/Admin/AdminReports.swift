import Database
import HTTP
import Proximity

/// The queue of reports, and the audit.
extension Admin {
    func showReports(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        try reportsPage(visit, viewer, isClosed: visit.query["state"] == "closed", refused: nil, status: .ok)
    }

    /// A closing note that was refused, to be shown again at its report.
    private struct Refused {
        let id: ID<Report>
        let note: String
        let problems: Problems
    }

    private func reportsPage(
        _ visit: Visit, _ viewer: Viewer, isClosed: Bool, refused: Refused?, status: Status
    ) throws -> Response {
        let words = DayWords(viewer.timeZone, now: visit.now)
        var (reports, next) = try site.database.read {
            try AdminQueries.reports($0, closed: isClosed, after: Cursor(visit.query["after"]))
        }
        if let refused, !reports.contains(where: { $0.id == refused.id }) {
            reports = try site.database.read { try AdminQueries.report($0, refused.id).map { [$0] } ?? [] }
            next = nil
        }
        let address = isClosed ? "/admin/reports?state=closed&after=" : "/admin/reports?after="
        let parts = reports.map { report in
            let isRefused = report.id == refused?.id
            return ReportPart(
                report, words, note: isRefused ? refused?.note ?? "" : "",
                problems: isRefused ? refused?.problems ?? Problems() : Problems())
        }
        return visit.page(
            ReportsPage(
                frame: visit.frame("Reports", .you), isClosed: isClosed, reports: parts,
                more: MorePart(address, next)), status: status)
    }

    func closeReport(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        guard let id = visit.parameters["id"].flatMap({ ID<Report>($0) }),
            let report = try site.database.read({ try AdminQueries.report($0, id) })
        else { throw Failure.notFound }
        do {
            let text = try AdminText.detail(visit.form["note"], field: "note", isNeeded: true)
            try site.database.write { database in
                guard try AdminQueries.close(database, id, note: text, visit.now) else { return }
                try note(.closedReport, viewer, report.about, text, visit.now, database)
            }
            return visit.redirect(to: "/admin/reports", saying: "Closed.")
        } catch let problems as Problems {
            let refused = Refused(id: id, note: visit.form["note"] ?? "", problems: problems)
            return try reportsPage(
                visit, viewer, isClosed: report.closedAt != nil, refused: refused, status: .unprocessableContent)
        }
    }

    func showAudit(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let words = DayWords(viewer.timeZone, now: visit.now)
        let (actions, next) = try site.database.read {
            try AdminQueries.actions($0, after: Cursor(visit.query["after"]))
        }
        return visit.page(
            AuditPage(
                frame: visit.frame("Audit", .you), actions: actions.map { ActionPart($0, words) },
                more: MorePart("/admin/audit?after=", next)))
    }
}
