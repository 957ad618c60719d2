import Database

/// An event without a row: it says that something changed, never what.
struct EphemeralEvent: Hashable, Sendable {
    let account: ID<Account>
    let name: String
    /// JSON on one line.
    let data: String
}

/// Passing events that wait to be sent. The same one is sent at most once in `pause`; those in between become one.
struct EphemeralEvents {
    /// Seconds.
    static let pause = 1.0
    /// Beyond this number new ones are lost.
    static let most = 10_000

    /// When each of them may be sent.
    private var waiting: [EphemeralEvent: Double] = [:]
    private var sentAt: [EphemeralEvent: Double] = [:]

    /// When the next one may be sent; nil if none waits.
    var nextTime: Double? { waiting.values.min() }

    mutating func add(_ event: EphemeralEvent, at now: Double) {
        guard waiting[event] == nil, waiting.count < EphemeralEvents.most else { return }
        waiting[event] = max(now, sentAt[event].map { $0 + EphemeralEvents.pause } ?? now)
    }

    /// Takes those that may be sent now.
    mutating func take(at now: Double) -> [EphemeralEvent] {
        let due = waiting.filter { $0.value <= now }.sorted { $0.value < $1.value }.map { $0.key }
        sentAt = sentAt.filter { $0.value + EphemeralEvents.pause > now }
        for event in due {
            waiting[event] = nil
            sentAt[event] = now
        }
        return due
    }
}
