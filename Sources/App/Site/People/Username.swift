/// A username: 5–32 ASCII letters, digits and `_ . -`, starting and ending with a letter or a digit. Names that differ
/// only in case are equal.
struct Username: Sendable, Equatable {
    let text: String

    /// The form for comparisons and look-ups.
    var folded: String { Username.fold(text) }

    static let lengths = 5...32

    /// Names that could be mistaken for the site itself, and first segments of its paths.
    private static let reserved: Set<String> = [
        "admin", "administrator", "anonymous", "archive", "atlas", "cairn", "calendar", "chats", "contact", "daily",
        "deleted", "events", "everyone", "friends", "groups", "guest", "guests",
        "healthz", "ingest", "login", "logout", "media", "metrics",
        "moderator", "moments", "nobody", "notes", "notices", "people", "positions", "readyz", "relics", "security",
        "settings", "setup", "signup", "someone", "staff", "support", "system", "undefined", "webmaster", "zones",
    ]

    /// Validates a name. Reserved names are allowed only with `isForSite`.
    ///
    /// - Throws: the problem, under the field `username`.
    init(_ text: String, isForSite: Bool = false) throws(ValidationErrors) {
        func refuse(_ message: String) -> ValidationErrors { ValidationErrors("username", message) }
        if text.isEmpty { throw refuse("Choose a username.") }
        guard text.utf8.allSatisfy({ Username.isAllowed($0) }) else {
            throw refuse("Use only letters a–z, digits, and _ . -")
        }
        guard Username.lengths.contains(text.utf8.count) else {
            throw refuse("A username needs 5 to 32 characters.")
        }
        guard let first = text.utf8.first, let last = text.utf8.last, Username.isAlphanumeric(first),
            Username.isAlphanumeric(last)
        else { throw refuse("Start and end with a letter or a digit.") }
        if !isForSite && Username.isReserved(text) {
            throw refuse("That name is reserved. Choose another.")
        }
        self.text = text
    }

    /// Whether a name could be mistaken for the site itself.
    static func isReserved(_ name: String) -> Bool { reserved.contains(fold(name)) }

    /// Lowercases a typed name for comparison.
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
