import Database
import HTTP
import Proximity

/// What the host decides for everybody.
extension Admin {
    /// `GET /admin/settings`
    func showSettings(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        settingsPage(context, SettingsForm(site.settings), ValidationErrors())
    }

    /// `POST /admin/settings`
    func changeSettings(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let form = SettingsForm(context.form)
        do {
            let near = basemaps.startingPlace(site.settings)
            let settings = try form.settings { basemaps.search($0, near: near).first?.coordinate }
            try site.database.write { database in
                try SettingsStore.set(database, settings)
                try record(database, .changedSettings, viewer, nil, "", context.now)
            }
            site.settingsStore.keep(settings, context.now)
            return context.redirect(to: AdminPaths.settings, saying: "Saved.")
        } catch let errors as ValidationErrors {
            return settingsPage(context, form, errors)
        }
    }

    private func settingsPage(
        _ context: RequestContext, _ form: SettingsForm, _ errors: ValidationErrors
    ) -> Response {
        let page = SiteSettingsPage(context.frame("Site settings", .administration), form, errors)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }
}
