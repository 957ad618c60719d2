import Database
import HTTP
import Proximity
import Safeguards

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
        _ visit: Visit, _ viewer: Viewer, search: String?, ticked: [String] = [], problems: Problems,
        status: Status = .ok
    ) throws -> Response {
        let text = (search ?? "").trimmingCharacters(in: .whitespaces)
        var problems = problems
        if search != nil && text.count < Friends.shortestSearch {
            problems.add("q", "Type at least three characters of a name.")
        }
        let isSearching = search != nil && problems["q"].isEmpty
        if isSearching { try site.throttles.attemptReading([(.search, "\(viewer.id)")], visit.now) }
        let view = try site.database.read { database in
            let found = isSearching ? try FriendQueries.search(database, text, viewer: viewer.id) : []
            return FriendsPage(
                frame: visit.frame("Friends", .friends), search: text, isSearching: isSearching, problems: problems,
                found: FoundList(found, ticked: ticked),
                incoming: try FriendQueries.incoming(database, to: viewer.id).map(RequestPart.init),
                outgoing: try FriendQueries.outgoing(database, from: viewer.id).map(RequestPart.init),
                friends: try FriendQueries.friends(database, of: viewer.id).map(PersonPart.init),
                suggestions: isSearching
                    ? [] : try FriendQueries.suggestions(database, for: viewer.id).map(SuggestionPart.init),
                removed: try FriendQueries.removed(database, by: viewer.id, since: visit.now - Friends.undoTime)
                    .map(PersonPart.init),
                invitation: try waitingInvitation(visit, viewer, database))
        }
        return visit.page(view, status: status)
    }

    func ask(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let names = visit.form.all("user")
        func refuse(_ words: String) throws -> Response {
            let search = visit.form["q"].flatMap { $0.isEmpty ? nil : $0 }
            return try page(
                visit, viewer, search: search, ticked: names, problems: Problems("user", words),
                status: .unprocessableContent)
        }
        guard !names.isEmpty else { return try refuse("Choose whom to ask.") }
        guard names.count <= Friends.mostAsked else { return try refuse("Ask 50 people at most at once.") }
        if names.contains(where: { Username.fold($0) == Username.fold(viewer.username) }) {
            return try refuse("You are your own friend already.")
        }
        guard let asked = try ask(Friends.distinct(names), viewer, visit.now) else {
            return try refuse("There is nobody of that name.")
        }
        let named = WordList.join(asked.map { $0.name })
        let words =
            asked.allSatisfy { $0.isFriend }
            ? "You and \(named) are friends." : "You asked \(named). You are friends as soon as they say yes."
        return visit.redirect(to: "/friends", saying: words)
    }

    /// Names as they are compared, each once.
    private static func distinct(_ names: [String]) -> [String] {
        var seen = Set<String>()
        return names.map { Username.fold($0) }.filter { seen.insert($0).inserted }
    }

    /// Asks everybody of these names, each once; nil when one of them is nobody's.
    ///
    /// A form may hold any names, so each counts as a search. They are looked up without holding up those who write; what
    /// is written looks again whether the two may know of each other, for one may have blocked the other in between.
    private func ask(
        _ names: [String], _ viewer: Viewer, _ now: Timestamp
    ) throws -> [(name: String, isFriend: Bool)]? {
        try site.throttles.attempt([(.search, "\(viewer.id)")], times: names.count, now)
        let found = try site.database.read { database in
            try names.map { try FriendQueries.found(database, named: $0, viewer: viewer.id) }
        }
        let people = found.compactMap { $0 }
        guard people.count == names.count else { return nil }
        let open = people.filter { $0.standing.isOpen }
        let friends =
            open.isEmpty
            ? []
            : try site.database.write { database in
                try open.filter { try ask(database, viewer.id, $0.person.id, now) }.map { $0.person.id }
            }
        return people.map { ($0.person.username, $0.standing == .friend || friends.contains($0.person.id)) }
    }

    func accept(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let name = try site.database.write { database in
            let waiting = try request(visit, viewer, database) { $0.to == viewer.id }
            try FriendQueries.befriend(database, waiting, visit.now)
            return try FriendQueries.friends(database, of: viewer.id).first { $0.id == waiting.from }?.username ?? ""
        }
        return visit.redirect(to: "/friends", saying: "You and \(name) are friends.")
    }

    func decline(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        try site.database.write { database in
            let waiting = try request(visit, viewer, database) { $0.to == viewer.id }
            try FriendQueries.decline(database, waiting, visit.now)
            try FriendQueries.forgetParting(database, waiting.from, waiting.to)
        }
        return visit.redirect(to: "/friends", saying: "Declined. They are not told.")
    }

    func cancel(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        try site.database.write { database in
            let waiting = try request(visit, viewer, database) { $0.from == viewer.id }
            try FriendQueries.deleteRequest(database, waiting.id)
        }
        return visit.redirect(to: "/friends", saying: "You took your request back.")
    }

    func remove(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        try site.database.write { database in
            let person = try person(visit, viewer, database)
            guard try FriendQueries.part(database, viewer.id, person.id, visit.now) else { throw Failure.notFound }
            try onParting(database, viewer.id, person.id, visit.now)
        }
        return visit.redirect(to: "/friends")
    }

    /// Undoes a removal, unless too much time has passed or the other side has done something about it.
    func restore(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let restored: String? = try site.database.write { database in
            let person = try person(visit, viewer, database)
            guard let parting = try FriendQueries.parting(database, by: viewer.id, person.id),
                visit.now.seconds(since: parting.endedAt) < Friends.undoTime
            else { return nil }
            try FriendQueries.restore(database, parting, viewer.id, person.id)
            return person.username
        }
        guard let restored else {
            return try page(
                visit, viewer, search: nil,
                problems: Problems("user", "That can no longer be undone. Ask them to be your friend again."),
                status: .unprocessableContent)
        }
        return visit.redirect(
            to: "/friends", saying: "You and \(restored) are friends as before. Notes that were withdrawn stay so.")
    }

    func showOrder(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        try orderPage(visit, viewer, problems: Problems(), status: .ok)
    }

    private func orderPage(
        _ visit: Visit, _ viewer: Viewer, problems: Problems, status: Status
    ) throws -> Response {
        let friends = try site.database.read { try FriendQueries.friends($0, of: viewer.id) }
        let page = OrderPage(
            frame: visit.frame("Arrange friends", .friends), friends: friends.map(PersonPart.init), problems: problems)
        return visit.page(page, status: status)
    }

    /// Takes a new order of friends; a button `up` or `down` moves one of them a step from there.
    func order(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        var names = visit.form.all("username").map { Username.fold($0) }
        let moved = (visit.form["up"] ?? visit.form["down"]).map { Username.fold($0) }
        if let moved {
            guard let index = names.firstIndex(of: moved) else {
                return try orderPage(
                    visit, viewer, problems: Problems("username", "They are not in this list any more."),
                    status: .unprocessableContent)
            }
            let other = visit.form["up"] != nil ? index - 1 : index + 1
            if names.indices.contains(other) { names.swapAt(index, other) }
        }
        guard !names.isEmpty else {
            return try orderPage(
                visit, viewer, problems: Problems("username", "Send the names in the order you want."),
                status: .unprocessableContent)
        }
        names = Friends.distinct(names)
        try site.database.write { database in
            let friends = try FriendQueries.friends(database, of: viewer.id)
            let ids = Dictionary(friends.map { (Username.fold($0.username), $0.id) }) { first, _ in first }
            try FriendQueries.order(database, names.compactMap { ids[$0] }, of: viewer.id)
        }
        return visit.redirect(to: "/friends/order", saying: moved == nil ? "Saved." : nil)
    }

    /// The request of the path, when the viewer has the side of it that `isTheirs` asks for.
    private func request(
        _ visit: Visit, _ viewer: Viewer, _ database: Reader, isTheirs: (FriendQueries.Waiting) -> Bool
    ) throws -> FriendQueries.Waiting {
        guard let id = visit.parameters["id"].flatMap({ ID<FriendRequest>($0) }),
            let waiting = try FriendQueries.request(database, id, viewer: viewer.id), isTheirs(waiting)
        else { throw Failure.notFound }
        return waiting
    }

    /// The person of the path, when they are there for the viewer.
    func person(_ visit: Visit, _ viewer: Viewer, _ database: Reader) throws -> Person {
        guard let name = visit.parameters["username"],
            let person = try FriendQueries.person(database, named: name, viewer: viewer.id)
        else { throw Failure.notFound }
        return person
    }
}
