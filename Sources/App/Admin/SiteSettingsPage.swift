/// `GET /admin/settings`
struct SiteSettingsPage {
    let frame: Frame
    let name: FieldPart
    let place: FieldPart
    let timeZone: SelectPart
    let typed: TogglePart
    let registration: ChoicesPart

    init(_ frame: Frame, _ form: SettingsForm, _ errors: ValidationErrors) {
        self.frame = frame
        name = FieldPart(
            "name", "Name of the site", value: form.name, hint: "Shown on every page and in every email.",
            isRequired: true,
            lengths: (1, SiteSettings.longestName), errors)
        place = FieldPart(
            "place", "Where the map starts", value: form.place,
            hint: "For people without a position: a city, or two numbers. Leave it empty for the middle of your map.",
            placeholder: "City, or 60.17, 24.94", errors)
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
