import HTML
import HTTP

/// The form of the site's settings on a page of the administration.
struct SiteSettingsHandlers<Page: View>: Sendable {
    let site: Site
    let basemaps: Basemaps
    /// Where the buttons of its map send the form.
    let preview: String
    /// Where it leads once it is saved.
    let next: String
    /// The settings that the form holds at first; those of the site unless a page suggests others.
    var first: @Sendable (SiteSettings, Viewer) -> SiteSettings = { settings, _ in settings }
    let page: @Sendable (RequestContext, SiteFormPart) -> Page

    func show(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        answer(context, viewer, SettingsForm(first(site.settings, viewer), basemaps), ValidationErrors())
    }

    /// Stores what the form asks for.
    func change(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let form = SettingsForm(context.form, settings: site.settings, basemaps)
        do {
            let settings = try form.settings(from: site.settings)
            try site.database.write { database in
                try SettingsStore.set(database, settings)
                try site.features.record(
                    database, AdminAction.Kind.changedSettings.rawValue, by: viewer,
                    detail: site.settings.changes(to: settings), context.now)
            }
            site.settingsStore.keep(settings, context.now)
            return context.redirect(to: next, saying: "Saved.")
        } catch let errors as ValidationErrors {
            return answer(context, viewer, form, errors)
        }
    }

    /// A click on the map or another of its buttons: shows the form again.
    func step(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        var form = SettingsForm(context.form, settings: site.settings, basemaps)
        var errors = ValidationErrors()
        do { try form.step(context.form, size: Picker.Size(context.query)) } catch { errors = error }
        return answer(context, viewer, form, errors)
    }

    private func answer(
        _ context: RequestContext, _ viewer: Viewer, _ form: SettingsForm, _ errors: ValidationErrors
    ) -> Response {
        let part = SiteFormPart(form, preview: preview, for: viewer, basemaps, errors)
        return context.page(page(context, part), status: errors.isEmpty ? .ok : .unprocessableContent)
    }
}
