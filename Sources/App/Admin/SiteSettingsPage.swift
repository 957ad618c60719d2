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
            "name", "Name of the site", value: form.name, hint: "On every page and in every mail.", isRequired: true,
            lengths: (1, SiteSettings.longestName), errors)
        place = FieldPart(
            "place", "Where the map begins", value: form.place,
            hint: "For people without a position: a city, or two numbers. Empty is the middle of your own map.",
            placeholder: "City, or 60.17, 24.94", errors)
        timeZone = SelectPart(
            "time_zone", "Time zone", TimeZones.identifiers.map { ($0, $0) }, chosen: form.timeZone,
            hint: "For people who have chosen none.", errors)
        typed = TogglePart(
            name: "typed", label: "Typed positions open notes",
            hint: "Off: only positions that a phone measured count. Without JavaScript nothing can be found then.",
            isOn: form.allowsTyped)
        registration = ChoicesPart(
            "registration", "Who can sign up",
            [("open", "Everybody"), ("invited", "With a member’s invite link"), ("closed", "Nobody")],
            chosen: form.registration, errors)
    }
}
