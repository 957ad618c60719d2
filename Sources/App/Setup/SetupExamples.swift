import HTTP

/// The pages of the feature with example data.
struct SetupExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] {
        [
            .page("usual") { start($0) }, .page("wrong") { start($0, wrong) },
            .page("usual") { SiteSettingsPage(frame: $0.frame("Site settings", .you), form: form($0)) },
            .page("wrong") { SiteSettingsPage(frame: $0.frame("Site settings", .you), form: wrongForm($0)) },
            .page("usual") {
                SetupSitePage(frame: $0.frame("Your site"), form: form($0), steps: SetupStepsPart(current: 2, $0.site))
            },
            .page("usual") { services($0, isNew: true) }, .page("ready") { services($0, isNew: false) },
            .part("usual") { _ in SetupHintPart() },
            .part("usual") { SetupStepsPart(current: 2, $0.site) },
            .part("usual") { form($0) },
        ]
    }

    private var wrong: ValidationErrors {
        var errors = ValidationErrors("username", "That username is taken.")
        errors.add("password", PasswordRules.tooShort)
        return errors
    }

    private func start(_ gallery: GalleryContext, _ errors: ValidationErrors = ValidationErrors()) -> SetupStartPage {
        SetupStartPage(
            gallery.visitorFrame("Set up"), token: "token", username: "keeper", email: "",
            steps: SetupStepsPart(current: 1, gallery.site), errors: errors)
    }

    private func wrongForm(_ gallery: GalleryContext) -> SiteFormPart {
        var errors = ValidationErrors("name", "The name needs 1 to 40 characters.")
        errors.add("place", PlaceSearch.nothing(called: "Nowhere"))
        errors.add("registration", "Choose one of the three.")
        let form = SettingsForm(
            FormFields(values: [("place", "Nowhere")]), settings: SiteSettings(), basemaps: basemaps)
        return SiteFormPart(
            form, preview: AdminPaths.settingsMap, for: gallery.viewer, basemaps: basemaps, errors: errors)
    }

    private func form(_ gallery: GalleryContext) -> SiteFormPart {
        var settings = SiteSettings()
        settings.place = DemoCast.centre
        return SiteFormPart(
            SettingsForm(settings, basemaps), preview: SetupPaths.siteMap, for: gallery.viewer, basemaps: basemaps,
            errors: ValidationErrors())
    }

    private func services(_ gallery: GalleryContext, isNew: Bool) -> SetupServicesPage {
        SetupServicesPage(
            frame: gallery.frame("Map and mail"), hasMap: !isNew, place: isNew ? "60.1705, 24.9445" : "",
            isOutbox: isNew, address: isNew ? "" : "keeper@example.org",
            steps: SetupStepsPart(current: 3, gallery.site))
    }
}
