import Foundation
import Proximity

/// A day's window: when photos of the day are posted, and who sees them. It keeps the settings with which it opened.
struct DailyWindow: Sendable, Equatable {
    /// The site's date at the opening: the same day for everybody.
    let day: CalendarDay
    let openedAt: Timestamp
    let closesAt: Timestamp
    /// Until when those who missed it may post; nil if they may not.
    let lateUntil: Timestamp?
    /// From when on those who have not posted see the photos of others.
    let revealsAt: Timestamp
    let audience: DailyPost.Audience

    /// Seconds after the closing within which an upload must have ended that began before it.
    static let grace = 60.0

    /// How long it is open, in minutes.
    var minutes: Int { Int((closesAt.seconds(since: openedAt) / 60).rounded()) }

    /// Whether photos are taken now.
    func isOpen(_ now: Timestamp) -> Bool { openedAt <= now && now < closesAt }

    /// Whether one may still begin to post, in time or late.
    func takesPhotos(_ now: Timestamp) -> Bool { openedAt <= now && now < max(closesAt, lateUntil ?? closesAt) }

    /// How a posting counts.
    enum Answer: Sendable, Equatable {
        case inTime
        /// Milliseconds after the closing.
        case late(Int64)
        /// The window is over.
        case over
    }

    /// How a posting counts whose upload began and ended at these times, by the server's clock.
    func answer(begun: Timestamp, ended: Timestamp) -> Answer {
        if begun < openedAt { return .over }
        if begun < closesAt && ended <= closesAt + DailyWindow.grace { return .inTime }
        guard let lateUntil, begun < lateUntil else { return .over }
        return .late(max(1, begun.milliseconds - closesAt.milliseconds))
    }
}

/// What the host decides on daily photos, under `/admin/daily`.
struct DailySettings: Sendable, Equatable {
    /// Whether moments are drawn.
    var isOn = false
    /// Minutes of the day on the clock of the site's zone: the window opens from the one, before the other.
    var fromMinute = 10 * 60
    var untilMinute = 20 * 60
    /// How long a window is open, within `allowedMinutes`.
    var minutes = 5
    static let allowedMinutes = 1...60
    static let minutesHint = "\(allowedMinutes.lowerBound) to \(allowedMinutes.upperBound)"
    var audience = DailyPost.Audience.friends
    var reveal = Reveal.after
    /// Whether those who missed it may post until midnight.
    var allowsLate = true

    /// When the photos of others are seen.
    enum Reveal: String, Sendable, CaseIterable {
        /// After one has posted, or when the window is over.
        case after
        case atOnce = "at_once"
    }
}
