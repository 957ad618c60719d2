import Database
import Foundation
import Proximity

/// Who sends positions, and from which device.
struct PositionReporter: Sendable {
    /// What sends them.
    enum Origin: Sendable {
        /// A browser; its device is created at its first report.
        case session(ID<Session>)
        /// A phone app, which may send the same report again.
        case app(ID<Device>)
    }

    let account: ID<Account>
    let origin: Origin
    let zone: TimeZone
    /// Hours for which the person's positions are kept.
    let retentionHours: Int
    /// During a pause fixes open notes but are not stored.
    let isPaused: Bool
    var isGuest = false

    var isApp: Bool {
        if case .app = origin { true } else { false }
    }

    /// The name of the device for counters.
    var deviceName: String {
        switch origin {
        case .session(let session): "\(session)"
        case .app(let device): "app-\(device)"
        }
    }
}

extension PositionReporter {
    /// The browser of a signed-in person.
    init(_ viewer: Viewer, _ now: Timestamp) {
        self.init(
            account: viewer.id, origin: .session(viewer.session), zone: viewer.timeZone,
            retentionHours: viewer.retentionHours, isPaused: viewer.isPaused(now), isGuest: viewer.isGuest)
    }
}

/// A fix that arrived, with what the features do about it.
struct ReportedFix {
    let fix: Fix
    /// Older than what is news: it is stored and changes nothing else.
    let isLate: Bool
    /// What is done with it alone.
    let reactions: [PositionReaction]
}

/// What became of the fixes of a report.
struct TakenFixes {
    /// In their order; nil for one that the app had sent before.
    let arrivals: [Arrival?]
    let effects: PositionEffects
}
