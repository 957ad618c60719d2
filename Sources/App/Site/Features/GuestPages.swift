import Database

/// Where those are led whom a feature lets in as guests.
struct GuestPages: Sendable {
    /// The page that is a guest's own, to which every other one leads them; nil if what they were let in to is over.
    let own: @Sendable (Reader, Viewer) throws -> String?
    /// The open page for a visitor whose browser was a guest's, when what they were let in to is over; nil for others.
    let farewell: @Sendable (RequestContext) -> String?
}

extension Site {
    /// Where a visitor is led who was a guest; nil for others.
    func farewellPath(_ context: RequestContext) -> String? { features.services?.guestPages.farewell(context) }

    /// The page that is a guest's own; the login when what they were let in to is over.
    func guestPath(for viewer: Viewer) throws -> String {
        let own = try database.read { try features.services?.guestPages.own($0, viewer) }
        return own ?? SitePaths.login
    }
}
