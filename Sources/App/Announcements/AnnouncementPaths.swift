import Database

/// The addresses of the feature.
enum AnnouncementPaths {
    static let admin = "/admin/announcements"

    static func show(_ id: ID<Announcement>) -> String { "/announcements/\(id)" }
    static func delete(_ id: ID<Announcement>) -> String { "/admin/announcements/\(id)/delete" }
}
