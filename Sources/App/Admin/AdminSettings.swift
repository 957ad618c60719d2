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
            let settings = try form.settings { basemaps.place($0) }
            try site.database.write { database in
                try SettingsStore.set(database, settings)
                try record(.changedSettings, viewer, nil, "", context.now, database)
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
        let page = SiteSettingsPage(context.frame("Settings of the site", .you), form, errors)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }
}

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
