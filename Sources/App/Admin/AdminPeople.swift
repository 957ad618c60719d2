import Database
import HTTP
import Proximity

/// People as administrators see them.
extension Admin {
    func showOverview(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let words = DayWords(viewer.timeZone, now: visit.now)
        let page = try site.database.read { database in
            AdminPage(
                frame: visit.frame("Look after the site", .you),
                openReports: try AdminQueries.openCount(database),
                failing: (stoppedLanes.all + (try Jobs.failing(database, visit.now))).map { FailingPart($0, words) },
                newest: try AccountQueries.roster(database, after: nil).people.prefix(5).map { RosterPart($0, words) },
                actions: try AdminQueries.actions(database, after: nil).actions.prefix(5).map { ActionPart($0, words) })
        }
        return visit.page(page)
    }

    func showPeople(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let words = DayWords(viewer.timeZone, now: visit.now)
        let search = (visit.query["q"] ?? "").trimmingCharacters(in: .whitespaces)
        let (people, next) = try site.database.read { database -> ([RosterEntry], Cursor?) in
            if !search.isEmpty { return (try AccountQueries.roster(database, named: search), nil) }
            return try AccountQueries.roster(database, after: Cursor(visit.query["after"]))
        }
        return visit.page(
            RosterPage(
                frame: visit.frame("People", .you), search: search, people: people.map { RosterPart($0, words) },
                more: MorePart("/admin/people?after=", next)))
    }

    func showPerson(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        try personPage(visit, viewer, reason: "", problems: Problems(), status: .ok)
    }

    private func personPage(
        _ visit: Visit, _ viewer: Viewer, reason: String, problems: Problems, status: Status
    ) throws -> Response {
        let words = DayWords(viewer.timeZone, now: visit.now)
        let page = try site.database.read { database in
            let entry = try entry(visit, database)
            return RosterPersonPage(
                frame: visit.frame(entry.person.username, .you), person: RosterPart(entry, words),
                reports: try AdminQueries.reports(database, about: entry.person.id).map { ReportPart($0, words) },
                actions: try AdminQueries.actions(database, about: entry.person.id).map { ActionPart($0, words) },
                reason: reason, problems: problems)
        }
        return visit.page(page, status: status)
    }

    func suspend(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        do {
            let reason = try AdminText.detail(visit.form["reason"], field: "reason")
            let name = try site.database.write { database in
                let entry = try entry(visit, database)
                if entry.isAdministrator { throw Problems("reason", "An administrator cannot be suspended.") }
                if try AccountQueries.suspend(database, entry.person.id, visit.now) {
                    try note(.suspended, viewer, entry.person, reason, visit.now, database)
                }
                return entry.person.username
            }
            return visit.redirect(to: back(visit), saying: "\(name) is suspended and signed out everywhere.")
        } catch let problems as Problems {
            return try personPage(
                visit, viewer, reason: visit.form["reason"] ?? "", problems: problems, status: .unprocessableContent)
        }
    }

    func unsuspend(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let name = try site.database.write { database in
            let entry = try entry(visit, database)
            if try AccountQueries.unsuspend(database, entry.person.id) {
                try note(.unsuspended, viewer, entry.person, "", visit.now, database)
            }
            return entry.person.username
        }
        return visit.redirect(to: back(visit), saying: "\(name) can sign in again.")
    }

    func endSessions(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let name = try site.database.write { database in
            let entry = try entry(visit, database)
            try AccountQueries.endAllSessions(database, of: entry.person.id)
            try note(.endedSessions, viewer, entry.person, "", visit.now, database)
            return entry.person.username
        }
        return visit.redirect(to: back(visit), saying: "\(name) is signed out everywhere.")
    }

    /// Has a link sent by which somebody sets a new password. Nobody but its receiver sees the link.
    func resetLink(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        do {
            let name = try site.database.write { database in
                let entry = try entry(visit, database)
                guard try sendResetLink(database, entry.person.id, visit.now) else {
                    throw Problems("reset", "\(entry.person.username) has given no e-mail address.")
                }
                try note(.sentResetLink, viewer, entry.person, "", visit.now, database)
                return entry.person.username
            }
            return visit.redirect(to: back(visit), saying: "A link for a new password is on its way to \(name).")
        } catch let problems as Problems {
            return try personPage(visit, viewer, reason: "", problems: problems, status: .unprocessableContent)
        }
    }

    /// The person of the path; also who is suspended.
    private func entry(_ visit: Visit, _ database: Reader) throws -> RosterEntry {
        guard let name = visit.parameters["username"],
            let entry = try AccountQueries.rosterEntry(database, named: name)
        else { throw Failure.notFound }
        return entry
    }

    /// The page that the form stood on, when it is one of the administrator's.
    private func back(_ visit: Visit) -> String {
        let next = PathText.inside(visit.form["next"])
        return next.hasPrefix("/admin/") ? next : AdminPaths.person(visit.parameters["username"] ?? "")
    }

    /// Writes into the audit what the viewer did, in the transaction that does it.
    func note(
        _ kind: AdminAction.Kind, _ viewer: Viewer, _ about: Person, _ detail: String, _ now: Timestamp,
        _ database: Writer
    ) throws {
        try AdminQueries.note(
            database, kind, by: (viewer.id, viewer.username), about: about, detail: detail, now)
    }
}

/// The addresses of the feature.
enum AdminPaths {
    static func person(_ username: String) -> String { "/admin/people/\(username)" }
}
