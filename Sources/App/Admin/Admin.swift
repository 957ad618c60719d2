import Database
import HTTP
import Proximity

/// The administration: accounts, reports and the audit log. Administrators see neither
/// positions nor notes, except what somebody reported: the words, and until the report is closed the photos and recordings.
struct Admin: Feature {
    let site: Site
    let jobs: JobLanes
    let accounts: Accounts
    let moderation: Moderation
    let basemaps: Basemaps
    let backups: Backups
    let events: Events

    static let migrations = AdminSchema.migrations + DailyCounts.migrations

    var jobKinds: [JobKind] {
        [JobKind(name: "admin.days", interval: DailyCounts.interval, lane: .bulk) { _ in try DailyCounts.count(site) }]
    }

    var routes: [Route] {
        [
            .adminGet("/admin", showOverview), .adminGet("/admin/people", showPeople),
            .adminGet("/admin/people/{username}", showPerson),
            .adminPost("/admin/people/{username}/suspend", suspend),
            .adminPost("/admin/people/{username}/unsuspend", unsuspend),
            .adminPost("/admin/people/{username}/end-sessions", endSessions),
            .adminPost("/admin/people/{username}/reset-link", resetLink),
            .adminPost("/admin/people/{username}/make-administrator", makeAdministrator),
            .adminPost("/admin/people/{username}/remove-administrator", removeAdministrator),
            .adminGet("/admin/reports", showReports), .adminPost("/admin/reports/{id}/close", closeReport),
            .adminPost("/admin/reports/{id}/end-visit", endVisit),
            .adminGet("/admin/settings", settings.show), .adminPost("/admin/settings", settings.change),
            .adminPost("/admin/settings/map", settings.move),
            .adminGet("/admin/limits", showLimits), .adminPost("/admin/limits", changeLimits),
            .adminGet("/admin/audit", showAudit),
        ] + basemapUploadRoutes + basemapRoutes
    }

    private var settings: SiteSettingsHandlers<SiteSettingsPage> {
        SiteSettingsHandlers(
            site: site, basemaps: basemaps, preview: AdminPaths.settingsMap, next: AdminPaths.settings
        ) { context, form in SiteSettingsPage(frame: context.frame("Site settings", .you), form: form) }
    }

    var galleryExamples: [GalleryExample] {
        AdminExamples.all + LimitExamples.all + BasemapExamples(basemaps: basemaps).all
    }

    var navigation: [NavigationEntry] {
        [
            NavigationEntry(
                slot: .you, rank: 60, path: AdminPaths.overview, icon: "shield", words: "Administration",
                isShown: { $0.isAdministrator }),
            tab(10, path: AdminPaths.overview, words: "Overview"), tab(20, path: AdminPaths.people, words: "People"),
            tab(30, path: AdminPaths.reports, words: "Reports"), tab(36, path: AdminPaths.basemaps, words: "Maps"),
            tab(40, path: AdminPaths.settings, words: "Settings"), tab(42, path: AdminPaths.limits, words: "Limits"),
            tab(50, path: AdminPaths.audit, words: "Audit log"),
        ]
    }

    private func tab(_ rank: Int, path: String, words: String) -> NavigationEntry {
        NavigationEntry(slot: .admin, rank: rank, path: path, icon: "shield", words: words)
    }
}

/// An administrator's action. A marker for ids.
enum AdminAction {
    /// The kinds of actions.
    enum Kind: String, Sendable {
        case addedAdministrator = "made administrator"
        case removedAdministrator = "made a member like others"
        case suspended = "suspended"
        case unsuspended = "let in again"
        case endedSessions = "signed out everywhere"
        case endedVisit = "ended the visit of"
        case sentResetLink = "sent a link for a new password to"
        case closedReport = "closed a report on"
        case changedSettings = "changed the settings of the site"
    }

    /// Stands for the command line in the audit log.
    static let commandLine = "command line"
    /// Stands for whoever had the link of the set-up.
    static let setup = "set-up link"
    /// Maximum length of the reason for an action, in characters.
    static let maxDetailLength = AuditDetail.maxLength
}
