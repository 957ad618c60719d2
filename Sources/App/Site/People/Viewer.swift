import Database
import Foundation
import Proximity

/// The signed-in person of a request, and how they like to read.
struct Viewer: Sendable {
    let id: ID<Account>
    let username: String
    /// The session they came by; a browser's session is also a device that reports positions.
    let session: ID<Session>
    let timeZone: TimeZone
    let units: DistanceFormat
    let theme: ColourTheme
    /// Whether senders learn that their notes were opened.
    let receipts: Bool
    /// How many hours their positions are kept.
    let retentionHours: Int
    /// Whether the administrator's door opens for them.
    var isAdministrator: Bool
    /// Whether their friends see roughly where they are.
    var sharesArea: Bool
    /// The name of their picture.
    var picture: String?
    /// Until when nobody learns where they are; in the past, or nil, when they are not paused.
    var pausedUntil: Timestamp?

    /// Whether they are paused at a time.
    func isPaused(_ now: Timestamp) -> Bool { pausedUntil.map { $0 > now } ?? false }
}

/// How a person wants the pages to look.
enum ColourTheme: String, Sendable, CaseIterable {
    case system, light, dark
}
