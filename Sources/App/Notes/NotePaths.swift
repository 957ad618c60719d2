import Database

/// The addresses of the feature.
enum NotePaths {
    static let sent = "/notes"
    static let new = SitePaths.drop
    static let archive = "/archive"
    static let archiveMap = "/archive?view=map"

    static func note(_ id: ID<Note>) -> String { "\(sent)/\(id)" }
    /// The note whose page a path is; nil for any other path.
    static func noteID(_ path: String) -> ID<Note>? {
        path.hasPrefix("\(sent)/") ? ID(path.dropFirst(sent.count + 1)) : nil
    }
    /// What a pin opens.
    static func card(_ id: ID<Note>) -> String { "/notes/\(id)/card" }
    static func delete(_ id: ID<Note>) -> String { "/notes/\(id)/delete" }
    /// What a recipient may know of a note on their map before they find it.
    static func waiting(_ id: ID<Note>) -> String { "/notes/\(id)/waiting" }
    /// The form that changes it.
    static func edit(_ id: ID<Note>) -> String { "/notes/\(id)/edit" }
    /// Takes it back from those who have not found it.
    static func withdraw(_ id: ID<Note>) -> String { "/notes/\(id)/withdraw" }
    /// Undoes a deletion by the author.
    static func restore(_ id: ID<Note>) -> String { "/notes/\(id)/restore" }
    /// Tells those for whom it waits of it again.
    static func resend(_ id: ID<Note>) -> String { "/notes/\(id)/resend" }
    /// Switches its reminders.
    static func reminders(_ id: ID<Note>) -> String { "/notes/\(id)/reminders" }
    /// Answers a found note by a heart, or takes it back.
    static func heart(_ id: ID<Note>) -> String { "/notes/\(id)/heart" }
    /// Makes its link, or a new one.
    static func makeLink(_ id: ID<Note>) -> String { "/notes/\(id)/link" }
    static func revokeLink(_ id: ID<Note>) -> String { "/notes/\(id)/link/revoke" }
    /// What its link leads to.
    static func link(_ token: String) -> String { "/note-link/\(token)" }
    static func report(_ id: ID<Note>) -> String { "/notes/\(id)/report" }
    /// Removes a note from the archive of who found it.
    static func remove(_ id: ID<Note>) -> String { "/archive/\(id)/delete" }
    /// Puts it back into that archive.
    static func putBack(_ id: ID<Note>) -> String { "/archive/\(id)/restore" }
    /// Leads from a note that was opened for the first time back to the map.
    static func keep(_ id: ID<Note>) -> String { "/archive/\(id)/keep" }
    /// A search of the archive.
    static func archive(_ search: ArchiveSearch) -> String {
        search.isEmpty ? archive : "\(archive)?\(search.query)"
    }
    /// A note for everybody in a circle of friends.
    static func new(for circle: ID<Circle>) -> String { "/notes/new?circle=\(circle)" }
    /// A note for somebody.
    static func new(to username: String) -> String { "/notes/new?to=\(PathText.component(username))" }
}
