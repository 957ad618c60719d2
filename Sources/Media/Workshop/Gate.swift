import Foundation
import Synchronization

/// Stands for one piece of work, so that others can ask how far it is from its turn. One is like no other.
public final class MediaTicket: Sendable {
    /// A ticket for one call.
    public init() {}
}

/// Lets so many in at once, the others in the order in which they came, and no more than so many wait.
final class Gate: Sendable {
    private struct Waiter {
        let ticket: MediaTicket
        let signal: DispatchSemaphore
    }

    private struct State {
        var free: Int
        var waiters: [Waiter] = []
    }

    private let state: Mutex<State>
    private let maximumWaiting: Int

    init(places: Int, maximumWaiting: Int) {
        state = Mutex(State(free: max(1, places)))
        self.maximumWaiting = maximumWaiting
    }

    /// Waits for a place, does the work and gives the place back.
    ///
    /// - Throws: `MediaRefusal.busy` when too many wait; what `work` throws.
    func pass<Value>(_ ticket: MediaTicket, _ work: () throws -> Value) throws -> Value {
        try enter(ticket)
        defer { leave() }
        return try work()
    }

    /// How many are before this ticket in the queue; nil when it does not wait.
    func waitingBefore(_ ticket: MediaTicket) -> Int? {
        state.withLock { $0.waiters.firstIndex { $0.ticket === ticket } }
    }

    var isFull: Bool { state.withLock { $0.free == 0 } }
    var waiting: Int { state.withLock { $0.waiters.count } }

    private func enter(_ ticket: MediaTicket) throws(MediaRefusal) {
        let signal = DispatchSemaphore(value: 0)
        let (entered, waits) = state.withLock { state in
            if state.free > 0 {
                state.free -= 1
                return (true, false)
            }
            guard state.waiters.count < maximumWaiting else { return (false, false) }
            state.waiters.append(Waiter(ticket: ticket, signal: signal))
            return (false, true)
        }
        if entered { return }
        guard waits else { throw .busy }
        signal.wait()
    }

    /// The place goes to the next in the queue without ever being free, so that nobody gets in before.
    private func leave() {
        let next = state.withLock { state -> Waiter? in
            if state.waiters.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.signal.signal()
    }
}
