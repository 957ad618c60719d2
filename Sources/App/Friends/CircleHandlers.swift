import Database
import HTTP
import Proximity

/// Circles of friends and their forms.
extension Friends {
    func showCircles(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (circles, hasFriends) = try site.database.read { database in
            (
                try FriendQueries.circles(database, of: viewer.id),
                try !FriendQueries.friends(database, of: viewer.id).isEmpty
            )
        }
        let page = CirclesPage(
            frame: context.frame("Circles", .friends),
            circles: circles.map { CirclePart($0, actions: $0.members.isEmpty ? [] : actions(for: $0.id)) },
            hasFriends: hasFriends)
        return context.page(page)
    }

    func showNewCircle(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let friends = try site.database.read { try FriendQueries.friends($0, of: viewer.id) }
        return circlePage(context, nil, fields: CircleFields(), friends: friends, errors: ValidationErrors())
    }

    func showCircle(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try circleID(context)
        let (circle, friends) = try site.database.read { database in
            (
                try FriendQueries.circles(database, of: viewer.id).first { $0.id == id },
                try FriendQueries.friends(database, of: viewer.id)
            )
        }
        guard let circle else { throw Failure.notFound }
        return circlePage(context, id, fields: CircleFields(circle), friends: friends, errors: ValidationErrors())
    }

    func addCircle(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try save(context, viewer, id: nil)
    }

    func changeCircle(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try save(context, viewer, id: try circleID(context))
    }

    func deleteCircle(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try circleID(context)
        let isDone = try site.database.write {
            try FriendQueries.deleteCircle($0, id, of: viewer.id, at: context.now)
        }
        guard isDone else { throw Failure.notFound }
        return context.redirect(
            to: FriendPaths.circles, saying: "Circle deleted. You’re all still friends.",
            undo: FriendPaths.restoreCircle(id))
    }

    func restoreCircle(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try circleID(context)
        let isDone = try site.database.write {
            try FriendQueries.restoreCircle($0, id, of: viewer.id, at: context.now)
        }
        return context.redirect(
            to: FriendPaths.circles, saying: isDone ? "Your circle is back." : "That can’t be undone any more.")
    }

    /// Makes a circle, or changes the one with this id.
    ///
    /// - Throws: `ValidationErrors`; `Failure.notFound` if there is none of theirs with this id.
    func save(
        _ fields: CircleFields, as id: ID<Circle>? = nil, of account: ID<Account>, _ now: Timestamp
    ) throws {
        try site.database.write { database in
            let known = try FriendQueries.namedCircles(database, of: account)
            if let id, !known.contains(where: { $0.id == id }) { throw Failure.notFound }
            let circle = try CheckedCircle(
                fields, among: try FriendQueries.friends(database, of: account),
                besides: known.filter { $0.id != id })
            if let id {
                try FriendQueries.updateCircle(database, id, circle: circle, of: account)
            } else {
                try FriendQueries.insertCircle(database, circle, of: account, at: now)
            }
        }
    }

    /// Deletes circles whose deletion can no longer be undone.
    func sweepCircles(_ now: Timestamp) throws {
        try site.database.write { try FriendQueries.forgetCircles($0, deletedBefore: now - Flash.keepTime) }
    }

    private func save(_ context: RequestContext, _ viewer: Viewer, id: ID<Circle>?) throws -> Response {
        let fields = CircleFields(context.form)
        do {
            try save(fields, as: id, of: viewer.id, context.now)
            return context.redirect(to: FriendPaths.circles, saying: id == nil ? "Your circle is ready." : "Saved.")
        } catch let errors as ValidationErrors {
            let friends = try site.database.read { try FriendQueries.friends($0, of: viewer.id) }
            return circlePage(
                context, id, fields: fields, friends: friends, errors: errors, status: .unprocessableContent)
        }
    }

    private func circlePage(
        _ context: RequestContext, _ id: ID<Circle>?, fields: CircleFields, friends: [Person],
        errors: ValidationErrors, status: Status = .ok
    ) -> Response {
        let frame = context.frame(CirclePage.title(id), .friends)
        return context.page(
            CirclePage(frame: frame, id: id, fields: fields, friends: friends, errors: errors), status: status)
    }

    private func circleID(_ context: RequestContext) throws -> ID<Circle> {
        guard let id = context.parameters["id"].flatMap({ ID<Circle>($0) }) else { throw Failure.notFound }
        return id
    }
}
