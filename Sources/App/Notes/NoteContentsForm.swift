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
        if text.unicodeScalars.count > Note.longestText {
            errors.add("text", "That is too long: 2,000 characters at most.")
        }
        let hint = MultilineText.normalized(form["hint"]).replacing("\n", with: " ")
        if hint.unicodeScalars.count > Note.longestHint {
            errors.add("hint", "That is too long: 200 characters at most.")
        }
        let radius = PlaceForm.note.radius(form, &errors)
        let opensAt = time(form, "opens_at", in: zone, now, &errors)
        let closesAt = time(form, "closes_at", in: zone, now, &errors)
        if let closesAt, closesAt <= now { errors.add("closes_at", "That is already past. Pick a later time.") }
        if let opensAt, let closesAt, closesAt <= opensAt {
            errors.add("closes_at", "It would close before it opens. Pick a later time.")
        }
        guard let place, let radius, errors.isEmpty else { throw errors }
        return NoteContents(
            text: text, coordinate: place, radius: radius, hint: hint, opensAt: opensAt, closesAt: closesAt,
            isOnMap: PlaceForm.isOn(form, "show_on_map"), reminds: !PlaceForm.isOn(form, "quiet"))
    }

    private static func time(
        _ form: FormFields, _ name: String, in zone: TimeZone, _ now: Timestamp, _ errors: inout ValidationErrors
    ) -> Timestamp? {
        guard let text = form[name]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        guard let time = WallTime.read(text, in: zone) else {
            errors.add(name, "That is not a time. Pick a day and an hour.")
            return nil
        }
        if time.seconds(since: now) > Note.farthestTime { errors.add(name, "That is far off: a year ahead at most.") }
        return time
    }
}
