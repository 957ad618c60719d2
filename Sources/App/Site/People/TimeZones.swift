import Foundation

/// The zones of the IANA time zone database, as the system has them.
enum TimeZones {
    private static let utc = "UTC"
    private static let listed = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }.sorted() + [utc]

    /// Whether the system can open a zone. Browsers send new and old names of one place alike (`Asia/Kolkata`,
    /// `Asia/Calcutta`), and no list has both.
    static func isKnown(_ name: String) -> Bool {
        name.wholeMatch(of: #/[A-Za-z0-9_+\/-]{1,64}/#) != nil && TimeZone(identifier: name) != nil
    }

    /// The name under which a zone is stored and offered. Foundation has another one for UTC.
    static func name(of zone: TimeZone) -> String { zone.identifier == TimeZone.gmt.identifier ? utc : zone.identifier }

    /// What a list offers: the zones of the system, and the one that is stored, under its name.
    static func choices(with stored: String) -> [(String, String)] {
        let others = isKnown(stored) && !listed.contains(stored) ? [stored] : []
        return (others + listed).map { ($0, $0) }
    }
}
