import Database

/// The addresses of the feature.
enum NotePaths {
    static let sent = "/notes"
    static let new = "/notes/new"
    static let archive = "/archive"
    static let archiveMap = "/archive?view=map"

    static func note(_ id: ID<Note>) -> String { "/notes/\(id)" }
    /// What a pin opens.
    static func card(_ id: ID<Note>) -> String { "/notes/\(id)/card" }
    static func delete(_ id: ID<Note>) -> String { "/notes/\(id)/delete" }
    /// Removes a note from the archive of who found it.
    static func remove(_ id: ID<Note>) -> String { "/archive/\(id)/delete" }
    /// A note for somebody.
    static func new(to username: String) -> String { "/notes/new?to=\(PathText.component(username))" }
}
