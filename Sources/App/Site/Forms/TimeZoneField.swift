import HTML

/// The drop-down list of time zones: hundreds, of which most people of a site choose the same, so it is written once for each.
enum TimeZoneField {
    private struct Key: Hashable {
        let chosen: String
        let hint: String
    }

    private static let kept = LRUCache<Key, Markup>(limit: 32)

    /// The field `time_zone`.
    static func part(chosen: String, hint: String, _ errors: ValidationErrors) -> Markup {
        guard errors["time_zone"].isEmpty, TimeZones.isKnown(chosen) else {
            return made(chosen, hint: hint, errors: errors)
        }
        return kept.value(Key(chosen: chosen, hint: hint)) { made(chosen, hint: hint, errors: errors) }
    }

    private static func made(_ chosen: String, hint: String, errors: ValidationErrors) -> Markup {
        Markup(
            SelectPart(
                "time_zone", label: "Time zone", choices: TimeZones.identifiers.map { ($0, $0) }, chosen: chosen,
                hint: hint, errors: errors))
    }
}
