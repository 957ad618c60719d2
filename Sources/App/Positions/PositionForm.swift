import HTTP
import Proximity

/// The form of `POST /positions`.
enum PositionForm {
    /// Half the Earth's circumference, in metres: a worse accuracy says nothing. Negative values mean that the device
    /// does not know.
    private static let accuracies = -20_100_000.0...20_100_000.0

    /// What is said of a field that is wrong.
    private static let words = [
        "accuracy": "Accuracy must be a number of metres.", "at": "That's not a time.",
        "battery": "The battery's charge is a whole number from 0 to 100.",
    ]

    /// Parses a fix. With accuracy it comes from the browser, without it is typed.
    ///
    /// - Throws: a problem for each invalid field.
    static func read(_ form: FormFields, now: Timestamp) throws(ValidationErrors) -> Fix {
        var errors = ValidationErrors()
        var place: Coordinate?
        do { place = try PlaceFields.read(form) } catch {
            for (field, message) in error.messages { errors.add(field, message) }
        }
        let accuracy = optional(form, "accuracy", into: &errors) {
            InputNumber.decimal($0, in: accuracies)
        }
        let time = optional(form, "at", into: &errors, read: instant)
        let percent = optional(form, "battery", into: &errors) { InputNumber.whole($0, in: 0...100) }
        guard let place, errors.isEmpty else { throw errors }
        do {
            return try Fix(
                coordinate: place, accuracy: accuracy.map { Metres($0) }, time: time ?? now,
                source: accuracy == nil ? .typed : .browser, battery: percent.map { Double($0) / 100 })
        } catch {
            throw ValidationErrors("lat", "Your phone doesn't know where it is yet. Try again in a moment.")
        }
    }

    private static func optional<Value>(
        _ form: FormFields, _ field: String, into errors: inout ValidationErrors, read: (String) -> Value?
    ) -> Value? {
        guard let text = form[field], !text.isEmpty else { return nil }
        let value = read(text)
        if value == nil {
            errors.add(field, words[field] ?? "")
        }
        return value
    }

    /// Milliseconds since 1970, or ISO 8601 with an offset.
    private static func instant(_ text: String) -> Timestamp? {
        if let time = Timestamp(input: text) { return time }
        return WrittenTime(text)?.instant.flatMap { Timestamp(input: $0.milliseconds) }
    }
}
