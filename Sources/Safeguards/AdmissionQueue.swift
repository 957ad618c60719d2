import Foundation
import Synchronization

/// Stands for one piece of work in an ``AdmissionQueue``, so that others can ask how far it is from its turn. One is like no
/// other.
public final class AdmissionTicket: Sendable {
    /// Whose work it is: owners take turns. An account, a network; everybody without either is one owner.
    public let owner: String

    /// A ticket for one piece of work.
    public init(owner: String = "") { self.owner = owner }
}

/// Too much waits already.
public struct AdmissionRefused: Error, Equatable {}

/// Lets so much work in at once, in turns between its owners, and lets no more than so much wait. When more comes, the owner
/// who has most waiting has the last of it refused.
public final class AdmissionQueue: Sendable {
    private final class Waiter: Sendable {
        let ticket: AdmissionTicket
        let signal = DispatchSemaphore(value: 0)
        let isRefused = Atomic(false)

        init(_ ticket: AdmissionTicket) { self.ticket = ticket }
    }

    private let state: Mutex<TurnQueue<String, Waiter>>

    /// A queue that admits `places` at once, at least one.
    public init(places: Int, maxWaiting: Int) {
        state = Mutex(TurnQueue(places: places, maxWaiting: maxWaiting))
    }

    /// Waits for a place on the calling thread, does the work and gives the place back.
    ///
    /// - Throws: `AdmissionRefused` when too much waits; what `work` throws.
    public func pass<Value>(_ ticket: AdmissionTicket, _ work: () throws -> Value) throws -> Value {
        try enter(ticket)
        defer { leave(ticket) }
        return try work()
    }

    /// How much gets in before this ticket, as it looks now; nil when it does not wait.
    public func waitingBefore(_ ticket: AdmissionTicket) -> Int? {
        state.withLock { $0.order.firstIndex { $0.ticket === ticket } }
    }

    /// Whether every place is taken.
    public var isFull: Bool { state.withLock { $0.free == 0 } }
    /// How much waits.
    public var waiting: Int { state.withLock { $0.waiting } }

    private func enter(_ ticket: AdmissionTicket) throws(AdmissionRefused) {
        let waiter = Waiter(ticket)
        switch state.withLock({ $0.enter(waiter, of: ticket.owner) }) {
        case .admitted: return
        case .refused: throw AdmissionRefused()
        case .waits(let displaced):
            displaced?.isRefused.store(true, ordering: .releasing)
            displaced?.signal.signal()
            waiter.signal.wait()
            if waiter.isRefused.load(ordering: .acquiring) { throw AdmissionRefused() }
        }
    }

    private func leave(_ ticket: AdmissionTicket) {
        state.withLock { $0.leave(ticket.owner) }?.signal.signal()
    }
}
