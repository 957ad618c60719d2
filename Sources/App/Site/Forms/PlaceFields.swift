import Foundation
import HTTP
import Proximity

/// A latitude and a longitude as people and scripts type them.
enum PlaceFields {
    /// Parses the two fields; accepts a decimal comma.
    ///
    /// - Throws: a problem for each field that is missing, no number or out of range.
    static func read(_ form: FormFields) throws(ValidationErrors) -> Coordinate {
        var errors = ValidationErrors()
        let latitude = InputNumber.decimal(form["lat"])
        let longitude = InputNumber.decimal(form["lon"])
        check(latitude, text: form["lat"], field: "lat", max: 90, name: "latitude", errors: &errors)
        check(longitude, text: form["lon"], field: "lon", max: 180, name: "longitude", errors: &errors)
        guard errors.isEmpty, let latitude, let longitude,
            let place = Coordinate(latitude: latitude, longitude: longitude)
        else { throw errors }
        return place
    }

    private static func check(
        _ number: Double?, text: String?, field: String, max: Double, name: String,
        errors: inout ValidationErrors
    ) {
        if (text ?? "").trimmingCharacters(in: .whitespaces).isEmpty {
            errors.add(field, "A \(name) is needed.")
        } else if let number {
            if abs(number) > max { errors.add(field, "A \(name) lies between −\(Int(max)) and \(Int(max)).") }
        } else {
            errors.add(field, "That is no \(name): write it like \(max == 90 ? "60.1699" : "24.9524").")
        }
    }
}
