import Synchronization

/// A stream of server-sent events (WHATWG HTML, 9.2): the body of one response that stays open.
///
/// `send` may be called from any thread, even before the response is sent. If a client leaves more than
/// `Limits.streamBufferBytes` unread, its connection closes. The server sends comments while there are no events.
public final class EventStream: Sendable {
    /// The id of the last event that the client received (its Last-Event-ID header).
    public let lastEventID: String?
    let onOpen: @Sendable (EventStream) -> Void
    let onClose: @Sendable (EventStream) -> Void
    private let state = Mutex(State())

    private struct State {
        var buffer: [UInt8] = []
        /// Bytes that the loop has taken but the socket has not.
        var unsent = 0
        var limit = 64 * 1024
        var isClosed = false
        var isOverrun = false
        var outlet: (@Sendable () -> Void)?
    }

    /// Makes a stream. `onOpen` is called once, on the handler's thread, before the response is sent. `onClose` is
    /// called once, on a background thread, when either side has ended the stream; if it blocks, only other `onClose`
    /// calls wait.
    public init(
        lastEventID: String? = nil, onOpen: @escaping @Sendable (EventStream) -> Void = { _ in },
        onClose: @escaping @Sendable (EventStream) -> Void = { _ in }
    ) {
        self.lastEventID = lastEventID
        self.onOpen = onOpen
        self.onClose = onClose
    }

    /// True when the stream sends no more events.
    public var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Bytes that the client has not read yet. A sender with much to say waits for it to shrink.
    public var backlog: Int { state.withLock { $0.buffer.count + $0.unsent } }

    /// Sends one event; does nothing when the stream is closed. Each line of `data` becomes a data line; line ends in
    /// `event` and `id` are removed.
    public func send(event: String? = nil, id: String? = nil, data: String) {
        push(EventStream.encode(event: event, id: id, data: data))
    }

    /// Ends the stream after the events sent so far.
    public func close() {
        let outlet = state.withLock { state -> (@Sendable () -> Void)? in
            if state.isClosed { return nil }
            state.isClosed = true
            return state.outlet
        }
        outlet?()
    }

    private func push(_ bytes: [UInt8]) {
        let outlet = state.withLock { state -> (@Sendable () -> Void)? in
            if state.isClosed { return nil }
            let wasEmpty = state.buffer.isEmpty
            if state.buffer.count + state.unsent + bytes.count > state.limit {
                state.isOverrun = true
                state.isClosed = true
                state.buffer = []
                return state.outlet
            }
            state.buffer.append(contentsOf: bytes)
            return wasEmpty ? state.outlet : nil
        }
        outlet?()
    }

    static func encode(event: String?, id: String?, data: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.utf8.count + 32)
        func line(_ name: StaticString, _ value: some Sequence<UInt8>) {
            name.withUTF8Buffer { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: value.lazy.filter { $0 != 10 && $0 != 13 && $0 != 0 })
            bytes.append(10)
        }
        if let event { line("event: ", event.utf8) }
        if let id { line("id: ", id.utf8) }
        let lines = data.replacing("\r\n", with: "\n").utf8.split(omittingEmptySubsequences: false) {
            $0 == 10 || $0 == 13
        }
        for text in lines { line("data: ", text) }
        bytes.append(10)
        return bytes
    }
}

/// The server's side of a stream.
extension EventStream {
    /// What the loop has to send and whether the stream ends.
    struct Pending {
        let bytes: [UInt8]
        let isClosed: Bool
        let isOverrun: Bool
    }

    /// Connects the stream to its connection: `outlet` wakes the loop.
    func attach(limit: Int, outlet: @escaping @Sendable () -> Void) {
        state.withLock {
            $0.limit = limit
            $0.outlet = outlet
        }
    }

    /// Takes all waiting bytes.
    func take() -> Pending {
        state.withLock { state in
            let bytes = state.buffer
            state.buffer = []
            state.unsent += bytes.count
            return Pending(bytes: bytes, isClosed: state.isClosed, isOverrun: state.isOverrun)
        }
    }

    /// Sets how many of the taken bytes the socket has not taken yet.
    func note(unsent: Int) { state.withLock { $0.unsent = unsent } }

    /// Ends the stream because the connection is closed or the response is not sent.
    func end(on pool: WorkerPool) {
        state.withLock {
            $0.isClosed = true
            $0.outlet = nil
            $0.buffer = []
        }
        if !pool.submit({ self.onClose(self) }) { onClose(self) }
    }
}
