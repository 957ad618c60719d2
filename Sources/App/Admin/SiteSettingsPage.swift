import HTML

/// `GET /admin/settings`
struct SiteSettingsPage {
    let frame: Frame
    let form: SiteFormPart
}

/// The fields of the site's settings.
struct SiteFormPart {
    /// Where its map's buttons send the form.
    let preview: String
    let name: FieldPart
    let place: FieldPart
    let picker: PickerPart
    let timeZone: SelectPart
    let typed: TogglePart
    let registration: ChoicesPart

    init(
        _ form: SettingsForm, preview: String, for viewer: Viewer, _ basemaps: Basemaps, _ errors: ValidationErrors
    ) {
        self.preview = preview
        name = FieldPart(
            "name", "Name of the site", value: form.name, hint: "Shown on every page and in every email.",
            isRequired: true,
            lengths: (1, SiteSettings.longestName), errors)
        place = FieldPart(
            "place", "Place", value: form.place,
            hint: "For people without a position: a city, two numbers, or a click on the map.",
            placeholder: "City, or 60.17, 24.94", errors)
        picker = PickerPart(
            form.picker, form: preview, chosen: form.coordinate, gate: 0, theme: viewer.theme, basemaps)
        timeZone = SelectPart(
            "time_zone", "Time zone", TimeZones.choices(with: form.timeZone), chosen: form.timeZone,
            hint: "For people who haven't chosen one.", errors)
        typed = TogglePart(
            name: "typed", label: "Typed positions open notes",
            hint: "When off, only positions measured by a phone count, and nothing can be found without JavaScript.",
            isOn: form.allowsTyped)
        registration = ChoicesPart(
            "registration", "Who can sign up",
            [("open", "Anyone"), ("invited", "With a member’s invite link"), ("closed", "Nobody")],
            chosen: form.registration, errors)
    }
}
