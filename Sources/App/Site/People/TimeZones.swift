import Foundation

/// The zones of the IANA time zone database that the system knows.
enum TimeZones {
    static let identifiers = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }.sorted() + ["UTC"]
    private static let known = Set(TimeZone.knownTimeZoneIdentifiers).union(["UTC"])

    static func isKnown(_ identifier: String) -> Bool { known.contains(identifier) }
}
