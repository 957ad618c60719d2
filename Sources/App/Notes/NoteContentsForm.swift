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
        let place = place(form, &errors)
        let text = normalized(form["text"] ?? "")
        if text.isEmpty { errors.add("text", "Write a few words.") }
        if text.unicodeScalars.count > Note.longestText {
            errors.add("text", "That is too long: 2,000 characters at most.")
        }
        let hint = normalized(form["hint"] ?? "").replacing("\n", with: " ")
        if hint.unicodeScalars.count > Note.longestHint {
            errors.add("hint", "That is too long: 200 characters at most.")
        }
        let radius = radius(form["radius_m"])
        if radius == nil { errors.add("radius_m", "Choose between 5 metres and 1 km.") }
        let opensAt = time(form, "opens_at", in: zone, now, &errors)
        let closesAt = time(form, "closes_at", in: zone, now, &errors)
        if let closesAt, closesAt <= now { errors.add("closes_at", "That is already past. Pick a later time.") }
        if let opensAt, let closesAt, closesAt <= opensAt {
            errors.add("closes_at", "It would close before it opens. Pick a later time.")
        }
        guard let place, let radius, errors.isEmpty else { throw errors }
        return NoteContents(
            text: text, coordinate: place, radius: radius, hint: hint, opensAt: opensAt, closesAt: closesAt,
            isOnMap: isOn(form, "show_on_map"), reminds: !isOn(form, "quiet"))
    }

    /// Whether a box of the form is ticked.
    static func isOn(_ form: FormFields, _ name: String) -> Bool { !(form[name] ?? "").isEmpty }

    /// The radius of a field; the usual one if it is empty, nil if it is none.
    static func radius(_ text: String?) -> Metres? {
        guard let text, !text.isEmpty else { return Gate.noteRadius }
        return InputNumber.decimal(text, in: Note.radii).map { Metres($0) }
    }

    private static func place(_ form: FormFields, _ errors: inout ValidationErrors) -> Coordinate? {
        if [form["lat"], form["lon"]].allSatisfy({ ($0 ?? "").isEmpty }) {
            errors.add("place", "Choose a place: move the map there, or search for it.")
            return nil
        }
        do { return try PlaceFields.read(form) } catch { errors.add(error) }
        return nil
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

    /// Normalizes line breaks and trims whitespace.
    private static func normalized(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
