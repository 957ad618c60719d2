import Database
import HTTP
import Proximity

/// The settings of notices.
extension Notices {
    var settingsRoutes: [Route] {
        [.get("/settings/notices", showSettings), .post("/settings/notices", saveSettings)]
    }

    var settingsNavigation: [NavigationEntry] {
        [
            NavigationEntry(
                slot: .settings, rank: 30, path: NoticePaths.settings, icon: "bell", words: "Notices")
        ]
    }

    private func showSettings(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let settings = try site.database.read { try NoticeSettingsQueries.settings($0, of: viewer.id) }
        return try settingsPage(context, viewer, NoticeSettingsForm(settings, allKinds), ValidationErrors())
    }

    private func saveSettings(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let kinds = allKinds
        let stored = try site.database.read { try NoticeSettingsQueries.settings($0, of: viewer.id) }
        let form = NoticeSettingsForm(context.form, kinds, before: stored)
        do {
            let settings = try form.settings(kinds)
            try site.database.write {
                try NoticeSettingsQueries.save($0, settings, zone: viewer.timeZone, of: viewer.id, context.now)
            }
            return context.redirect(to: NoticePaths.settings, saying: "Saved.")
        } catch let errors as ValidationErrors {
            return try settingsPage(context, viewer, form, errors)
        }
    }

    /// The page; 422 with problems of one of its forms.
    func settingsPage(
        _ context: RequestContext, _ viewer: Viewer, _ form: NoticeSettingsForm, _ errors: ValidationErrors
    ) throws -> Response {
        let (recipient, devices) = try site.database.read {
            (try NoticeMail.recipient($0, viewer.id), try PushSubscriptionQueries.all($0, of: viewer.id, context.now))
        }
        let frame = context.frame("Notices", .settings)
        let push = PushPart(
            devices, in: viewer.session, site.push, frame,
            RelativeTimeFormatter(viewer.timeZone, now: context.now), errors)
        let page = NoticeSettingsPage(
            frame, push: push, topics, form, needsAddress: recipient == nil, isOutbox: site.mail.isOutbox, errors)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }
}

extension Notices: AccountObserver {
    /// Who changes their password or signs in again on a device still wants its notices.
    func sessionContinues(
        _ database: Writer, of account: ID<Account>, from old: ID<Session>, in new: ID<Session>
    ) throws {
        try PushSubscriptionQueries.move(database, of: account, from: old, to: new)
    }

    /// Mornings are elsewhere in another zone.
    func preferencesChanged(
        _ database: Writer, for viewer: Viewer, to preferences: Preferences, _ now: Timestamp
    ) throws -> String {
        if let person = try NoticeDigestQueries.person(database, viewer.id),
            preferences.timeZone != TimeZones.name(of: viewer.timeZone)
        {
            try NoticeDigestQueries.setNext(database, person.id, person.next(after: now))
        }
        return ""
    }
}
