import Database
import Foundation
import Proximity

/// The signed-in person of a request, with their settings.
struct Viewer: Sendable {
    let id: ID<Account>
    let username: String
    /// What they want to be called; nil if they chose nothing.
    var displayName: String?
    /// The session of the request; a browser's session is also a device that reports positions.
    let session: ID<Session>
    let timeZone: TimeZone
    let units: DistanceFormat
    let theme: ColourTheme
    /// Whether senders learn that their notes were opened.
    let receipts: Bool
    /// Hours for which their positions are kept.
    let retentionHours: Int
    var isAdministrator: Bool
    /// Whether their friends see their area.
    var sharesArea: Bool
    /// The name of their picture.
    var picture: String?
    /// The end of their pause; in the past or nil if they are not paused.
    var pausedUntil: Timestamp?
    /// Whether they are a guest: somebody without an account of their own, who sees what they were let in to and nothing
    /// else.
    var isGuest = false

    /// What others see of them.
    var person: Person {
        Person(id: id, username: username, displayName: displayName, picture: picture)
    }

    /// Whether they are paused at a time.
    func isPaused(_ now: Timestamp) -> Bool { pausedUntil.map { $0 > now } ?? false }
}

/// A person's choice of light or dark pages.
enum ColourTheme: String, Sendable, CaseIterable {
    case system, light, dark
}
