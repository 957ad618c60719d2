import Foundation
import HTTP
import Proximity

/// A latitude and a longitude as people and scripts write them.
enum PlaceFields {
    /// Reads the two fields; a decimal comma is understood.
    ///
    /// - Throws: a problem for each field that is missing, no number or out of range.
    static func read(_ form: FormFields) throws(Problems) -> Coordinate {
        var problems = Problems()
        let latitude = InputNumber.decimal(form["lat"])
        let longitude = InputNumber.decimal(form["lon"])
        check(latitude, form["lat"], "lat", most: 90, "latitude", &problems)
        check(longitude, form["lon"], "lon", most: 180, "longitude", &problems)
        guard problems.isEmpty, let latitude, let longitude,
            let place = Coordinate(latitude: latitude, longitude: longitude)
        else { throw problems }
        return place
    }

    private static func check(
        _ number: Double?, _ text: String?, _ field: String, most: Double, _ name: String, _ problems: inout Problems
    ) {
        if (text ?? "").trimmingCharacters(in: .whitespaces).isEmpty {
            problems.add(field, "A \(name) is needed.")
        } else if let number {
            if abs(number) > most { problems.add(field, "A \(name) lies between −\(Int(most)) and \(Int(most)).") }
        } else {
            problems.add(field, "That is no \(name): write it like \(most == 90 ? "60.1699" : "24.9524").")
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
    static func read(_ form: FormFields, now: Timestamp) throws(Problems) -> Fix {
        var problems = Problems()
        var place: Coordinate?
        do { place = try PlaceFields.read(form) } catch {
            for (field, message) in error.messages { problems.add(field, message) }
        }
        let accuracy = optional(form, "accuracy", into: &problems) {
            InputNumber.decimal($0, in: accuracies)
        }
        let time = optional(form, "at", into: &problems, read: instant)
        guard let place, problems.isEmpty else { throw problems }
        do {
            return try Fix(
                coordinate: place, accuracy: accuracy.map { Metres($0) }, time: time ?? now,
                source: accuracy == nil ? .typed : .browser)
        } catch {
            throw Problems("lat", "Your phone does not know yet where it is. Try again in a moment.")
        }
    }

    private static func optional<Value>(
        _ form: FormFields, _ field: String, into problems: inout Problems, read: (String) -> Value?
    ) -> Value? {
        guard let text = form[field], !text.isEmpty else { return nil }
        let value = read(text)
        if value == nil {
            problems.add(field, field == "at" ? "That is no time." : "The accuracy is a number of metres.")
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
