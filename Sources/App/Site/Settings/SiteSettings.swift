import Foundation
import Proximity
import Text

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

    /// How long a name may be, in Unicode scalars.
    static let longestName = 40

    /// The settings of a site whose host chose nothing.
    public init() {}

    /// The host's name in the address.
    var host: String { URL(string: baseURL)?.host() ?? "localhost" }

    /// Whether a zone is one that the system knows.
    public static func isTimeZone(_ identifier: String) -> Bool { TimeZones.isKnown(identifier) }

    /// Whether a text is good as a name: 1 to 40 characters on one line, with something to see.
    public static func isName(_ text: String) -> Bool {
        (1...longestName).contains(text.unicodeScalars.count) && text.hasVisibleCharacter
            && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}
