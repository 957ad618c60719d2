import Foundation
import HTTP
import Proximity

/// Reads what a note says and when it opens from the form that creates or edits it.
extension NewNote {
    /// Parses the fields that a note has by itself, without its recipients and its photo.
    ///
    /// - Parameter zone: the zone of times without an offset.
    /// - Throws: a problem for each invalid field.
    static func contents(
        _ form: FormFields, in zone: TimeZone, _ now: Timestamp
    ) throws(ValidationErrors) -> NoteContents {
        var errors = ValidationErrors()
        let place = PlaceForm.place(form, &errors)
        let text = MultilineText.normalized(form["text"])
        if text.isEmpty { errors.add("text", "Write a few words.") }
        errors.checkLength("text", text, max: Note.maxTextLength)
        let hint = MultilineText.normalized(form["hint"]).replacing("\n", with: " ")
        errors.checkLength("hint", hint, max: Note.maxHintLength)
        let radius = PlaceForm.note.radius(form, &errors)
        let opensAt = time(form, name: "opens_at", in: zone, at: now, errors: &errors)
        let closesAt = time(form, name: "closes_at", in: zone, at: now, errors: &errors)
        if let closesAt, closesAt <= now { errors.add("closes_at", "That time has passed. Pick a later one.") }
        if let opensAt, let closesAt, closesAt <= opensAt {
            errors.add("closes_at", "It would close before it opens. Pick a later time.")
        }
        guard let place, let radius, errors.isEmpty else { throw errors }
        return NoteContents(
            text: text, coordinate: place, radius: radius, hint: hint, opensAt: opensAt, closesAt: closesAt,
            isOnMap: PlaceForm.isOn(form, "show_on_map"), reminds: !PlaceForm.isOn(form, "quiet"))
    }

    private static func time(
        _ form: FormFields, name: String, in zone: TimeZone, at now: Timestamp, errors: inout ValidationErrors
    ) -> Timestamp? {
        guard let text = form[name]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        guard let time = WallTime.read(text, in: zone) else {
            errors.add(name, "That’s not a time. Pick a day and an hour.")
            return nil
        }
        if time.seconds(since: now) > Note.farthestTime { errors.add(name, "Pick a time within a year.") }
        return time
    }
}
