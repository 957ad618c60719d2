import Foundation
import Proximity

/// What the host decides for everybody: by a form under `/admin/settings`, and before the first start by the environment.
public struct SiteSettings: Sendable, Equatable {
    /// Who may sign up.
    public enum Registration: String, CaseIterable, Sendable {
        /// Everybody who finds the site.
        case open
        /// Those who come by a member's invite link.
        case invited
        /// Nobody.
        case closed
    }

    /// Where the site is reached, without a slash at the end. Not stored: links in mails follow the options of the start.
    var baseURL = "http://localhost:8080"
    /// What the site is called on its pages and in its mails.
    public var name = "Cairn"
    /// Where the map begins for people without a position; nil for the middle of the site's own map.
    public var place: Coordinate?
    /// The time zone of people who have chosen none.
    public var timeZone = "Europe/Helsinki"
    /// Whether a position without accuracy, one that was typed, may open notes.
    public var allowsTyped = true
    public var registration = Registration.open
    /// How much one person may keep.
    public var quota = StorageQuota()

    /// How long a name may be, in Unicode scalars.
    static let maxNameLength = 40

    /// The settings of a site whose host chose nothing.
    public init() {}

    /// The host's name in the address.
    var host: String { URL(string: baseURL)?.host() ?? "localhost" }

    /// What differs from others, a line for each: "name: Cairn → Kivikasa".
    func changes(from old: SiteSettings) -> [String] {
        func text(_ place: Coordinate?) -> String { place.map { CoordinateFormatter.pair($0) } ?? "middle of the map" }
        return AuditDetail.changes([
            ("name", old.name, name), ("place", text(old.place), text(place)),
            ("time zone", old.timeZone, timeZone),
            ("typed positions", old.allowsTyped ? "on" : "off", allowsTyped ? "on" : "off"),
            ("sign-up", old.registration.rawValue, registration.rawValue),
            ("files of a person", "\(old.quota.files)", "\(quota.files)"),
            ("room of a person", ByteFormatter.text(old.quota.bytes), ByteFormatter.text(quota.bytes)),
        ])
    }

    /// Whether a zone is one that the system knows.
    public static func isTimeZone(_ identifier: String) -> Bool { TimeZones.isKnown(identifier) }

    /// Whether a text is good as a name: 1 to 40 characters on one line.
    public static func isName(_ text: String) -> Bool {
        (1...maxNameLength).contains(text.unicodeScalars.count)
            && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}

/// How many files one person may keep, and how large they may be together.
public struct StorageQuota: Sendable, Equatable {
    public var files = 2_000
    public var bytes = 2_000_000_000

    /// What administrators may choose. An export reads a row of each file at once.
    static let fileBounds = 1...100_000
    /// The same in megabytes, a million bytes each.
    static let megabyteBounds = 1...10_000_000

    /// The quota of a site whose host chose none.
    public init() {}

    init(files: Int, bytes: Int) { (self.files, self.bytes) = (files, bytes) }
}
