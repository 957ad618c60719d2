import Safeguards

extension Throttle {
    /// Requests for the latest events, by account: several pages that ask every half minute.
    static let latestEvents = Throttle(
        "events-latest", label: "Questions for news by pages without a stream", attempts: 60, window: minute)
}

extension Events {
    var throttles: [Throttle] { [.latestEvents] }
}
