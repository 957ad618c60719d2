import Foundation
import Proximity

/// How a person wants to be told of things.
struct NoticeSettings: Sendable {
    var digest = NoticeDigest.off
    /// When mail waits; nil for never.
    var quiet: QuietHours?
    /// Whether what is for devices comes by mail while there is no device.
    var mailsInstead = false
    /// The boxes that differ from the defaults of their kinds. Only these are stored, so that a kind that comes later
    /// has its own defaults.
    var choices: [NoticeBox: Bool] = [:]

    func isOn(_ kind: NoticeKind, _ channel: NoticeChannel) -> Bool {
        kind.isAlwaysOn || (choices[NoticeBox(kind: kind.name, channel: channel)] ?? kind.channels.contains(channel))
    }
}

/// A box of the settings page: a kind by a channel.
struct NoticeBox: Hashable, Sendable {
    let kind: String
    let channel: NoticeChannel

    /// The name of its field: "note.opened.mail".
    var name: String { "\(kind).\(channel.rawValue)" }
}

/// How often a person gets a mail of what they have not read.
enum NoticeDigest: String, Sendable, CaseIterable {
    case off, daily, weekly

    /// Seconds from one to the next.
    var period: Double { self == .weekly ? 7 * 86_400 : 86_400 }
    /// Eight in the morning, in minutes.
    private static let minute = 8 * 60
    private static let monday = 1

    /// When the next one is due: in the morning, weekly ones on Monday, and never in quiet hours. Nil for none.
    func next(after time: Timestamp, _ zone: TimeZone, _ quiet: QuietHours?) -> Timestamp? {
        guard self != .off else { return nil }
        var next = WallClock.next(NoticeDigest.minute, after: time, zone)
        while self == .weekly && LocalTime(next, zone).weekday != NoticeDigest.monday {
            next = WallClock.next(NoticeDigest.minute, after: next, zone)
        }
        return quiet?.end(after: next, zone) ?? next
    }
}
