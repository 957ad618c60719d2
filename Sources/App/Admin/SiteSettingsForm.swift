import Foundation
import HTTP
import Proximity

/// The form of `POST /admin/settings`, as it was typed.
struct SettingsForm {
    let name: String
    /// Two numbers in degrees, a city, or "" for the middle of the site's own map.
    let place: String
    let timeZone: String
    let allowsTyped: Bool
    let registration: String

    /// What the form holds before anybody changes it.
    init(_ settings: SiteSettings) {
        name = settings.name
        place = settings.place.map { CoordinateFormatter.pair($0) } ?? ""
        timeZone = settings.timeZone
        allowsTyped = settings.allowsTyped
        registration = settings.registration.rawValue
    }

    init(_ form: FormFields) {
        name = (form["name"] ?? "").trimmingCharacters(in: .whitespaces)
        place = (form["place"] ?? "").trimmingCharacters(in: .whitespaces)
        timeZone = form["time_zone"] ?? ""
        allowsTyped = form["typed"] != nil
        registration = form["registration"] ?? ""
    }

    /// The settings that it asks for.
    ///
    /// - Parameter find: the coordinate of a place that somebody names.
    /// - Throws: an error for each field that is not good.
    func settings(find: (String) -> Coordinate?) throws(ValidationErrors) -> SiteSettings {
        var errors = ValidationErrors()
        if !SiteSettings.isName(name) { errors.add("name", "The name needs 1 to 40 characters.") }
        let coordinate = place.isEmpty ? nil : find(place)
        if !place.isEmpty && coordinate == nil {
            errors.add("place", "We don't know that place. Type latitude and longitude instead: 60.17, 24.94")
        }
        if !TimeZones.isKnown(timeZone) { errors.add("time_zone", "Choose a time zone from the list.") }
        let chosen = SiteSettings.Registration(rawValue: registration)
        if chosen == nil { errors.add("registration", "Choose one of the three.") }
        guard let chosen, errors.isEmpty else { throw errors }
        var settings = SiteSettings()
        settings.name = name
        settings.place = coordinate
        settings.timeZone = timeZone
        settings.allowsTyped = allowsTyped
        settings.registration = chosen
        return settings
    }
}
