import Database
import Foundation
import Proximity

/// Sending a note again, as its author may: nothing here depends on what the server knows without a receipt.
struct Resending: Sendable, Equatable {
    /// Whether it waits for somebody: not withdrawn, and no receipt told.
    var isAwaited = true
    var opensAt: Timestamp?
    var closesAt: Timestamp?
    /// When it was sent again last.
    var resentAt: Timestamp?
    /// Whether recipients are reminded of it.
    var reminds = true

    /// Whether sending it again is possible now.
    enum State: Equatable {
        case possible
        /// It was sent again less than a week ago.
        case tooSoon(again: Timestamp)
        case notOpen(until: Timestamp)
        case closed
        /// It waits for nobody.
        case unwanted
    }

    func state(_ now: Timestamp) -> State {
        guard isAwaited else { return .unwanted }
        if let closesAt, closesAt <= now { return .closed }
        if let opensAt, opensAt > now { return .notOpen(until: opensAt) }
        // A time ahead of now was set by a clock that was ahead.
        if let resentAt, resentAt <= now, resentAt + NoteReminders.week > now {
            return .tooSoon(again: resentAt + NoteReminders.week)
        }
        return .possible
    }

    /// Whether the author can switch its reminders: it still waits.
    func isSwitchable(_ now: Timestamp) -> Bool { ![.unwanted, .closed].contains(state(now)) }
}

/// *Send again* and the switch of the reminders, for the author of a note.
struct NoteRemindersPart {
    let id: ID<Note>
    let csrf: TokenField
    let canResend: Bool
    /// Why it cannot be sent again yet: "You can send it again on Friday."; "" if it can.
    let reason: String
    /// Whether recipients are reminded.
    let reminds: Bool
    /// Whether it says what reminders are: once on a page.
    let explains: Bool

    /// Nil for a note that waits for nobody any more.
    init?(
        _ id: ID<Note>, resending: Resending?, in zone: TimeZone, at now: Timestamp, csrf: TokenField,
        explains: Bool = false
    ) {
        guard let resending, resending.isSwitchable(now) else { return nil }
        self.id = id
        self.csrf = csrf
        canResend = resending.state(now) == .possible
        reason = NoteRemindersPart.reason(resending.state(now), in: zone, now)
        reminds = resending.reminds
        self.explains = explains
    }

    /// What stands below the buttons; "" for nothing.
    var hint: String {
        let rule =
            reminds
            ? "Friends who haven’t found it are reminded after a week, then every month."
            : "Friends who haven’t found it are not reminded."
        return WordList.sentences(reason, explains ? rule : "")
    }

    /// Why a note cannot be sent again, in a sentence; "" if it can or nobody waits for it.
    static func reason(_ state: Resending.State, in zone: TimeZone, _ now: Timestamp) -> String {
        let times = ComingTimeFormatter(zone, now: now)
        return switch state {
        case .tooSoon(let time): "You can send it again \(times.day(time))."
        case .notOpen(let time): "It opens \(times.day(time)). You can send it again after that."
        case .closed: "Nobody can find it any more: its time is over."
        case .possible, .unwanted: ""
        }
    }
}

/// Days ahead in words, for one's own things: "later today", "tomorrow", "on Friday", "on 12 March".
struct ComingTimeFormatter {
    private let zone: TimeZone
    private let now: Timestamp

    /// Words for somebody in `zone`, said at `now`.
    init(_ zone: TimeZone, now: Timestamp) {
        self.zone = zone
        self.now = now
    }

    /// The day of a time ahead of now.
    func day(_ time: Timestamp) -> String {
        let times = RelativeTimeFormatter(zone, now: now)
        return switch LocalTime(time, zone).day - LocalTime(now, zone).day {
        case ...0: "later today"
        case 1: "tomorrow"
        case 2...6: "on \(times.weekday(time))"
        case 7: "in a week"
        default: "on \(times.date(time))"
        }
    }
}
