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
            let followed = try site.database.write { database in
                try AccountQueries.setPreferences(database, viewer.id, preferences)
                return try onPreferences(database, viewer, preferences, visit.now)
            }
            let isNew = preferences.area && !viewer.sharesArea
            let words = isNew ? "From your next position on, your friends see the area you are in." : followed
            return visit.redirect(to: "/settings", saying: WordList.sentences("Saved.", words))
        } catch let problems as Problems {
            return visit.page(settings(visit, Preferences(viewer), problems), status: .unprocessableContent)
        }
    }

    private func settings(_ visit: Visit, _ preferences: Preferences, _ problems: Problems) -> SettingsPage {
        SettingsPage(visit.frame("Settings", .settings), preferences, problems)
    }

    /// The longest pause: a week, in minutes.
    private static let longestPause = 7 * 24 * 60

    /// `POST /settings/pause`: for some minutes nobody learns where the viewer is; 0 ends it. Friends notice neither before
    /// the next full half hour.
    func pause(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        guard let minutes = InputNumber.whole(visit.form["minutes"], in: 0...Accounts.longestPause) else {
            throw Failure.conflict("A pause lasts from a minute to a week.")
        }
        let followed = try site.database.write { database in
            if minutes > 0 {
                let until = visit.now.adding(seconds: Double(minutes) * 60)
                try AccountQueries.setPause(database, viewer.id, until: until)
                return try onPause(database, viewer, visit.now)
            }
            // The end stays known: a position that was taken before it and comes in later is no news.
            if viewer.isPaused(visit.now) { try AccountQueries.setPause(database, viewer.id, until: visit.now) }
            return ""
        }
        let end = followed.isEmpty ? "Nobody sees where you are." : followed
        let words =
            minutes == 0 ? "You are back." : WordList.sentences("Paused. Your positions are not kept.", end)
        return visit.redirect(to: visit.ownReferer ?? "/you", saying: words)
    }
}
