import Foundation
import HTTP
import Proximity

/// A latitude and a longitude as people and scripts write them.
enum PlaceFields {
    /// Reads the two fields; a decimal comma is understood.
    ///
    /// - Throws: a problem for each field that is missing, no number or out of range.
    static func read(_ form: FormFields) throws(ValidationErrors) -> Coordinate {
        var errors = ValidationErrors()
        let latitude = InputNumber.decimal(form["lat"])
        let longitude = InputNumber.decimal(form["lon"])
        check(latitude, form["lat"], "lat", most: 90, "latitude", &errors)
        check(longitude, form["lon"], "lon", most: 180, "longitude", &errors)
        guard errors.isEmpty, let latitude, let longitude,
            let place = Coordinate(latitude: latitude, longitude: longitude)
        else { throw errors }
        return place
    }

    private static func check(
        _ number: Double?, _ text: String?, _ field: String, most: Double, _ name: String,
        _ errors: inout ValidationErrors
    ) {
        if (text ?? "").trimmingCharacters(in: .whitespaces).isEmpty {
            errors.add(field, "A \(name) is needed.")
        } else if let number {
            if abs(number) > most { errors.add(field, "A \(name) lies between −\(Int(most)) and \(Int(most)).") }
        } else {
            errors.add(field, "That is no \(name): write it like \(most == 90 ? "60.1699" : "24.9524").")
        }
    }
}

/// The form of `POST /positions`.
enum PositionForm {
    /// Half the way round the Earth, in metres: who is less sure than that knows nothing. Below 0 the device says that it
    /// does not know.
    private static let accuracies = -20_100_000.0...20_100_000.0

    /// Reads a fix: with accuracy it comes from the browser, without it is typed.
    ///
    /// - Throws: a problem for each field that cannot be read.
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
        guard let place, errors.isEmpty else { throw errors }
        do {
            return try Fix(
                coordinate: place, accuracy: accuracy.map { Metres($0) }, time: time ?? now,
                source: accuracy == nil ? .typed : .browser)
        } catch {
            throw ValidationErrors("lat", "Your phone does not know yet where it is. Try again in a moment.")
        }
    }

    private static func optional<Value>(
        _ form: FormFields, _ field: String, into errors: inout ValidationErrors, read: (String) -> Value?
    ) -> Value? {
        guard let text = form[field], !text.isEmpty else { return nil }
        let value = read(text)
        if value == nil {
            errors.add(field, field == "at" ? "That is no time." : "The accuracy is a number of metres.")
        }
        return value
    }

    /// Milliseconds since 1970, or ISO 8601 with an offset.
    private static func instant(_ text: String) -> Timestamp? {
        if let time = Timestamp(input: text) { return time }
        // Browsers write fractions and "Z" or "+02:00"; the parser wants to be told whether there is a fraction.
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
        return (try? Date(text, strategy: style)).flatMap { Timestamp(input: $0) }
    }
}
