import Foundation
import HTTP

/// The stream, and the same events for browsers without one.
extension Events {
    /// `GET /events`: the viewer's events after the number in `Last-Event-ID` or `?after=`, and then as they happen.
    func openStream(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try hub.admit(viewer.id)
        let last = try site.database.read { try EventQueries.last($0, of: viewer.id) }
        let number = hub.newNumber()
        let cursor = Events.start(context, last) ?? last
        let stream = EventStream(
            onOpen: { [hub] stream in
                let listener = EventListener(
                    number: number, account: viewer.id, session: viewer.session, stream: stream, cursor: cursor)
                hub.add(listener) { tick(asksAll: $0) }
            },
            onClose: { [hub] _ in hub.remove(number) })
        return context.finished(.events(stream))
    }

    /// `GET /events/latest`: the events after `?after=`, at once:
    /// `{"last":7,"more":false,"events":[{"id":7,"event":"notice","data":{…}}]}`. `last` is the number to ask with next,
    /// `more` says that there are more already.
    func showLatest(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let counter: Throttles.Counter = (.latestEvents, "\(viewer.id)")
        if let seconds = limiter.attempt([counter], now: context.now.milliseconds) {
            throw Failure.tooMany(retryAfter: seconds)
        }
        let batch = try site.database.read { database in
            let last = try EventQueries.last(database, of: viewer.id)
            let cursor = Events.start(context, last) ?? last
            return try self.batch(database, for: viewer.id, after: cursor, upTo: last, context.now)
        }
        // The data are JSON already, the names are words.
        let events = batch.messages.map { "{\"id\":\($0.id),\"event\":\"\($0.name)\",\"data\":\($0.data)}" }
        let text = "{\"last\":\(batch.through),\"more\":\(batch.isPart),\"events\":[\(events.joined(separator: ","))]}"
        let headers = Headers([("Content-Type", "application/json")])
        return context.finished(Response(headers: headers, body: .bytes(Array(text.utf8))))
    }

    /// The number after which the client wants events; nil for now, also if what it sends cannot be a number of its
    /// person. A browser that connects again sends the header, which is newer than the address.
    private static func start(_ context: RequestContext, _ last: Int64) -> Int64? {
        for text in [context.request.head.headers["last-event-id"], context.query["after"]] {
            guard let text, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int64(text), number <= last
            else { continue }
            return number
        }
        return nil
    }
}
