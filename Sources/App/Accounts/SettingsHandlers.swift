import HTTP

/// A person's own pages.
extension Accounts {
    func showYou(_ visit: Visit, _ viewer: Viewer) -> Response {
        visit.page(
            YouPage(
                frame: visit.frame("You", .you), avatar: AvatarPart(viewer.username), name: viewer.username,
                isAdministrator: viewer.isAdministrator))
    }

    func showSettings(_ visit: Visit, _ viewer: Viewer) -> Response {
        visit.page(settings(visit, Preferences(viewer), Problems()))
    }

    func changePreferences(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        do {
            let preferences = try Preferences { visit.form[$0] }
            try site.database.write { try AccountQueries.setPreferences($0, viewer.id, preferences) }
            return visit.redirect(to: "/settings", saying: "Saved.")
        } catch let problems as Problems {
            return visit.page(settings(visit, Preferences(viewer), problems), status: .unprocessableContent)
        }
    }

    private func settings(_ visit: Visit, _ preferences: Preferences, _ problems: Problems) -> SettingsPage {
        SettingsPage(frame: visit.frame("Settings", .you), preferences: preferences, problems: problems)
    }
}
