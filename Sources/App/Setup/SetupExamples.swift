import HTTP

/// The pages of the feature with example data.
struct SetupExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] {
        [
            .page("usual") { start($0.visitorFrame("Set up"), $0) },
            .page("wrong") { start($0.visitorFrame("Set up"), $0, wrong) },
            .page("member") { start($0.frame("Set up"), $0, member: GalleryContext.arabicName) },
            .page("guest") { start($0.guestFrame("Set up"), $0) },
            .page("usual") { SetupOldLinkPage(frame: $0.visitorFrame("This link doesn’t work")) },
            .page("usual") {
                SetupSitePage(frame: $0.frame("Your site"), form: form($0), steps: SetupStepsPart(current: 2, $0.site))
            },
            .page("usual") { services($0, isNew: true) },
            .page("loading") { services($0, isNew: true, isLoading: true) },
            .page("ready") { services($0, isNew: false) },
            .part("usual") { _ in SetupHintPart() },
            .part("usual") { SetupStepsPart(current: 2, $0.site) },
        ]
    }

    private var wrong: ValidationErrors {
        var errors = ValidationErrors("username", "That username is taken.")
        errors.add("password", PasswordRules.tooShort)
        return errors
    }

    private func start(
        _ frame: Frame, _ gallery: GalleryContext, member: String = "", _ errors: ValidationErrors = ValidationErrors()
    ) -> SetupStartPage {
        SetupStartPage(
            frame, token: "token", member: member, steps: SetupStepsPart(current: 1, gallery.site),
            FormFields(values: [("username", "keeper")]), errors)
    }

    private func form(_ gallery: GalleryContext) -> SiteFormPart {
        var settings = SiteSettings()
        settings.place = DemoCast.centre
        return SiteFormPart(
            SettingsForm(settings, basemaps), preview: SetupPaths.siteMap, for: gallery.viewer, basemaps,
            ValidationErrors())
    }

    private func services(_ gallery: GalleryContext, isNew: Bool, isLoading: Bool = false) -> SetupServicesPage {
        SetupServicesPage(
            frame: gallery.frame("Map and mail"), hasMap: !isNew, isLoading: isLoading,
            place: isNew ? "60.1705, 24.9445" : "", isOutbox: isNew, address: isNew ? "" : "keeper@example.org",
            steps: SetupStepsPart(current: 3, gallery.site))
    }
}
