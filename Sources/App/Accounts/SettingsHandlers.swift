import HTTP
import Proximity

/// A person's own pages.
extension Accounts {
    func showYou(_ visit: Visit, _ viewer: Viewer) -> Response {
        visit.page(
            YouPage(
                frame: visit.frame("You", .you), avatar: AvatarPart(viewer), name: viewer.username,
                isPaused: viewer.isPaused(visit.now), isAdministrator: viewer.isAdministrator,
                sharesArea: viewer.sharesArea))
    }

    func showSettings(_ visit: Visit, _ viewer: Viewer) -> Response {
        visit.page(settings(visit, Preferences(viewer), Problems()))
    }

    func changePreferences(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        do {
            let preferences = try Preferences { visit.form[$0] }
            try site.database.write { database in
                try AccountQueries.setPreferences(database, viewer.id, preferences)
                if !preferences.area { try onAreaOff(database, viewer.id) }
            }
            let isNew = preferences.area && !viewer.sharesArea
            let words = "Saved. From your next position on, your friends see the area you are in."
            return visit.redirect(to: "/settings", saying: isNew ? words : "Saved.")
        } catch let problems as Problems {
            return visit.page(settings(visit, Preferences(viewer), problems), status: .unprocessableContent)
        }
    }

    private func settings(_ visit: Visit, _ preferences: Preferences, _ problems: Problems) -> SettingsPage {
        SettingsPage(visit.frame("Settings", .settings), preferences, problems)
    }

    /// The longest pause: a week, in minutes.
    private static let longestPause = 7 * 24 * 60

    /// `POST /settings/pause`: for some minutes nobody learns where the viewer is; 0 ends it.
    func pause(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        guard let minutes = Int(visit.form["minutes"] ?? ""), (0...Accounts.longestPause).contains(minutes) else {
            throw Failure.conflict("A pause lasts from a minute to a week.")
        }
        let until: Timestamp? = minutes == 0 ? nil : visit.now.adding(seconds: Double(minutes) * 60)
        try site.database.write { try AccountQueries.setPause($0, viewer.id, until: until) }
        let words =
            minutes == 0 ? "You are back." : "Paused. Your positions are not kept, and nobody sees where you are."
        return visit.redirect(to: visit.ownReferer ?? "/you", saying: words)
    }
}
