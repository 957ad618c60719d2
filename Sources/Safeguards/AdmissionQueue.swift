import Foundation
import Synchronization

/// Identifies one piece of work in an ``AdmissionQueue``, so that other threads can ask for its position. Each ticket
/// is unique.
public final class AdmissionTicket: Sendable {
    /// The owner of the work, such as an account or a network; owners take turns. All work with an empty owner shares
    /// one.
    public let owner: String

    /// A ticket for one piece of work.
    public init(owner: String = "") { self.owner = owner }
}

/// The queue is full.
public struct AdmissionRefused: Error, Equatable {}

/// Limits how much work runs and how much waits; owners take turns. When the queue is full, the owner with the most
/// waiting work has its last piece refused.
public final class AdmissionQueue: Sendable {
    private final class Waiter: Sendable {
        let ticket: AdmissionTicket
        let signal = DispatchSemaphore(value: 0)
        let isRefused = Atomic(false)

        init(_ ticket: AdmissionTicket) { self.ticket = ticket }
    }

    private let state: Mutex<TurnQueue<String, Waiter>>

    /// A queue that runs `slots` pieces of work at once, at least one.
    public init(slots: Int, maxWaiting: Int) {
        state = Mutex(TurnQueue(slots: slots, maxWaiting: maxWaiting))
    }

    /// Blocks the calling thread until a slot is free, does the work and frees the slot.
    ///
    /// - Throws: `AdmissionRefused` when the queue is full; what `work` throws.
    public func pass<Value>(_ ticket: AdmissionTicket, _ work: () throws -> Value) throws -> Value {
        try enter(ticket)
        defer { leave(ticket) }
        return try work()
    }

    /// How many pieces of work are ahead of this ticket at the moment; nil when it is not waiting.
    public func waitingBefore(_ ticket: AdmissionTicket) -> Int? {
        state.withLock { $0.order.firstIndex { $0.ticket === ticket } }
    }

    /// Whether every slot is in use.
    public var isFull: Bool { state.withLock { $0.free == 0 } }
    /// How many pieces of work are waiting.
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
