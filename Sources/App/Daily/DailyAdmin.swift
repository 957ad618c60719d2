import Database
import Foundation
import HTTP
import Proximity

/// The form of `POST /admin/daily`, as it was typed.
struct DailyForm {
    let from: String
    let until: String
    let minutes: String
    let audience: String
    let reveal: String
    let allowsLate: Bool

    /// What the form holds before anybody changes it.
    init(_ settings: DailySettings) {
        from = TimeOfDay.text(settings.fromMinute)
        until = TimeOfDay.text(settings.untilMinute)
        minutes = "\(settings.minutes)"
        audience = settings.audience.rawValue
        reveal = settings.reveal.rawValue
        allowsLate = settings.allowsLate
    }

    /// Fields that are absent keep their value; of the checkbox nothing else says that it is off.
    init(_ form: FormFields, _ settings: DailySettings) {
        let now = DailyForm(settings)
        from = form["from"] ?? now.from
        until = form["until"] ?? now.until
        minutes = form["minutes"] ?? now.minutes
        audience = form["audience"] ?? now.audience
        reveal = form["reveal"] ?? now.reveal
        allowsLate = form["late"] != nil
    }

    /// The settings that it asks for, switched on.
    ///
    /// - Throws: an error for each field that is not good.
    func settings() throws(ValidationErrors) -> DailySettings {
        var errors = ValidationErrors()
        let (from, until) = (TimeOfDay.minutes(from), TimeOfDay.minutes(until))
        if from == nil { errors.add("from", "Choose a time like 10:00.") }
        if until == nil { errors.add("until", "Choose a time like 20:00.") }
        if let from, let until, until <= from { errors.add("until", "This has to be later than the first time.") }
        let minutes = InputNumber.whole(minutes.trimmingCharacters(in: .whitespaces), in: 1...60)
        if minutes == nil { errors.add("minutes", "Choose 1 to 60 minutes.") }
        let audience = Moment.Audience(rawValue: audience)
        if audience == nil { errors.add("audience", "Choose one of the two.") }
        let reveal = DailySettings.Reveal(rawValue: reveal)
        if reveal == nil { errors.add("reveal", "Choose one of the two.") }
        guard let from, let until, let minutes, let audience, let reveal, errors.isEmpty else { throw errors }
        return DailySettings(
            isOn: true, fromMinute: from, untilMinute: until, minutes: minutes, audience: audience, reveal: reveal,
            allowsLate: allowsLate)
    }
}

/// What the host decides on the photos of the day.
extension Daily {
    /// `GET /admin/daily`
    func showSettings(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try settingsPage(context, viewer, nil, ValidationErrors())
    }

    /// `POST /admin/daily`: saves and switches on, or only off.
    func changeSettings(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let isOn = try context.form.flag("switch", on: nil, off: "off")
            try site.database.write { database in
                let old = try WindowQueries.settings(database)
                var new = old
                if isOn { new = try DailyForm(context.form, old).settings() } else { new.isOn = false }
                try WindowQueries.set(database, new)
                let hoursChange = (old.fromMinute, old.untilMinute) != (new.fromMinute, new.untilMinute)
                try plan(database, isAgain: hoursChange, context.now)
                try site.features.record(
                    database, "changed the daily photo's settings", by: viewer, detail: isOn ? "" : "Off", context.now)
            }
            return context.redirect(to: DailyPaths.admin, saying: isOn ? "Saved." : "Switched off.")
        } catch let errors as ValidationErrors {
            return try settingsPage(context, viewer, context.form, errors)
        }
    }

    /// `POST /admin/daily/start`: opens today's window at once, also when no minutes are drawn.
    ///
    /// - Throws: `Failure.done` if today has one.
    func start(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try site.database.write { database in
            try open(database, today(context.now), context.now)
            try site.features.record(
                database, "started today's photo", by: viewer, detail: "", context.now)
        }
        return context.redirect(to: DailyPaths.admin, saying: "It’s open. Everyone is being told.")
    }

    private func settingsPage(
        _ context: RequestContext, _ viewer: Viewer, _ typed: FormFields?, _ errors: ValidationErrors
    ) throws -> Response {
        let (settings, last) = try site.database.read {
            (try WindowQueries.settings($0), try WindowQueries.last($0))
        }
        let form = typed.map { DailyForm($0, settings) } ?? DailyForm(settings)
        let state = DailyState(
            settings: settings, last: last, today: today(context.now), zone: zone,
            words: RelativeTimeFormatter(viewer.timeZone, now: context.now))
        let page = DailyAdminPage(context.frame("Photo of the day", .administration), state, form, errors)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }
}
