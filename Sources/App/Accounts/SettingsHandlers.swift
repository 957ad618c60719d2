import HTTP
import Proximity

/// The settings pages.
extension Accounts {
    func showYou(_ context: RequestContext, _ viewer: Viewer) -> Response {
        let features = site.features
        return context.page(
            YouPage(
                frame: context.frame("You", .you), avatar: AvatarPart(viewer), name: viewer.person.name,
                handle: PersonPart(viewer.person).handle, isPaused: viewer.isPaused(context.now),
                sharing: features.links(.sharing, viewer), groups: features.groups(viewer),
                manage: features.links(.manage, viewer)))
    }

    func showSettings(_ context: RequestContext, _ viewer: Viewer) -> Response {
        context.page(settings(context, viewer, ValidationErrors()))
    }

    func changePreferences(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let preferences = try Preferences { context.form[$0] }
            let followed = try site.database.write { database in
                try AccountQueries.setPreferences(database, viewer.id, preferences)
                return WordList.sentences(
                    try observers.map {
                        try $0.preferencesChanged(database, for: viewer, to: preferences, context.now)
                    })
            }
            let isNew = preferences.area && !viewer.sharesArea
            let words = isNew ? "Your friends will see your area from your next position on." : followed
            return context.redirect(to: SitePaths.settings, saying: WordList.sentences("Saved.", words))
        } catch let errors as ValidationErrors {
            return context.page(settings(context, viewer, errors), status: .unprocessableContent)
        }
    }

    private func settings(
        _ context: RequestContext, _ viewer: Viewer, _ errors: ValidationErrors
    ) -> SettingsPage {
        SettingsPage(
            context.frame("Settings", .settings), Preferences(viewer),
            links: site.features.links(.settings, viewer), endLinks: site.features.links(.settingsEnd, viewer), errors)
    }

    /// The longest pause: a week, in minutes.
    private static let longestPause = 7 * 24 * 60

    /// `POST /settings/pause`: hides the viewer's position for some minutes; 0 ends the pause. Friends see the change
    /// from the next full half hour on.
    func pause(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let minutes = InputNumber.whole(context.form["minutes"], in: 0...Accounts.longestPause) else {
            throw Failure.conflict("You can pause for a minute to a week.")
        }
        let followed = try site.database.write { database in
            if minutes > 0 {
                let until = context.now.adding(seconds: Double(minutes) * 60)
                try AccountQueries.setPause(database, viewer.id, until: until)
                return WordList.sentences(try observers.map { try $0.paused(database, for: viewer, context.now) })
            }
            // The end is kept: a position measured during the pause may arrive later and must not count.
            if viewer.isPaused(context.now) { try AccountQueries.setPause(database, viewer.id, until: context.now) }
            return ""
        }
        let end = followed.isEmpty ? "Nobody sees where you are." : followed
        let words =
            minutes == 0 ? "Pause ended." : WordList.sentences("Paused. Your positions aren't kept.", end)
        return context.redirect(to: context.ownReferer ?? SitePaths.you, saying: words)
    }
}
