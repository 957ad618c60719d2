import Database

/// A feature that lets in guests.
protocol GuestSource: Feature {
    /// The page that is a guest's own, to which every other one leads them; nil if they were let in somewhere else.
    func guestPath(_ database: Reader, for viewer: Viewer) throws -> String?
    /// The open page for a visitor whose browser was a guest's, when what they were let in to is over; nil for others.
    func farewellPath(_ context: RequestContext) -> String?
}

extension Site {
    /// Where a visitor is led who was a guest; nil for others.
    func farewellPath(_ context: RequestContext) -> String? {
        features.conforming(to: (any GuestSource).self).lazy.compactMap { $0.farewellPath(context) }.first
    }

    /// The page that is a guest's own; the login when what they were let in to is over.
    func guestPath(for viewer: Viewer) throws -> String {
        let sources = features.conforming(to: (any GuestSource).self)
        return try database.read { database in
            for source in sources {
                if let path = try source.guestPath(database, for: viewer) { return path }
            }
            return SitePaths.login
        }
    }
}
