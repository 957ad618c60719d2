import Database

/// The addresses of the feature.
enum AdminPaths {
    static let overview = "/admin"
    static let people = "/admin/people"
    static let peopleByName = "/admin/people?sort=name"
    static let reports = "/admin/reports"
    static let closedReports = "/admin/reports?state=closed"
    static let settings = "/admin/settings"
    static let settingsMap = "/admin/settings/map"
    static let limits = "/admin/limits"
    static let backup = "/admin/backup"
    static let setupServices = "/admin/setup/services"
    static let audit = "/admin/audit"
    static let basemaps = "/admin/basemaps"
    static let findBasemap = basemaps + "/find"
    static let getBasemap = basemaps + "/get"
    static let stopBasemap = basemaps + "/stop"
    static let uploadBasemap = basemaps + "/upload"

    static func raiseBasemap(_ name: String) -> String { "\(basemaps)/\(PathText.component(name))/raise" }
    static func removeBasemap(_ name: String) -> String { "\(basemaps)/\(PathText.component(name))/remove" }
    static func restoreBasemap(_ name: String) -> String { "\(basemaps)/\(PathText.component(name))/restore" }

    /// The next pages of the list of people: by name after one, and by time.
    static func people(after name: String) -> MorePart {
        MorePart(address: "\(peopleByName)&after=\(PathText.component(name))")
    }
    static func people(after cursor: Cursor?) -> MorePart? { MorePart(people, cursor) }

    static func person(_ username: String) -> String { "/admin/people/\(PathText.component(username))" }
    static func suspend(_ username: String) -> String { person(username) + "/suspend" }
    static func unsuspend(_ username: String) -> String { person(username) + "/unsuspend" }
    static func endSessions(_ username: String) -> String { person(username) + "/end-sessions" }
    static func resetLink(_ username: String) -> String { person(username) + "/reset-link" }
    static func makeAdministrator(_ username: String) -> String { person(username) + "/make-administrator" }
    static func removeAdministrator(_ username: String) -> String { person(username) + "/remove-administrator" }
    static func delete(_ username: String) -> String { person(username) + "/delete" }
    static func endVisit(_ report: ID<AbuseReport>) -> String { "/admin/reports/\(report)/end-visit" }
    static func close(_ report: ID<AbuseReport>) -> String { "/admin/reports/\(report)/close" }
}
