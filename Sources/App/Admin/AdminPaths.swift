import Database

/// The addresses of the feature.
enum AdminPaths {
    static let overview = SitePaths.administration
    static let people = "/admin/people"
    static let reports = "/admin/reports"
    static let closedReports = "/admin/reports?state=closed"
    static let settings = "/admin/settings"
    static let settingsMap = "/admin/settings/map"
    /// What the site works with: its map and its mail, the last step of the set-up.
    static let services = "/admin/setup/services"
    static let audit = "/admin/audit"
    static let basemaps = SitePaths.basemaps
    static let findBasemap = "/admin/basemaps/find"
    static let getBasemap = "/admin/basemaps/get"
    static let stopBasemap = "/admin/basemaps/stop"
    static let basemapUploads = "/admin/basemaps/uploads"

    static func person(_ username: String) -> String { "/admin/people/\(PathText.component(username))" }
    static func suspend(_ username: String) -> String { person(username) + "/suspend" }
    static func unsuspend(_ username: String) -> String { person(username) + "/unsuspend" }
    static func endSessions(_ username: String) -> String { person(username) + "/end-sessions" }
    static func resetLink(_ username: String) -> String { person(username) + "/reset-link" }
    static func endVisit(_ report: ID<AbuseReport>) -> String { "/admin/reports/\(report)/end-visit" }
    static func raiseBasemap(_ name: String) -> String { basemap(name) + "/raise" }
    static func makeBasemap(_ name: String) -> String { basemap(name) + "/make" }
    static func removeBasemap(_ name: String) -> String { basemap(name) + "/remove" }
    static func restoreBasemap(_ name: String) -> String { basemap(name) + "/restore" }
    static func discardBasemap(_ name: String) -> String { basemap(name) + "/discard" }
    static func discardBasemapUpload(_ key: String) -> String { "\(basemapUploads)/\(PathText.component(key))/discard" }
    private static func basemap(_ name: String) -> String { "/admin/basemaps/\(PathText.component(name))" }
    static func close(_ report: ID<AbuseReport>) -> String { "/admin/reports/\(report)/close" }
}
