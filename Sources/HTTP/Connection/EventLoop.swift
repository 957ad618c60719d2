import CLinux
import Foundation

/// One thread that reads and writes the sockets of many connections as they become ready. Only that thread uses the
/// loop and its connections; other threads post messages to the inbox.
final class EventLoop {
    let context: ServerContext
    let inbox: Inbox
    /// The buffer for reading; connections copy only the bytes that they cannot use at once.
    let scratch: UnsafeMutableRawPointer
    static let scratchSize = 64 * 1024
    /// The buffer for writing.
    var out = OutputBuffer()
    /// Milliseconds on the monotonic clock, read once in each turn.
    private(set) var now = 0
    private(set) var isStopping = false

    private let poll: Descriptor
    private var connections: ContiguousArray<Connection?> = []
    private var free: [Int] = []
    private var count = 0
    private var generation: UInt32 = 0
    private var nextSweep = 0
    private var stopDeadline = Int.max
    private var dateSecond = -1
    private var date: [UInt8] = []
    private var messages: [LoopMessage] = []

    private static let wakeMark = UInt64.max
    private static let sweepInterval = 250

    init(context: ServerContext, inbox: Inbox, poll: Descriptor) {
        self.context = context
        self.inbox = inbox
        self.poll = poll
        scratch = .allocate(byteCount: EventLoop.scratchSize, alignment: 16)
        register(inbox.descriptor, mark: EventLoop.wakeMark, events: LINUX_EPOLLIN | LINUX_EPOLLET)
    }

    deinit {
        scratch.deallocate()
        out.deallocate()
    }

    static func makePoll() throws(POSIXError) -> Descriptor {
        let number = epoll_create1(LINUX_EPOLL_CLOEXEC)
        guard number >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE) }
        return Descriptor(number)
    }

    /// Runs until it gets the message to stop and every connection is closed.
    func run() {
        blockBrokenPipeSignal()
        let capacity = 256
        let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: capacity)
        defer { events.deallocate() }
        while !(isStopping && count == 0) {
            let ready = epoll_wait(poll.number, events, Int32(capacity), Int32(timeout()))
            readClock()
            var isWoken = false
            for index in 0..<Int(max(0, ready)) {
                let event = events[index]
                if event.data.u64 == EventLoop.wakeMark { isWoken = true } else { handle(event) }
            }
            if isWoken { readInbox() }
            if now >= nextSweep { sweep() }
        }
        readInbox()
    }

    /// sendfile(2) has no flag against SIGPIPE, so this thread blocks the signal.
    private func blockBrokenPipeSignal() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    private func readInbox() {
        inbox.take(into: &messages)
        for message in messages { handle(message) }
        messages.removeAll(keepingCapacity: messages.count < 4_096)
    }

    private func timeout() -> Int {
        count == 0 && !isStopping ? -1 : max(0, min(EventLoop.sweepInterval, nextSweep - now))
    }

    private func readClock() {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        now = time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }

    private func handle(_ event: epoll_event) {
        let id = ConnectionID(packed: event.data.u64)
        guard let connection = connection(id) else { return }
        if event.events & (LINUX_EPOLLERR | LINUX_EPOLLHUP) != 0 {
            connection.close(self)
            return
        }
        if event.events & LINUX_EPOLLOUT != 0 { connection.writable(self) }
        if event.events & LINUX_EPOLLIN != 0 { connection.readable(self) }
    }

    private func handle(_ message: LoopMessage) {
        switch message {
        case .accepted(let descriptor, let peer, let isCounted): accept(descriptor, peer, isCounted)
        case .respond(let id, let response):
            guard let connection = connection(id) else { return response.discard(context) }
            connection.answered(response, self)
        case .decided(let id, let decision): connection(id)?.decided(decision, self)
        case .spooled(let id, let report): connection(id)?.spooled(report, self)
        case .streamReady(let id): connection(id)?.pump(self)
        case .stop: stop()
        }
    }

    private func accept(_ descriptor: Int32, _ peer: ClientAddress, _ isCounted: Bool) {
        generation &+= 1
        let slot = free.popLast() ?? connections.count
        if slot == connections.count { connections.append(nil) }
        let id = ConnectionID(slot: UInt32(slot), generation: generation)
        let connection = Connection(descriptor: descriptor, id: id, peer: peer, isCounted: isCounted)
        connections[slot] = connection
        count += 1
        connection.deadline = now + context.times.header
        if isStopping || !register(descriptor, mark: id.packed, events: connection.interest) {
            connection.close(self)
        }
    }

    private func connection(_ id: ConnectionID) -> Connection? {
        let slot = Int(id.slot)
        guard slot < connections.count, let connection = connections[slot],
            connection.id.generation == id.generation
        else { return nil }
        return connection
    }

    /// Removes a connection that has closed its socket.
    func remove(_ id: ConnectionID) {
        connections[Int(id.slot)] = nil
        free.append(Int(id.slot))
        count -= 1
    }

    @discardableResult
    private func register(_ descriptor: Int32, mark: UInt64, events: UInt32) -> Bool {
        var event = epoll_event(events: events, data: epoll_data_t(u64: mark))
        return epoll_ctl(poll.number, EPOLL_CTL_ADD, descriptor, &event) == 0
    }

    func change(_ descriptor: Int32, mark: UInt64, events: UInt32) {
        var event = epoll_event(events: events, data: epoll_data_t(u64: mark))
        epoll_ctl(poll.number, EPOLL_CTL_MOD, descriptor, &event)
    }

    /// Checks the deadlines of all connections. With 10,000 connections that is cheaper than updating a timer queue at
    /// every request.
    private func sweep() {
        nextSweep = now + EventLoop.sweepInterval
        for slot in connections.indices { connections[slot]?.tick(self) }
        if now >= stopDeadline {
            for slot in connections.indices { connections[slot]?.close(self) }
        }
    }

    private func stop() {
        guard !isStopping else { return }
        isStopping = true
        stopDeadline = now + context.times.stop
        for slot in connections.indices { connections[slot]?.stop(self) }
    }

    /// The Date field line (RFC 9110, 6.6.1), built once per second.
    func dateLine() -> [UInt8] {
        if now / 1_000 != dateSecond {
            dateSecond = now / 1_000
            date = Array("Date: \(HTTPDate.format(time(nil)))\r\n".utf8)
        }
        return date
    }
}
