import Database
import HTTP
import Proximity
import Safeguards

/// Who may have tiles drawn, and how many at once.
///
/// Tiles are for everybody, and a guest can ask for billions of them. So drawing for guests has places of its own, for which
/// networks take turns, and each network has so many drawings a minute. Those whose session was good lately have other
/// places. The rest is refused at once: what waits for a tile never takes up all the threads that answer pages.
struct TileDrawing: Sendable {
    private let guests: AdmissionQueue
    private let members: AdmissionQueue
    private let limiter = RateLimiter(maxCount: 20_000)

    /// Drawings that a guest's network may ask for.
    static let rule = Throttle("tiles", attempts: 300, window: 60_000)

    /// - Parameter processors: how many this process may use.
    init(processors: Int) {
        // A browser asks for some twenty tiles at once.
        guests = AdmissionQueue(slots: processors / 2, maxWaiting: 20)
        members = AdmissionQueue(slots: processors, maxWaiting: 24)
    }

    /// How many wait.
    var waiting: (guests: Int, members: Int) { (guests.waiting, members.waiting) }

    /// Draws a tile when it is its turn.
    ///
    /// - Parameters:
    ///   - member: whose session was good lately; nil for a guest.
    ///   - network: where the request comes from.
    /// - Throws: `Failure.tooMany` or `Failure.unavailable` without waiting; what `draw` throws.
    func pass<Value>(
        for member: ID<Account>?, from network: String, _ now: Timestamp, _ draw: () throws -> Value
    ) throws -> Value {
        do {
            if let member { return try members.pass(AdmissionTicket(owner: "\(member)"), draw) }
            if let seconds = limiter.attempt([(TileDrawing.rule, network)], now: now.milliseconds) {
                throw Failure.tooMany(retryAfter: seconds)
            }
            return try guests.pass(AdmissionTicket(owner: network), draw)
        } catch is AdmissionRefused {
            throw Failure.unavailable(retryAfter: 1)
        }
    }
}
