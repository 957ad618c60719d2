import Database
import Foundation
import HTTP
import Synchronization

/// The open streams of this process, and its thread that sends what is new on them. Holds nothing that a restart loses:
/// what was sent is known to the clients, what is to be sent stands in the database.
final class EventHub: Sendable {
    private struct State {
        var listeners: [Int: EventListener] = [:]
        var numbers: [ID<Account>: Set<Int>] = [:]
        /// The accounts with news.
        var needsRead: Set<ID<Account>> = []
        var ephemeral = EphemeralEvents()
        var lastNumber = 0
        var isRunning = false
        var isEnded = false
        /// Whether `signal` was given and the thread has not seen it yet.
        var isSignalled = false
    }

    /// Most streams of an account; never more than a quarter of all, so that one person cannot take the places of all.
    static let maxOfAccount = 1_024
    /// Most streams of the site.
    static let most = 8_192
    /// Seconds between two looks for what other processes wrote.
    static let pollTime = 1.0

    private let state = Mutex(State())
    private let signal = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)

    /// Half of the file descriptors stay for everything else.
    static var limit: Int {
        var files = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else { return 256 }
        return min(most, Int(clamping: files.rlim_cur) / 2)
    }

    /// Seconds on a clock that nobody sets.
    private static var uptime: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

    /// A number for a new stream.
    func newNumber() -> Int {
        state.withLock {
            $0.lastNumber += 1
            return $0.lastNumber
        }
    }

    /// - Throws: `Failure` if there are too many streams for another one of this account.
    func admit(_ account: ID<Account>) throws {
        let limit = EventHub.limit
        try state.withLock { state in
            if state.numbers[account, default: []].count >= min(EventHub.maxOfAccount, limit / 4) {
                throw Failure.tooMany(retryAfter: 30)
            }
            guard state.listeners.count >= limit else { return }
            if EventHub.surplus(state.numbers, for: account) == nil { throw Failure.unavailable(retryAfter: 30) }
        }
    }

    /// The stream that ends when all places are taken and an account wants one: the oldest of the account with the most, so
    /// that a few accounts cannot keep the others out. nil if nobody has more than this account would have.
    static func surplus(_ numbers: [ID<Account>: Set<Int>], for account: ID<Account>) -> Int? {
        let largest = numbers.values.max { $0.count < $1.count } ?? []
        return largest.count > numbers[account, default: []].count + 1 ? largest.min() : nil
    }

    /// Adds a stream, which first gets what is new since its cursor. `tick` is called by the thread whenever there may
    /// be something to send, with true once a second.
    func add(_ listener: EventListener, _ tick: @escaping @Sendable (_ asksAll: Bool) -> Void) {
        guard (try? admit(listener.account)) != nil else { return listener.stream.close() }
        let limit = EventHub.limit
        let (isFirst, isLate, surplus) = state.withLock { state -> (Bool, Bool, EventListener?) in
            if state.isEnded { return (false, true, nil) }
            let number = state.listeners.count < limit ? nil : EventHub.surplus(state.numbers, for: listener.account)
            let surplus = number.flatMap { EventHub.remove($0, from: &state) }
            state.listeners[listener.number] = listener
            state.numbers[listener.account, default: []].insert(listener.number)
            defer { state.isRunning = true }
            return (!state.isRunning, false, surplus)
        }
        surplus?.stream.close()
        if isLate { return listener.stream.close() }
        if isFirst { begin(tick) }
        wake(listener.account)
    }

    /// The people with an open stream; of very many some.
    var accounts: [ID<Account>] { state.withLock { Array($0.numbers.keys.prefix(EventHub.maxTold)) } }

    /// Most people who are told that a part of a page changed.
    private static let maxTold = 500

    func remove(_ number: Int) { state.withLock { _ = EventHub.remove(number, from: &$0) } }

    private static func remove(_ number: Int, from state: inout State) -> EventListener? {
        guard let listener = state.listeners.removeValue(forKey: number) else { return nil }
        state.numbers[listener.account]?.remove(number)
        if state.numbers[listener.account]?.isEmpty == true { state.numbers[listener.account] = nil }
        return listener
    }

    /// There may be news for an account, or some of its sessions have ended.
    func wake(_ account: ID<Account>) {
        change { state in
            guard state.numbers[account] != nil else { return false }
            state.needsRead.insert(account)
            return true
        }
    }

    /// Sends an event without a row, soon.
    func broadcast(_ name: String, _ data: String, to accounts: [ID<Account>]) {
        change { state in
            let listening = accounts.filter { state.numbers[$0] != nil }
            for account in listening {
                state.ephemeral.add(EphemeralEvent(account: account, name: name, data: data), at: EventHub.uptime)
            }
            return !listening.isEmpty
        }
    }

    /// Changes the state, and wakes the thread if the change returns true.
    private func change(_ change: (inout State) -> Bool) {
        let mustSignal = state.withLock { state in
            guard change(&state), !state.isSignalled else { return false }
            state.isSignalled = true
            return true
        }
        if mustSignal { signal.signal() }
    }

    /// Ends the thread and all streams.
    func end() {
        let (isRunning, listeners) = state.withLock { state in
            defer { (state.isEnded, state.isRunning) = (true, false) }
            return (state.isRunning, Array(state.listeners.values))
        }
        for listener in listeners { listener.stream.close() }
        guard isRunning else { return }
        signal.signal()
        _ = hasEnded.wait(timeout: .now() + 5)
    }
}

/// What the thread uses.
extension EventHub {
    var listeners: [EventListener] { state.withLock { Array($0.listeners.values) } }

    func listeners(of accounts: [ID<Account>]) -> [EventListener] {
        state.withLock { state in
            accounts.flatMap { account in
                state.numbers[account, default: []].compactMap { state.listeners[$0] }
            }
        }
    }

    /// The accounts that were woken, and the passing events that may be sent now.
    func takeNews() -> (accounts: Set<ID<Account>>, ephemeral: [EphemeralEvent]) {
        state.withLock { state in
            defer { state.needsRead = [] }
            return (state.needsRead, state.ephemeral.take(at: EventHub.uptime))
        }
    }

    /// The client of a stream has got everything up to a sequence number.
    func advance(_ number: Int, to cursor: Int64) { state.withLock { $0.listeners[number]?.cursor = cursor } }

    private func begin(_ tick: @escaping @Sendable (_ asksAll: Bool) -> Void) {
        let thread = Thread { [self] in
            var nextPoll = DispatchTime.now() + EventHub.pollTime
            while waits(until: nextPoll) {
                let isDue = DispatchTime.now() >= nextPoll
                if isDue { nextPoll = .now() + EventHub.pollTime }
                tick(isDue)
            }
            hasEnded.signal()
        }
        thread.name = "events"
        thread.start()
    }

    /// Waits for news, or for a time if there are streams. False when the thread must end.
    private func waits(until nextPoll: DispatchTime) -> Bool {
        let pause: Double? = state.withLock { state in
            if state.listeners.isEmpty { return nil }
            let left = nextPoll > .now() ? Double(nextPoll.uptimeNanoseconds) / 1e9 - EventHub.uptime : 0
            return max(0, min(left, state.ephemeral.nextTime.map { $0 - EventHub.uptime } ?? left))
        }
        if let pause { _ = signal.wait(timeout: .now() + pause) } else { signal.wait() }
        return state.withLock { state in
            state.isSignalled = false
            return !state.isEnded
        }
    }
}
