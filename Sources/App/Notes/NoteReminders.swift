import Proximity

/// When people are told that a note waits for them which they have not found: after a week, then every month.
///
/// All times are full half hours, so that they do not tell when a note was left.
enum NoteReminders {
    static let day = 86_400.0
    /// Seconds after which a note is told of for the first time.
    static let week = 7 * day
    /// Seconds until it is told of again.
    static let month = 30 * day
    /// Most notes that one person is told of in a day: after a long pause of the server too.
    static let maxPerDay = 3

    /// What becomes of a reminder that is due.
    enum Decision: Equatable {
        case notify
        case wait(until: Timestamp)
        case never
    }

    /// A note and its recipient, as far as their reminder depends on them.
    struct Facts: Sendable, Equatable {
        var opensAt: Timestamp?
        var closesAt: Timestamp?
        /// Whether its author wants recipients to be reminded.
        var reminds = true
        var isFound = false
        var isWithdrawn = false
        /// Whether its author deleted it, which they may still undo.
        var isDeleted = false
        /// Whether recipient and author may know of each other: nobody is blocked, suspended or gone.
        var isAuthorVisible = true

        /// Whether the recipient could find it now.
        func waits(_ now: Timestamp) -> Bool {
            !isFound && !isWithdrawn && !isDeleted && isAuthorVisible && opensAt.map { $0 <= now } ?? true
                && closesAt.map { $0 > now } ?? true
        }
    }

    /// When the reminder of a new note is looked at first: a week after it can be found, but within a month, since no
    /// reminder is ever planned farther ahead.
    static func first(left: Timestamp, opensAt: Timestamp?, _ now: Timestamp) -> Timestamp {
        min(week(after: max(left, opensAt ?? left)), next(after: now))
    }

    /// When a note is told of after it was told of now.
    static func next(after now: Timestamp) -> Timestamp { HalfHour.beginning(of: now) + month }

    /// Whatever is planned for later than this was planned by a clock that was ahead.
    static func horizon(_ now: Timestamp) -> Timestamp { now + month + 3_600 }

    /// Decides on a reminder that is due for somebody who was told of `told` notes in the last 24 hours.
    ///
    /// What the author may still change only postpones it.
    static func decision(_ note: Facts, told: Int, _ now: Timestamp) -> Decision {
        if note.isFound || note.isWithdrawn { return .never }
        if let opensAt = note.opensAt, week(after: opensAt) > now {
            return .wait(until: min(week(after: opensAt), next(after: now)))
        }
        guard note.reminds, note.waits(now) else { return .wait(until: next(after: now)) }
        // The half hour after: the day of those who were told is over by then.
        return told < maxPerDay ? .notify : .wait(until: HalfHour.next(after: now) + day)
    }

    private static func week(after time: Timestamp) -> Timestamp { HalfHour.next(after: time + week) }
}
