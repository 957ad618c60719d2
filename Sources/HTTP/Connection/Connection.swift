import CLinux
import Foundation

/// One client's socket and the request that is being read or answered on it. Only the thread of its loop uses it; every
/// call gets that loop. An idle connection holds no buffer.
final class Connection {
    /// One request at a time; bytes of the next wait in `input` or in the kernel.
    enum Phase {
        /// Between requests: no byte of the next one has arrived.
        case idle
        /// Part of a head has arrived.
        case head
        /// The body is being read for a handler.
        case body
        /// The body is complete but not yet written to disk.
        case spooling
        /// A handler thread has the request.
        case handling
        /// An unwanted body is read and discarded.
        case draining
        /// An event stream is open.
        case streaming
        /// The connection closes when the answer is written.
        case closing
        /// Writing is shut down; input is discarded, so that no reset destroys the answer (RFC 9112, 9.6).
        case lingering
        case closed
    }

    let descriptor: Int32
    let id: ConnectionID
    let peer: ClientAddress
    private let isCounted: Bool
    var phase = Phase.idle
    /// When `tick` has to act, in milliseconds on the loop's clock.
    var deadline = Int.max
    private(set) var interest = LINUX_EPOLLIN

    var input: [UInt8] = []
    var scan = HeadScan()
    var requests = 0

    // The current request.
    var isHead = false
    var keepsAlive = false
    var mustLinger = false
    var incoming: IncomingBody?
    /// The request about whose body the handler is asked.
    var asked: AskedBody?
    var drain: Drain?
    /// nil without an access log.
    var logged: LoggedRequest?

    // The current answer.
    var pending: [UInt8] = []
    var pendingOffset = 0
    var pendingBody = PendingBody.none
    var isBlocked = false
    var stream: EventStream?

    init(descriptor: Int32, id: ConnectionID, peer: ClientAddress, isCounted: Bool) {
        self.descriptor = descriptor
        self.id = id
        self.peer = peer
        self.isCounted = isCounted
    }

    // MARK: Readiness

    func readable(_ loop: EventLoop) {
        switch phase {
        case .idle, .head, .body, .draining:
            if isBlocked || incoming?.isPaused == true { return setReading(false, loop) }
            read(loop)
        case .streaming, .lingering: discard(loop)
        case .spooling, .handling, .closing: setReading(false, loop)
        case .closed: break
        }
    }

    private func read(_ loop: EventLoop) {
        let count = recv(descriptor, loop.scratch, EventLoop.scratchSize, 0)
        if count > 0 {
            advance(UnsafeRawBufferPointer(start: loop.scratch, count: count), loop)
        } else if count == 0 {
            endOfInput(loop)
        } else if errno != EAGAIN && errno != EINTR {
            close(loop)
        }
    }

    /// The client has shut down writing: an incomplete request is refused and never handled (RFC 9112, 8).
    private func endOfInput(_ loop: EventLoop) {
        switch phase {
        case .body, .head:
            refuse(Refusal(.badRequest, "request cut short (RFC 9112, 8)"), loop)
            advance(nil, loop)
        default: close(loop)
        }
    }

    private func discard(_ loop: EventLoop) {
        let count = recv(descriptor, loop.scratch, EventLoop.scratchSize, 0)
        if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { close(loop) }
    }

    func writable(_ loop: EventLoop) {
        guard isBlocked else { return setWriting(false, loop) }
        advance(nil, loop)
    }

    // MARK: Progress

    /// Processes input and writes answers until it has to wait. `fresh` points into the loop's scratch buffer; bytes
    /// that are not used yet are copied to `input`.
    func advance(_ fresh: UnsafeRawBufferPointer?, _ loop: EventLoop) {
        var fresh = fresh
        while true {
            if !isBlocked { use(&fresh, loop) } else { keep(&fresh) }
            guard phase != .closed, flush(loop) else { return }
            if isBlocked { return }
            switch phase {
            case .closing: return finish(loop)
            case .idle, .head, .body, .draining:
                guard !input.isEmpty, wantsMoreOfInput else { return setReading(incoming?.isPaused != true, loop) }
            default: return
            }
        }
    }

    /// False while `input` is an incomplete head or the disk is behind.
    private var wantsMoreOfInput: Bool { phase != .head && incoming?.isPaused != true }

    private func keep(_ fresh: inout UnsafeRawBufferPointer?) {
        if let bytes = fresh { input.append(contentsOf: bytes) }
        fresh = nil
    }

    private func use(_ fresh: inout UnsafeRawBufferPointer?, _ loop: EventLoop) {
        if input.isEmpty {
            guard let bytes = fresh else { return }
            fresh = nil
            let used = process(bytes, loop)
            if used < bytes.count, phase != .closed { input.append(contentsOf: bytes[used...]) }
            return
        }
        // Moved to a local variable because `process` may close the connection, which empties `input`.
        var held = input
        input = []
        if let bytes = fresh { held.append(contentsOf: bytes) }
        fresh = nil
        let used = held.withUnsafeBytes { process($0, loop) }
        if phase == .closed || used == held.count { return }
        if used > 0 { held.removeFirst(used) }
        input = held
    }

    /// Returns how many bytes it has used.
    private func process(_ bytes: UnsafeRawBufferPointer, _ loop: EventLoop) -> Int {
        var index = 0
        while index < bytes.count {
            if isOutputFull(loop) { return index }
            let rest = UnsafeRawBufferPointer(rebasing: bytes[index...])
            switch phase {
            case .idle, .head:
                guard let used = processHead(rest, loop) else { return index }
                index += used
            case .body:
                if incoming?.isPaused == true { return index }
                index += receiveBody(rest, loop)
            case .draining: index += drainBody(rest, loop)
            case .spooling, .handling, .streaming: return index
            case .closing, .lingering, .closed: return bytes.count
            }
        }
        return index
    }

    private func processHead(_ bytes: UnsafeRawBufferPointer, _ loop: EventLoop) -> Int? {
        if phase == .idle {
            phase = .head
            scan = HeadScan()
            if requests > 0 { deadline = loop.now + loop.context.times.header }
        }
        switch scan.advance(bytes, limits: loop.context.limits) {
        case .more: return nil
        case .refused(let refusal):
            refuse(refusal, loop)
            return bytes.count
        case .complete(let end):
            startRequest(UnsafeRawBufferPointer(rebasing: bytes[scan.start..<end]), loop)
            return end
        }
    }

    // MARK: End

    /// Closes the socket at once and frees everything. Safe to call more than once.
    func close(_ loop: EventLoop) {
        guard phase != .closed else { return }
        phase = .closed
        Foundation.close(descriptor)
        loop.out.clear()
        input = []
        pending = []
        pendingBody = .none
        incoming?.abandon(loop.context)
        incoming = nil
        asked = nil
        if let stream { end(stream, loop) }
        loop.context.connections.giveBack(1, for: isCounted ? [.network(peer.network)] : [])
        loop.remove(id)
    }

    // MARK: Interest

    func setReading(_ isOn: Bool, _ loop: EventLoop) {
        setInterest(isOn ? interest | LINUX_EPOLLIN : interest & ~LINUX_EPOLLIN, loop)
    }

    func setWriting(_ isOn: Bool, _ loop: EventLoop) {
        setInterest(isOn ? interest | LINUX_EPOLLOUT : interest & ~LINUX_EPOLLOUT, loop)
    }

    private func setInterest(_ wanted: UInt32, _ loop: EventLoop) {
        guard wanted != interest else { return }
        interest = wanted
        loop.change(descriptor, mark: id.packed, events: wanted)
    }
}
