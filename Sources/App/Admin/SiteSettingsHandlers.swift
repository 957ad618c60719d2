import HTML
import HTTP
import Proximity

/// The form of the site's settings on one of its pages: that of the administration, and the second step of the set-up.
struct SiteSettingsHandlers<Page: View>: Sendable {
    let site: Site
    let basemaps: Basemaps
    /// Where the buttons of its map send the form.
    let preview: String
    /// Where it leads once it is saved.
    let next: String
    let page: @Sendable (RequestContext, SiteFormPart) -> Page

    func show(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        answer(context, viewer, form: SettingsForm(site.settings, basemaps), errors: ValidationErrors())
    }

    /// Stores what is good.
    func change(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let form = SettingsForm(context.form, settings: site.settings, basemaps: basemaps)
        do {
            try form.save(site, basemaps, by: viewer, at: context.now)
            return context.redirect(to: next, saying: "Saved.")
        } catch let errors as ValidationErrors {
            return answer(context, viewer, form: form, errors: errors)
        }
    }

    /// A click on the map, or another button of the form, which is shown again.
    func move(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (form, errors) = SettingsForm.moved(context, site.settings, basemaps: basemaps)
        return answer(context, viewer, form: form, errors: errors)
    }

    private func answer(
        _ context: RequestContext, _ viewer: Viewer, form: SettingsForm, errors: ValidationErrors
    ) -> Response {
        let part = SiteFormPart(form, preview: preview, for: viewer, basemaps: basemaps, errors: errors)
        return context.page(page(context, part), status: errors.isEmpty ? .ok : .unprocessableContent)
    }
}
