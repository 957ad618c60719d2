import Database
import HTTP
import Proximity

/// The administration: accounts, reports and the audit log. Administrators see neither
/// positions nor notes, except the words that somebody reported.
struct Admin: Feature {
    let site: Site
    let jobs: JobLanes
    let accounts: Accounts
    let moderation: Moderation
    let basemaps: Basemaps
    let loader: BasemapLoader

    static let migrations = AdminSchema.migrations

    var routes: [Route] {
        [
            .adminGet("/admin", showOverview), .adminGet("/admin/people", showPeople),
            .adminGet("/admin/people/{username}", showPerson),
            .adminPost("/admin/people/{username}/suspend", suspend),
            .adminPost("/admin/people/{username}/unsuspend", unsuspend),
            .adminPost("/admin/people/{username}/end-sessions", endSessions),
            .adminPost("/admin/people/{username}/reset-link", resetLink),
            .adminGet("/admin/reports", showReports), .adminPost("/admin/reports/{id}/close", closeReport),
            .adminPost("/admin/reports/{id}/end-visit", endVisit),
            .adminGet("/admin/settings", settings.show), .adminPost("/admin/settings", settings.change),
            .adminPost("/admin/settings/map", settings.step),
            .adminGet("/admin/audit", showAudit),
        ] + basemapRoutes
    }

    private var settings: SiteSettingsHandlers<SiteSettingsPage> {
        SiteSettingsHandlers(
            site: site, basemaps: basemaps, preview: AdminPaths.settingsMap, next: AdminPaths.settings
        ) { context, form in
            SiteSettingsPage(frame: context.frame("Site settings", .administration), form: form)
        }
    }

    var galleryExamples: [GalleryExample] {
        AdminExamples.all + SiteSettingsExamples(basemaps: basemaps).all + BasemapExamples(basemaps: basemaps).all
    }

    var navigation: [NavigationEntry] {
        [
            NavigationEntry(
                slot: .manage, rank: 20, path: AdminPaths.overview, icon: "shield", words: "Administration",
                isShown: { $0.isAdministrator }),
            tab(10, AdminPaths.overview, "Overview"), tab(20, AdminPaths.people, "People"),
            tab(30, AdminPaths.reports, "Reports"), tab(38, AdminPaths.basemaps, "Maps"),
            tab(40, AdminPaths.settings, "Settings"), tab(50, AdminPaths.audit, "Audit log"),
        ]
    }

    private func tab(_ rank: Int, _ path: String, _ words: String) -> NavigationEntry {
        NavigationEntry(slot: .admin, rank: rank, path: path, icon: "shield", words: words)
    }
}

/// An administrator's action. A marker for ids.
enum AdminAction {
    /// The kinds of actions.
    enum Kind: String, Sendable {
        case addedAdministrator = "made administrator"
        case suspended = "suspended"
        case unsuspended = "let in again"
        case endedSessions = "signed out everywhere"
        case endedVisit = "ended the visit of"
        case sentResetLink = "sent a link for a new password to"
        case closedReport = "closed a report on"
        case changedSettings = "changed the settings of the site"
        case gotMap = "asked for a map"
        case stoppedMap = "stopped a map"
        case addedMap = "added a map"
        case raisedMap = "moved a map up"
        case removedMap = "removed a map"
        case discardedMap = "deleted a part of a map"
        case restoredMap = "brought a map back"
    }

    /// Stands for the command line in the audit log.
    static let commandLine = "command line"
    /// Stands for the link of the set-up there.
    static let setup = "set-up link"
    /// Maximum length of the reason for an action, in characters.
    static let longestDetail = 500
}
