import Foundation
import HTTP
import Proximity

/// The form of the site's settings, as it was typed.
struct SettingsForm {
    let name: String
    /// Two numbers in degrees, a city, or "" for the middle of the site's own map.
    private(set) var place: String
    /// Where that is; nil for "", and for a place that is not known.
    private(set) var coordinate: Coordinate?
    let timeZone: String
    let allowsTyped: Bool
    let registration: String
    /// The map on which the place can be picked.
    private(set) var picker: Picker

    /// What the form holds before anybody changes it.
    init(_ settings: SiteSettings, _ basemaps: Basemaps) {
        name = settings.name
        place = settings.place.map { CoordinateFormatter.pair($0) } ?? ""
        coordinate = settings.place
        timeZone = settings.timeZone
        allowsTyped = settings.allowsTyped
        registration = settings.registration.rawValue
        picker = Picker(centre: basemaps.startingPlace(settings), zoom: SettingsForm.zoom)
    }

    /// A sent form.
    ///
    /// - Parameter settings: what is stored, for a form that says nothing of its map.
    init(_ form: FormFields, settings: SiteSettings, _ basemaps: Basemaps) {
        name = (form["name"] ?? "").trimmingCharacters(in: .whitespaces)
        place = (form["place"] ?? "").trimmingCharacters(in: .whitespaces)
        timeZone = form["time_zone"] ?? ""
        allowsTyped = form["typed"] != nil
        registration = form["registration"] ?? ""
        let start = basemaps.startingPlace(settings)
        coordinate = place.isEmpty ? nil : basemaps.search(place, near: start).first?.coordinate
        picker =
            form["map_z"] == nil
            ? Picker(centre: start, zoom: SettingsForm.zoom) : Picker(form, otherwise: start)
    }

    /// Shows a town and what lies around it: without a map of it, a town by itself is a name on bare paper.
    private static let zoom = 9.0
    static let unknownPlace = "We don't know that place. Type latitude and longitude instead: 60.17, 24.94"

    /// Applies a click on the map or another button.
    ///
    /// - Throws: an error for a place that is to be shown and is not known.
    mutating func step(_ form: FormFields, size: Picker.Size) throws(ValidationErrors) {
        if let point = picker.picked(form, size: size) {
            (place, coordinate) = (CoordinateFormatter.pair(point), point)
        } else if let direction = form["move"] {
            picker.move(direction)
        } else if let coordinate {
            picker.centre(on: coordinate)
        } else if !place.isEmpty {
            throw ValidationErrors("place", SettingsForm.unknownPlace)
        }
    }

    /// The settings that it asks for; what is not in it stays as it is.
    ///
    /// - Throws: an error for each field that is not good.
    func settings(from current: SiteSettings) throws(ValidationErrors) -> SiteSettings {
        var errors = ValidationErrors()
        if !SiteSettings.isName(name) {
            errors.add("name", "The name needs 1 to \(SiteSettings.longestName) characters.")
        }
        if !place.isEmpty && coordinate == nil { errors.add("place", SettingsForm.unknownPlace) }
        if !TimeZones.isKnown(timeZone) { errors.add("time_zone", "Choose a time zone from the list.") }
        let chosen = SiteSettings.Registration(rawValue: registration)
        if chosen == nil { errors.add("registration", "Choose one of the three.") }
        guard let chosen, errors.isEmpty else { throw errors }
        var settings = current
        settings.name = name
        settings.place = coordinate
        settings.timeZone = timeZone
        settings.allowsTyped = allowsTyped
        settings.registration = chosen
        return settings
    }
}

extension SiteSettings {
    /// What differs in others, for the audit log: "name: Cairn → Kivikasa, sign-up: open → closed".
    func changes(to others: SiteSettings) -> String {
        zip(audited, others.audited).filter { $0.value != $1.value }
            .map { "\($0.name): \($0.value) → \($1.value)" }.joined(separator: ", ")
    }

    private var audited: [(name: String, value: String)] {
        [
            ("name", name), ("sign-up", registration.rawValue),
            ("map", place.map { CoordinateFormatter.pair($0) } ?? "middle"), ("time zone", timeZone),
            ("typed positions", allowsTyped ? "on" : "off"),
        ]
    }
}
