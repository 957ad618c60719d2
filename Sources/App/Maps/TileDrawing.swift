import Database
import HTTP
import Proximity
import Safeguards

/// Limits who may have tiles drawn, and how many at once.
///
/// Tiles are public, and a visitor can request billions of them. So visitors have slots of their own, which networks
/// take in turns, and each network has a limit of drawings per minute. People with a recently valid session have other
/// slots. Further requests are refused at once, so that tiles never occupy all the threads that answer pages.
struct TileDrawing: Sendable {
    private let visitors: AdmissionQueue
    private let members: AdmissionQueue
    private let limiter = RateLimiter(maxCount: 20_000)

    /// Limit of drawings per visitor network.
    static let rule = Throttle("tiles", attempts: 300, window: 60_000)

    /// - Parameter processors: number of processors this process may use.
    init(processors: Int) {
        // A browser requests about twenty tiles at once.
        visitors = AdmissionQueue(slots: processors / 2, maxWaiting: 20)
        members = AdmissionQueue(slots: processors, maxWaiting: 24)
    }

    /// Number of waiting requests.
    var waiting: (visitors: Int, members: Int) { (visitors.waiting, members.waiting) }

    /// Draws a tile in its turn.
    ///
    /// - Parameters:
    ///   - member: the account with a recently valid session; nil for a visitor.
    ///   - network: the network of the request.
    /// - Throws: `Failure.tooMany` or `Failure.unavailable` without waiting; errors of `draw`.
    func pass<Value>(
        for member: ID<Account>?, from network: String, _ now: Timestamp, _ draw: () throws -> Value
    ) throws -> Value {
        do {
            if let member { return try members.pass(AdmissionTicket(owner: "\(member)"), draw) }
            if let seconds = limiter.attempt([(TileDrawing.rule, network)], now: now.milliseconds) {
                throw Failure.tooMany(retryAfter: seconds)
            }
            return try visitors.pass(AdmissionTicket(owner: network), draw)
        } catch is AdmissionRefused {
            throw Failure.unavailable(retryAfter: 1)
        }
    }
}

extension Maps: QueueSource {
    var queues: [QueueLength] {
        let (visitors, members) = drawing.waiting
        return [
            QueueLength(name: "member_tiles", waiting: members), QueueLength(name: "visitor_tiles", waiting: visitors),
        ]
    }
}
