import Database
import Foundation
import Mail
import Proximity

/// A person who signed up. A marker for ids; what pages show of a person are structs of their own.
enum Account {}

/// A browser that is signed in. A marker for ids.
enum Session {}

/// What others may see of a person they know.
struct Person: Sendable, Equatable {
    let id: ID<Account>
    let username: String
    /// The name of their picture.
    var picture: String?
}

/// The name a person signs in with and is found by: 5–32 ASCII letters, digits and `_ . -`, beginning and ending with a
/// letter or a digit. Two names that differ only in case are one name.
struct Username: Sendable, Equatable {
    let text: String

    /// The form in which names are compared and looked up.
    var folded: String { Username.fold(text) }

    static let lengths = 5...32

    /// Names that could be taken for the site itself, and the first segments of its paths.
    private static let reserved: Set<String> = [
        "admin", "administrator", "anonymous", "archive", "atlas", "cairn", "calendar", "chats", "contact", "daily",
        "deleted", "events", "everyone", "friends", "groups", "healthz", "ingest", "login", "logout", "media",
        "metrics",
        "moderator", "moments", "nobody", "notes", "notices", "people", "positions", "readyz", "relics", "security",
        "settings", "signup", "someone", "staff", "support", "system", "undefined", "webmaster", "zones",
    ]

    /// Checks a name. One that could be taken for the site itself is only for those who run it.
    ///
    /// - Throws: the problem, under the field `username`.
    init(_ text: String, isForSite: Bool = false) throws(ValidationErrors) {
        func refuse(_ message: String) -> ValidationErrors { ValidationErrors("username", message) }
        if text.isEmpty { throw refuse("Choose a name.") }
        guard text.utf8.allSatisfy({ Username.isAllowed($0) }) else {
            throw refuse("Only letters a–z, digits, and _ . - are possible.")
        }
        guard Username.lengths.contains(text.utf8.count) else {
            throw refuse("The name needs 5 to 32 characters.")
        }
        guard let first = text.utf8.first, let last = text.utf8.last, Username.isAlphanumeric(first),
            Username.isAlphanumeric(last)
        else { throw refuse("Begin and end with a letter or a digit.") }
        if !isForSite && Username.reserved.contains(Username.fold(text)) {
            throw refuse("That name is reserved. Choose another.")
        }
        self.text = text
    }

    /// Lowercase, for comparing what somebody typed.
    static func fold(_ text: String) -> String { text.lowercased() }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

/// Somebody who signs up.
struct NewAccount: Sendable {
    let username: Username
    /// nil for people that the program makes itself.
    var email: EmailAddress?
    var birthDate: BirthDate?
    let timeZone: String
}

/// A browser that is signed in, as its owner sees it.
struct LivingSession: Sendable {
    let id: ID<Session>
    let agent: String
    let createdAt: Timestamp
    let usedAt: Timestamp
}

/// How a person likes the pages, and what they share.
struct Preferences: Sendable, Equatable {
    var timeZone: String
    var units: DistanceFormat
    var theme: ColourTheme
    var retentionHours: Int
    var receipts: Bool
    /// Whether friends see roughly where they are.
    var area: Bool

    /// How long positions may be kept, in hours: an hour, a day, a week, thirty days.
    static let retentions = [1, 24, 168, 720]

    /// "one day", "thirty days"
    static func words(forRetention hours: Int) -> String {
        switch hours {
        case 1: "one hour"
        case 24: "one day"
        case 168: "one week"
        case 720: "thirty days"
        default: "\(hours) hours"
        }
    }

    /// Reads the settings form.
    ///
    /// - Throws: a problem for each field that is not one of the choices.
    init(_ field: (String) -> String?) throws(ValidationErrors) {
        var errors = ValidationErrors()
        let zone = field("time_zone") ?? ""
        if !TimeZones.isKnown(zone) { errors.add("time_zone", "Choose a time zone of the list.") }
        let units = DistanceFormat(rawValue: field("units") ?? "")
        if units == nil { errors.add("units", "Choose metres or feet.") }
        let theme = ColourTheme(rawValue: field("theme") ?? "")
        if theme == nil { errors.add("theme", "Choose one of the three.") }
        let hours = Preferences.retentions.first { "\($0)" == field("retention_h") }
        if hours == nil { errors.add("retention_h", "Choose how long positions are kept.") }
        guard let units, let theme, let hours, errors.isEmpty else { throw errors }
        self.timeZone = zone
        self.units = units
        self.theme = theme
        retentionHours = hours
        receipts = field("receipts") != nil
        area = field("area") != nil
    }

    init(_ viewer: Viewer) {
        timeZone = viewer.timeZone.identifier
        units = viewer.units
        theme = viewer.theme
        retentionHours = viewer.retentionHours
        receipts = viewer.receipts
        area = viewer.sharesArea
    }
}

/// The zones of the IANA time zone database that the system knows.
enum TimeZones {
    static let identifiers = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }.sorted() + ["UTC"]
    private static let known = Set(TimeZone.knownTimeZoneIdentifiers).union(["UTC"])

    static func isKnown(_ identifier: String) -> Bool { known.contains(identifier) }
}
