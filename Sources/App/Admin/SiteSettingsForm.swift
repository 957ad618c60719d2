import Foundation
import HTTP
import Proximity

/// The form of `POST /admin/settings`, as it was typed.
struct SettingsForm {
    let name: String
    /// Two numbers in degrees, a city, or "" for the middle of the site's own map.
    private(set) var place: String
    let timeZone: String
    let allowsTyped: Bool
    let registration: String
    /// The map on which the place can be picked.
    private(set) var picker: Picker

    /// What the form holds before anybody changes it.
    init(_ settings: SiteSettings, _ basemaps: Basemaps) {
        name = settings.name
        place = settings.place.map { CoordinateFormatter.pair($0) } ?? ""
        timeZone = settings.timeZone
        allowsTyped = settings.allowsTyped
        registration = settings.registration.rawValue
        picker = Picker(centre: basemaps.startingPlace(settings), zoom: SettingsForm.zoom)
    }

    /// A sent form.
    ///
    /// - Parameter settings: what is stored, for the map where the form says nothing of it.
    init(_ form: FormFields, settings: SiteSettings, basemaps: Basemaps) {
        name = (form["name"] ?? "").trimmingCharacters(in: .whitespaces)
        place = (form["place"] ?? "").trimmingCharacters(in: .whitespaces)
        timeZone = form["time_zone"] ?? ""
        allowsTyped = form["typed"] != nil
        registration = form["registration"] ?? ""
        picker = Picker(form, otherwise: basemaps.startingPlace(settings))
        if form["map_z"] == nil { picker = Picker(centre: picker.centre, zoom: SettingsForm.zoom) }
    }

    /// Shows a town.
    private static let zoom = 11.0

    /// The place that is typed in degrees.
    var chosen: Coordinate? {
        let parts = place.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 2 else { return nil }
        return try? PlaceFields.read(FormFields(values: [("lat", parts[0]), ("lon", parts[1])]))
    }

    /// The place that is typed; nil for none, and for one that is not known.
    func coordinate(_ settings: SiteSettings, _ basemaps: Basemaps) -> Coordinate? {
        place.isEmpty ? nil : basemaps.search(place, near: basemaps.startingPlace(settings)).first?.coordinate
    }

    /// The form of a request after a click on its map or another of its buttons.
    static func moved(
        _ context: RequestContext, _ settings: SiteSettings, basemaps: Basemaps
    ) -> (SettingsForm, ValidationErrors) {
        var form = SettingsForm(context.form, settings: settings, basemaps: basemaps)
        let size: Picker.Size = context.query["size"] == "wide" ? .wide : .compact
        if let point = form.picker.picked(context.form, size: size) {
            form.place = CoordinateFormatter.pair(point)
        } else if let move = context.form["move"] {
            form.picker.move(move)
        } else if let found = form.coordinate(settings, basemaps) {
            form.picker.centre(on: found)
        } else if !form.place.isEmpty {
            return (form, ValidationErrors("place", PlaceSearch.nothing(called: form.place)))
        }
        return (form, ValidationErrors())
    }

    /// Stores what it asks for, and what it changes in the audit log.
    ///
    /// - Throws: `ValidationErrors` for each field that is not good.
    func save(_ site: Site, _ basemaps: Basemaps, by viewer: Viewer, at now: Timestamp) throws {
        let settings = try settings(from: site.settings) { _ in coordinate(site.settings, basemaps) }
        try site.change(settings, by: viewer, now)
    }

    /// The settings that it asks for.
    ///
    /// - Parameters:
    ///   - current: what is not in the form stays.
    ///   - find: the coordinate of a place that somebody names.
    /// - Throws: an error for each field that is not good.
    func settings(
        from current: SiteSettings, find: (String) -> Coordinate?
    ) throws(ValidationErrors) -> SiteSettings {
        var errors = ValidationErrors()
        if !SiteSettings.isName(name) {
            errors.add("name", "The name needs 1 to \(SiteSettings.maxNameLength) characters.")
        }
        let coordinate = place.isEmpty ? nil : find(place)
        if !place.isEmpty && coordinate == nil {
            errors.add("place", PlaceSearch.nothing(called: place))
        }
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

extension Site {
    /// Stores settings, and what changes by them in the audit log.
    func change(_ settings: SiteSettings, by viewer: Viewer, _ now: Timestamp) throws {
        let changes = settings.changes(from: self.settings)
        guard !changes.isEmpty else { return }
        try database.write { database in
            try SettingsStore.set(database, settings)
            try features.record(
                database, AdminAction.Kind.changedSettings.rawValue, by: viewer,
                detail: changes.joined(separator: "\n"), at: now)
        }
        settingsStore.keep(settings, now)
    }
}
