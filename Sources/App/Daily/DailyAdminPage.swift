import Foundation
import Proximity

/// How it stands with the photo of the day, for the host. When today's window opens is nobody's to know.
struct DailyState {
    let settings: DailySettings
    let last: DailyWindow?
    let today: CalendarDay
    let zone: TimeZone
    let times: RelativeTimeFormatter

    var hasStarted: Bool { last?.day == today }

    var title: String { settings.isOn ? "On" : "Off" }

    /// "Once a day between 10:00 and 20:00, Helsinki time."
    var rule: String {
        guard settings.isOn else { return "Nobody is asked for a photo until you switch it on." }
        let city = zone.identifier.split(separator: "/").last.map { $0.replacing("_", with: " ") } ?? "UTC"
        let (from, until) = (DailyForm.clock(settings.fromMinute), DailyForm.clock(settings.untilMinute))
        return "Once a day between \(from) and \(until), \(city) time."
    }

    /// What has been, and what is still to come.
    var news: String {
        if let last, hasStarted {
            let verb = last.closesAt > times.now ? "is open until" : "was open until"
            return "Today’s \(verb) \(times.clock(last.closesAt))."
        }
        let past = last.map { "The last one opened \(times.words($0.openedAt))." } ?? "There hasn’t been one yet."
        return WordList.sentences(past, settings.isOn && isAhead ? "Today’s is still to come." : "")
    }

    private var isAhead: Bool {
        DailyDraw.instant(today, minute: settings.untilMinute, zone).map { $0 > times.now } ?? false
    }
}

/// `GET /admin/daily`
struct DailyAdminPage {
    let frame: Frame
    let state: DailyState
    let from: FieldPart
    let until: FieldPart
    let minutes: FieldPart
    let audience: ChoicesPart
    let reveal: ChoicesPart
    let late: TogglePart

    init(_ frame: Frame, state: DailyState, form: DailyForm, errors: ValidationErrors) {
        self.frame = frame
        self.state = state
        from = FieldPart("from", label: "Not before", value: form.from, type: "time", isRequired: true, errors: errors)
        until = FieldPart("until", label: "Before", value: form.until, type: "time", isRequired: true, errors: errors)
        minutes = FieldPart(
            "minutes", label: "Minutes to take the photo", value: form.minutes, type: "number",
            hint: "\(DailySettings.minutesHint).",
            isRequired: true, errors: errors)
        audience = ChoicesPart(
            "audience", label: "Who sees the photos",
            choices: [("friends", "Friends"), ("everyone", "Everyone on this server")],
            chosen: form.audience, errors: errors)
        reveal = ChoicesPart(
            "reveal", label: "When others’ photos are shown",
            choices: [("after", "After posting, or at the end"), ("at_once", "At once")], chosen: form.reveal,
            errors: errors)
        late = TogglePart(
            name: "late", label: "Late photos",
            hint: "Whoever missed it can post until midnight. The photo says how late it is.", isOn: form.allowsLate)
    }

    /// "Save", or what saving does besides.
    var button: String { state.settings.isOn ? "Save" : "Save and switch on" }
}

extension Daily {
    var windowExamples: [GalleryExample] {
        [
            .page("off") { Daily.example($0, DailySettings(), opened: nil) },
            .page("on") { Daily.example($0, DailySettings(isOn: true), opened: $0.ago(20)) },
            .page("started") { Daily.example($0, DailySettings(isOn: true), opened: $0.ago(0.02)) },
            .page("wrong") { gallery in
                let errors = ValidationErrors("until", "This has to be later than the first time.")
                return Daily.example(gallery, DailySettings(isOn: true), opened: nil, errors: errors)
            },
            .part("open") { gallery in
                DailyBannerPart(Daily.exampleWindow(gallery, gallery.ago(0.02)), for: gallery.viewer, at: gallery.now)
            },
        ]
    }

    private static func exampleWindow(_ gallery: GalleryContext, _ opened: Timestamp) -> DailyWindow {
        DailyWindow(
            day: CalendarDay(opened, gallery.viewer.timeZone), openedAt: opened, closesAt: opened + 300,
            lateUntil: nil, revealsAt: opened + 300, audience: .friends)
    }

    private static func example(
        _ gallery: GalleryContext, _ settings: DailySettings, opened: Timestamp?,
        errors: ValidationErrors = ValidationErrors()
    ) -> DailyAdminPage {
        let zone = gallery.viewer.timeZone
        let state = DailyState(
            settings: settings, last: opened.map { exampleWindow(gallery, $0) }, today: CalendarDay(gallery.now, zone),
            zone: zone, times: gallery.times)
        return DailyAdminPage(
            gallery.frame("Photo of the day", .you), state: state, form: DailyForm(settings), errors: errors)
    }
}
