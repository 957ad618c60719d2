import HTTP

/// The form of the site's settings with example data.
struct SiteSettingsExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] {
        [
            .page("usual") { page($0, form($0)) }, .page("wrong") { page($0, wrong($0)) }, .part("usual") { form($0) },
        ]
    }

    private func page(_ gallery: GalleryContext, _ form: SiteFormPart) -> SiteSettingsPage {
        SiteSettingsPage(frame: gallery.frame("Site settings", .administration), form: form)
    }

    private func form(_ gallery: GalleryContext) -> SiteFormPart {
        var settings = SiteSettings()
        settings.place = DemoCast.centre
        return part(gallery, SettingsForm(settings, basemaps), ValidationErrors())
    }

    private func wrong(_ gallery: GalleryContext) -> SiteFormPart {
        var errors = ValidationErrors("name", "The name needs 1 to 40 characters.")
        errors.add("place", SettingsForm.unknownPlace)
        errors.add("registration", "Choose one of the three.")
        let typed = FormFields(values: [("place", "Nowhere")])
        return part(gallery, SettingsForm(typed, settings: SiteSettings(), basemaps), errors)
    }

    private func part(_ gallery: GalleryContext, _ form: SettingsForm, _ errors: ValidationErrors) -> SiteFormPart {
        SiteFormPart(form, preview: AdminPaths.settingsMap, for: gallery.viewer, basemaps, errors)
    }
}
