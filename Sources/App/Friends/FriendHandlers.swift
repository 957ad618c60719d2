import Database
import HTTP

/// The friends page and its forms.
extension Friends {
    /// A search needs this many characters: less would list everybody.
    static let shortestSearch = 3
    /// Most people that one form may ask.
    static let mostAsked = 50

    func show(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        try page(visit, viewer, search: visit.query["q"], problems: Problems())
    }

    private func page(
        _ visit: Visit, _ viewer: Viewer, search: String?, problems: Problems, status: Status = .ok
    ) throws -> Response {
        let text = (search ?? "").trimmingCharacters(in: .whitespaces)
        var problems = problems
        if search != nil && text.count < Friends.shortestSearch {
            problems.add("q", "Type at least three characters of a name.")
        }
        let isSearching = search != nil && problems["q"].isEmpty
        let view = try site.database.read { database in
            FriendsPage(
                frame: visit.frame("Friends", .friends), search: text, isSearching: isSearching, problems: problems,
                found: isSearching
                    ? try FriendQueries.search(database, text, viewer: viewer.id).map(FoundPart.init) : [],
                incoming: try FriendQueries.incoming(database, to: viewer.id).map(RequestPart.init),
                outgoing: try FriendQueries.outgoing(database, from: viewer.id).map(RequestPart.init),
                friends: try FriendQueries.friends(database, of: viewer.id).map(PersonPart.init))
        }
        return visit.page(view, status: status)
    }

    func ask(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let names = visit.form.all("user")
        guard !names.isEmpty, names.count <= Friends.mostAsked else {
            return try page(
                visit, viewer, search: nil, problems: Problems("user", "Choose whom to ask."),
                status: .unprocessableContent)
        }
        let people = try site.database.read { database in
            try names.map { try FriendQueries.person(database, named: $0) }
        }
        if people.contains(where: { $0?.id == viewer.id }) {
            return try page(
                visit, viewer, search: nil, problems: Problems("user", "You are your own friend already."),
                status: .unprocessableContent)
        }
        guard people.allSatisfy({ $0 != nil }) else {
            return try page(
                visit, viewer, search: nil, problems: Problems("user", "There is nobody of that name."),
                status: .unprocessableContent)
        }
        let asked = people.compactMap { $0 }
        let areFriends = try asked.map { try ask(viewer.id, $0.id, visit.now) }
        let named = WordList.join(asked.map { $0.username })
        let words = areFriends.allSatisfy { $0 } ? "You and \(named) are friends." : "You asked \(named)."
        return visit.redirect(to: "/friends", saying: words)
    }

    func accept(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let name = try site.database.write { database in
            let waiting = try request(visit, database) { $0.to == viewer.id }
            try FriendQueries.befriend(database, waiting, visit.now)
            return try FriendQueries.friends(database, of: viewer.id).first { $0.id == waiting.from }?.username ?? ""
        }
        return visit.redirect(to: "/friends", saying: "You and \(name) are friends.")
    }

    func decline(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        try site.database.write { database in
            try FriendQueries.deleteRequest(database, try request(visit, database) { $0.to == viewer.id }.id)
        }
        return visit.redirect(to: "/friends", saying: "Declined. They are not told.")
    }

    func cancel(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        try site.database.write { database in
            try FriendQueries.deleteRequest(database, try request(visit, database) { $0.from == viewer.id }.id)
        }
        return visit.redirect(to: "/friends", saying: "You took your request back.")
    }

    func remove(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let name = visit.parameters["username"] ?? ""
        try site.database.write { database in
            guard let person = try FriendQueries.person(database, named: name),
                try FriendQueries.part(database, viewer.id, person.id)
            else { throw Failure.notFound }
            try onParting(database, viewer.id, person.id, visit.now)
        }
        return visit.redirect(to: "/friends", saying: "You and \(name) are no longer friends.")
    }

    /// The request of the path, when the viewer has the side of it that `isTheirs` asks for.
    private func request(
        _ visit: Visit, _ database: Reader, isTheirs: (FriendQueries.Waiting) -> Bool
    ) throws -> FriendQueries.Waiting {
        guard let id = visit.parameters["id"].flatMap({ ID<FriendRequest>($0) }),
            let waiting = try FriendQueries.request(database, id), isTheirs(waiting)
        else { throw Failure.notFound }
        return waiting
    }
}
