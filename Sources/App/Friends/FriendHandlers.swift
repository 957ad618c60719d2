import Database
import HTTP
import Proximity
import Safeguards

/// The friends page and its forms.
extension Friends {
    /// Fewest characters of a search; a shorter one would list everybody.
    static let shortestSearch = 3

    /// Whether a text can be searched for. Two characters of another script than Latin may be a whole name, and find it
    /// only as a whole.
    static func isSearchable(_ text: String) -> Bool {
        let folded = DisplayName.fold(text)
        return folded.count >= shortestSearch || folded.count == 2 && !folded.utf8.allSatisfy { $0 < 0x80 }
    }

    /// Most people asked by one form.
    static let maxAsked = 50

    func show(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try page(context, viewer, search: context.query["q"], errors: ValidationErrors())
    }

    private func page(
        _ context: RequestContext, _ viewer: Viewer, search: String?, ticked: [String] = [], errors: ValidationErrors,
        status: Status = .ok
    ) throws -> Response {
        let text = (search ?? "").trimmingCharacters(in: .whitespaces)
        var errors = errors
        if search != nil && !Friends.isSearchable(text) {
            errors.add("q", "Type at least three characters of a name.")
        }
        let isSearching = search != nil && errors["q"].isEmpty
        if isSearching { try site.throttles.attemptReading([(.search, "\(viewer.id)")], context.now) }
        let invitation = waitingInvitation(context)
        let (lists, inviter) = try site.database.read { database in
            (
                try FriendLists(database, of: viewer.id, search: isSearching ? text : nil, context.now),
                try invitation.flatMap { try self.inviter(database, $0, viewer.id, context.now)?.person }
            )
        }
        let page = FriendsPage(
            frame: context.frame("Friends", .friends), search: text, isSearching: isSearching, errors: errors,
            found: FoundList(lists.found, ticked: ticked), incoming: lists.incoming.map(RequestPart.init),
            outgoing: lists.outgoing.map(RequestPart.init),
            friends: lists.friends.map {
                FriendPart(person: PersonPart($0), actions: actions(for: $0, isFriend: true))
            },
            suggestions: lists.suggestions.map(SuggestionPart.init), removed: lists.removed.map(PersonPart.init),
            end: end, invitation: InvitationPart(invitation, inviter, viewer))
        return context.page(page, status: status)
    }

    func ask(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let names = context.form.all("user")
        func refuse(_ words: String) throws -> Response {
            let search = context.form["q"].flatMap { $0.isEmpty ? nil : $0 }
            return try page(
                context, viewer, search: search, ticked: names, errors: ValidationErrors("user", words),
                status: .unprocessableContent)
        }
        guard !names.isEmpty else { return try refuse("Choose who to add.") }
        guard names.count <= Friends.maxAsked else { return try refuse("You can add up to 50 people at once.") }
        if names.contains(where: { Username.fold($0) == Username.fold(viewer.username) }) {
            return try refuse("That's you.")
        }
        guard let (asked, unknown) = try ask(Friends.distinct(names), viewer, context.now) else {
            return try refuse("Nobody here has that name.")
        }
        // The message travels in a cookie, which has room for a few names.
        let named = asked.count > 3 ? "\(asked.count) people" : WordList.join(asked.map { $0.name })
        let words =
            asked.allSatisfy { $0.isFriend }
            ? "You and \(named) are friends."
            : "Friend request\(asked.count == 1 ? "" : "s") sent to \(named)."
        let rest =
            unknown == 0 ? "" : "\(CountWords.starting(unknown, "name")) \(unknown == 1 ? "is" : "are") unknown here."
        return context.redirect(to: FriendPaths.friends, saying: WordList.sentences(words, rest))
    }

    /// The distinct folded names.
    static func distinct(_ names: [String]) -> [String] {
        var seen = Set<String>()
        return names.map { Username.fold($0) }.filter { seen.insert($0).inserted }
    }

    /// Sends requests to those of these people who are known, and counts the other names; nil if nobody is known.
    ///
    /// A form may contain any names, so each one counts as a search. They are looked up before the write transaction,
    /// which then checks visibility again, because one may have blocked the other meanwhile.
    private func ask(
        _ names: [String], _ viewer: Viewer, _ now: Timestamp
    ) throws -> (asked: [(name: String, isFriend: Bool)], unknown: Int)? {
        try site.throttles.attempt([(.search, "\(viewer.id)")], times: names.count, now)
        let found = try site.database.read { database in
            try names.map { try FriendQueries.found(database, named: $0, viewer: viewer.id) }
        }
        let people = found.compactMap { $0 }
        guard !people.isEmpty else { return nil }
        let open = people.filter { $0.standing.isOpen }
        let friends =
            open.isEmpty
            ? []
            : try site.database.write { database in
                try open.filter { try ask(database, viewer.id, $0.person.id, now) }.map { $0.person.id }
            }
        let asked = people.map {
            (name: $0.person.name, isFriend: $0.standing == .friend || friends.contains($0.person.id))
        }
        return (asked: asked, unknown: names.count - people.count)
    }

    func accept(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let name = try site.database.write { database in
            let waiting = try request(database, context, viewer) { $0.to == viewer.id }
            try befriend(database, waiting.from, acceptedBy: waiting.to, context.now)
            return try FriendQueries.friends(database, of: viewer.id).first { $0.id == waiting.from }?.name ?? ""
        }
        return context.redirect(to: FriendPaths.friends, saying: "You and \(name) are friends.")
    }

    func decline(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try site.database.write { database in
            let waiting = try request(database, context, viewer) { $0.to == viewer.id }
            try FriendQueries.decline(database, waiting, context.now)
            try FriendQueries.forgetEndedFriendship(database, waiting.from, waiting.to)
        }
        return context.redirect(to: FriendPaths.friends, saying: "Request declined. They won't be told.")
    }

    func cancel(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try site.database.write { database in
            let waiting = try request(database, context, viewer) { $0.from == viewer.id }
            try FriendQueries.deleteRequest(database, waiting.id)
        }
        return context.redirect(to: FriendPaths.friends, saying: "Request cancelled.")
    }

    func remove(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try site.database.write { database in
            let person = try person(database, context, viewer)
            guard try FriendQueries.part(database, viewer.id, person.id, context.now) else { throw Failure.notFound }
            try tellOfEnd(database, viewer.id, person.id, context.now)
        }
        return context.redirect(to: FriendPaths.friends)
    }

    /// Undoes a removal, unless it is too old or the other person has reacted to it.
    func restore(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let restored: String? = try site.database.write { database in
            let person = try person(database, context, viewer)
            guard let endedFriendship = try FriendQueries.endedFriendship(database, by: viewer.id, person.id),
                context.now.seconds(since: endedFriendship.endedAt) < Friends.undoTime
            else { return nil }
            try FriendQueries.restore(database, endedFriendship, viewer.id, person.id)
            return person.name
        }
        guard let restored else {
            return try page(
                context, viewer, search: nil,
                errors: ValidationErrors("user", "It's too late to undo that. You can add them again."),
                status: .unprocessableContent)
        }
        return context.redirect(
            to: FriendPaths.friends, saying: "You and \(restored) are friends again. \(end.undone)")
    }

    func showOrder(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try orderPage(context, viewer, errors: ValidationErrors(), status: .ok)
    }

    private func orderPage(
        _ context: RequestContext, _ viewer: Viewer, errors: ValidationErrors, status: Status
    ) throws -> Response {
        let friends = try site.database.read { try FriendQueries.friends($0, of: viewer.id) }
        let page = OrderPage(
            frame: context.frame("Reorder friends", .friends), friends: friends.map(PersonPart.init), errors: errors)
        return context.page(page, status: status)
    }

    /// Stores the order of friends; a button `up` or `down` moves one friend by one place.
    func order(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        var names = context.form.all("username").map { Username.fold($0) }
        let moved = (context.form["up"] ?? context.form["down"]).map { Username.fold($0) }
        if let moved {
            guard let index = names.firstIndex(of: moved) else {
                return try orderPage(
                    context, viewer, errors: ValidationErrors("username", "They're no longer in this list."),
                    status: .unprocessableContent)
            }
            let other = context.form["up"] != nil ? index - 1 : index + 1
            if names.indices.contains(other) { names.swapAt(index, other) }
        }
        guard !names.isEmpty else {
            return try orderPage(
                context, viewer, errors: ValidationErrors("username", "Put your friends in the order you want."),
                status: .unprocessableContent)
        }
        names = Friends.distinct(names)
        try site.database.write { database in
            let ids = try FriendQueries.friends(database, of: viewer.id).idsByName
            try FriendQueries.order(database, names.compactMap { ids[$0] }, of: viewer.id)
        }
        return context.redirect(to: FriendPaths.order, saying: moved == nil ? "Saved." : nil)
    }

    /// The request in the path, if the viewer is its sender or receiver, as `isTheirs` demands.
    private func request(
        _ database: Reader, _ context: RequestContext, _ viewer: Viewer, isTheirs: (FriendQueries.Waiting) -> Bool
    ) throws -> FriendQueries.Waiting {
        guard let id = context.parameters["id"].flatMap({ ID<FriendRequest>($0) }),
            let waiting = try FriendQueries.request(database, id, viewer: viewer.id), isTheirs(waiting)
        else { throw Failure.notFound }
        return waiting
    }

    /// The person in the path, if visible to the viewer.
    func person(_ database: Reader, _ context: RequestContext, _ viewer: Viewer) throws -> Person {
        guard let name = context.parameters["username"],
            let person = try FriendQueries.person(database, named: name, viewer: viewer.id)
        else { throw Failure.notFound }
        return person
    }
}
