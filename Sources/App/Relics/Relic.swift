import Database
import Foundation
import Media
import Proximity

/// A photo, a video or a sound left at a place, for who comes there. A marker for ids.
enum Relic {
    /// Maximum length of the description, in Unicode scalars.
    static let maxDescriptionLength = 2_000
    /// Maximum length of an entry in the visitors' book, in Unicode scalars.
    static let maxVisitLength = 500
    /// Allowed radii, in metres.
    static let radii = 5.0...2_000.0
    /// The radius of a relic whose maker chooses none.
    static let usualRadius: Metres = 50
    /// Seconds after which, at the next full half hour, one appears that is to appear later.
    static let delay = 3_600.0
    /// Longest password, in bytes.
    static let maxPasswordLength = 200

    /// What lies there.
    enum Kind: String, Sendable, CaseIterable {
        case photo, video, sound
    }

    /// Who may know of it.
    enum Audience: String, Sendable, CaseIterable {
        case everyone, friends
    }

    /// How long it stays after it appeared.
    enum Lifetime: String, Sendable, CaseIterable {
        case hour = "1h"
        case day = "1d"
        case week = "1w"
        case forever

        /// Seconds; nil for ever.
        var seconds: Double? {
            switch self {
            case .hour: 3_600
            case .day: 86_400
            case .week: 7 * 86_400
            case .forever: nil
            }
        }

        /// Seconds of a step in which others learn its age and its end: a quarter; a day for what stays.
        var step: Double { seconds.map { $0 / 4 } ?? 86_400 }
    }
}

/// A relic as its maker leaves it.
struct NewRelic: Sendable {
    /// A kept draft of its maker.
    var media: MediaName
    var kind: Relic.Kind
    var description = ""
    var coordinate: Coordinate
    var radius = Relic.usualRadius
    var lifetime = Relic.Lifetime.day
    /// The hash of its password in PHC form; nil for none.
    var password: String?
    var audience = Relic.Audience.everyone
    /// Whether it appears at the first full half hour that is an hour after it is left: so that nobody sees when its maker
    /// stood there.
    var appearsLater = false
    /// The form's key: a form sent twice leaves one relic.
    var formKey: String
}

/// What somebody may know of a relic who has not opened it: nothing here tells a finer time than its steps, and
/// nothing what lies there but its kind.
struct KnownRelic: Sendable {
    let id: ID<Relic>
    let maker: Person
    let kind: Relic.Kind
    let coordinate: Coordinate
    let radius: Metres
    /// Whether it wants a password.
    let isLocked: Bool
    let age: RelicAge
    /// Whether the viewer has opened it.
    let isOpened: Bool
    /// Whether it is the viewer's own.
    let isOwn: Bool
}

/// A relic for its maker and for who has opened it.
struct OpenRelic: Sendable {
    let known: KnownRelic
    let media: MediaName
    let description: String
    let lifetime: Relic.Lifetime
    let audience: Relic.Audience
    /// When it was left; ahead of this, ``appearsAt`` may follow an hour later.
    let createdAt: Timestamp
    let appearsAt: Timestamp
    /// The second from which on it is gone; nil for never.
    let expiresAt: Timestamp?
    /// The maker's time zone when they left it.
    let zone: TimeZone
}
