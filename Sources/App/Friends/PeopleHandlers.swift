import Database
import HTTP
import Proximity

/// A person's page, and keeping them away.
extension Friends {
    func showPerson(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        try personPage(visit, viewer, reason: "", about: .person, problems: Problems(), status: .ok)
    }

    private func personPage(
        _ visit: Visit, _ viewer: Viewer, reason: String, about: NewReport.Subject, problems: Problems, status: Status
    ) throws -> Response {
        let name = visit.parameters["username"] ?? ""
        let (found, mutual, bio, area) = try site.database.read { database in
            guard let found = try FriendQueries.found(database, named: name, viewer: viewer.id) else {
                throw Failure.notFound
            }
            return (
                found, try FriendQueries.mutual(database, of: viewer.id, and: found.person.id),
                try FriendQueries.bio(database, of: found.person.id),
                try self.area(found.person.id, viewer, visit.now, database)
            )
        }
        let isSelf = found.person.id == viewer.id
        let page = PersonPage(
            frame: visit.frame(found.person.username, isSelf ? .you : .friends), person: PersonPart(found.person),
            bio: bio, area: area, isSelf: isSelf, standing: StandingPart(found.standing),
            mutual: mutual.map(PersonPart.init),
            reason: reason, about: about, problems: problems)
        return visit.page(page, status: status)
    }

    func showBlocked(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let people = try site.database.read { try FriendQueries.blockedPeople($0, by: viewer.id) }
        return visit.page(
            BlockedPage(frame: visit.frame("Blocked people", .friends), people: people.map(PersonPart.init)))
    }

    func block(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let name = try site.database.write { database in
            let person = try person(visit, viewer, database)
            guard person.id != viewer.id else { throw Failure.notFound }
            try FriendQueries.block(database, viewer.id, person.id, visit.now)
            try onParting(database, viewer.id, person.id, visit.now)
            return person.username
        }
        return visit.redirect(
            to: "/friends/blocked", saying: "\(name) is blocked. You are not there for each other any more.")
    }

    func unblock(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let name = visit.parameters["username"] ?? ""
        let isDone = try site.database.write { try FriendQueries.unblock($0, viewer.id, named: name) }
        guard isDone else { throw Failure.notFound }
        return visit.redirect(to: "/friends/blocked", saying: "Unblocked. You are strangers to each other.")
    }

    func report(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        do {
            try site.database.write { database in
                let person = try person(visit, viewer, database)
                guard person.id != viewer.id else { throw Failure.notFound }
                let report = try NewReport(visit.form, by: viewer.id, about: person.id)
                try self.report(database, report, visit.now)
            }
            return visit.redirect(
                to: FriendPaths.person(visit.parameters["username"] ?? ""),
                saying: "Thank you. Who looks after this site will read it. Nobody else is told.")
        } catch let problems as Problems {
            return try personPage(
                visit, viewer, reason: visit.form["reason"] ?? "",
                about: NewReport.Subject(rawValue: visit.form["about"] ?? "") ?? .person, problems: problems,
                status: .unprocessableContent)
        }
    }
}
