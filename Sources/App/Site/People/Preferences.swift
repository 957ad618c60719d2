import Proximity

/// A person's settings for display and sharing.
struct Preferences: Sendable, Equatable {
    var timeZone: String
    var units: DistanceFormat
    var theme: ColourTheme
    var retentionHours: Int
    var receipts: Bool
    /// Whether friends see their area.
    var area: Bool

    /// Parses the settings form.
    ///
    /// - Throws: a problem for each field that is not one of the choices.
    init(_ field: (String) -> String?) throws(ValidationErrors) {
        var errors = ValidationErrors()
        let zone = field("time_zone") ?? ""
        if !TimeZones.isKnown(zone) { errors.add("time_zone", "Choose a time zone from the list.") }
        let units = DistanceFormat(rawValue: field("units") ?? "")
        if units == nil { errors.add("units", "Choose metres or feet.") }
        let theme = ColourTheme(rawValue: field("theme") ?? "")
        if theme == nil { errors.add("theme", "Choose one of the three.") }
        let hours = PositionRetention.hours.first { "\($0)" == field("retention_h") }
        if hours == nil { errors.add("retention_h", "Choose how long to keep your positions.") }
        guard let units, let theme, let hours, errors.isEmpty else { throw errors }
        self.timeZone = zone
        self.units = units
        self.theme = theme
        retentionHours = hours
        receipts = field("receipts") != nil
        area = field("area") != nil
    }

    init(_ viewer: Viewer) {
        timeZone = TimeZones.name(of: viewer.timeZone)
        units = viewer.units
        theme = viewer.theme
        retentionHours = viewer.retentionHours
        receipts = viewer.receipts
        area = viewer.sharesArea
    }
}
