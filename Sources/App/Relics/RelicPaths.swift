import Database

/// The addresses of the feature.
enum RelicPaths {
    static let own = "/relics"
    static let found = "/relics/found"
    static let new = "/relics/new"
    /// One's own on a map.
    static let ownMap = "/relics?view=map"

    static func relic(_ id: ID<Relic>) -> String { "\(own)/\(id)" }
    /// The relic whose page a path is; nil for any other path.
    static func relicID(_ path: String) -> ID<Relic>? {
        path.hasPrefix("\(own)/") ? ID(path.dropFirst(own.count + 1)) : nil
    }
    /// What a pin opens.
    static func card(_ id: ID<Relic>) -> String { "/relics/\(id)/card" }
    static func ofPerson(_ username: String, after last: ID<Relic>? = nil) -> String {
        "\(PersonPaths.person(username))/relics\(last.map { "?after=\($0)" } ?? "")"
    }
    static func unlock(_ id: ID<Relic>) -> String { "/relics/\(id)/unlock" }
    /// Signs the visitors' book.
    static func visit(_ id: ID<Relic>) -> String { "/relics/\(id)/visit" }
    /// Removes an entry of the visitors' book.
    static func deleteVisit(_ id: ID<Relic>, _ visit: ID<RelicVisit>) -> String {
        "/relics/\(id)/visits/\(visit)/delete"
    }
    static func edit(_ id: ID<Relic>) -> String { "/relics/\(id)/edit" }
    static func delete(_ id: ID<Relic>) -> String { "/relics/\(id)/delete" }
    /// Undoes a deletion.
    static func restore(_ id: ID<Relic>) -> String { "/relics/\(id)/restore" }
    static func report(_ id: ID<Relic>) -> String { "/relics/\(id)/report" }
}

/// An entry in a relic's visitors' book. A marker for ids.
enum RelicVisit {}
