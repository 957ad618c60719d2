import Foundation
import Proximity

/// How it stands with the photo of the day, for the host. When today's window opens is nobody's to know.
struct DailyState {
    let settings: DailySettings
    let last: DailyWindow?
    let today: CalendarDay
    let zone: TimeZone
    let words: RelativeTimeFormatter

    var hasStarted: Bool { last?.day == today }

    var title: String { settings.isOn ? "On" : "Off" }

    /// "Once a day between 10:00 and 20:00, Helsinki time."
    var rule: String {
        guard settings.isOn else { return "Nobody is asked for a photo until you switch it on." }
        let city = zone.identifier.split(separator: "/").last.map { $0.replacing("_", with: " ") } ?? "UTC"
        let (from, until) = (TimeOfDay.text(settings.fromMinute), TimeOfDay.text(settings.untilMinute))
        return "Once a day between \(from) and \(until), \(city) time."
    }

    /// What has been, and what is still to come.
    var news: String {
        if let last, hasStarted {
            let verb = last.closesAt > words.now ? "is open until" : "was open until"
            return "Today’s \(verb) \(words.clock(last.closesAt))."
        }
        let past = last.map { "The last one opened \(words.words($0.openedAt))." } ?? "There hasn’t been one yet."
        return WordList.sentences(past, settings.isOn && isAhead ? "Today’s is still to come." : "")
    }

    private var isAhead: Bool {
        DailyDraw.instant(today, minute: settings.untilMinute, zone).map { $0 > words.now } ?? false
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

    init(_ frame: Frame, _ state: DailyState, _ form: DailyForm, _ errors: ValidationErrors) {
        self.frame = frame
        self.state = state
        from = FieldPart("from", "Not before", value: form.from, type: "time", isRequired: true, errors)
        until = FieldPart("until", "Before", value: form.until, type: "time", isRequired: true, errors)
        minutes = FieldPart(
            "minutes", "Minutes to take the photo", value: form.minutes, type: "number", hint: "1 to 60.",
            isRequired: true, errors)
        audience = ChoicesPart(
            "audience", "Who sees the photos", [("friends", "Friends"), ("everyone", "Everyone on this server")],
            chosen: form.audience, errors)
        reveal = ChoicesPart(
            "reveal", "When others’ photos are shown",
            [("after", "After posting, or at the end"), ("at_once", "At once")], chosen: form.reveal, errors)
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
                return Daily.example(gallery, DailySettings(isOn: true), opened: nil, errors)
            },
            .part("open") { gallery in
                DailyBannerPart(Daily.exampleWindow(gallery, gallery.ago(0.02)), gallery.viewer, gallery.now)
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
        _ errors: ValidationErrors = ValidationErrors()
    ) -> DailyAdminPage {
        let zone = gallery.viewer.timeZone
        let state = DailyState(
            settings: settings, last: opened.map { exampleWindow(gallery, $0) }, today: CalendarDay(gallery.now, zone),
            zone: zone, words: gallery.words)
        return DailyAdminPage(
            gallery.frame("Photo of the day", .administration), state, DailyForm(settings), errors)
    }
}
