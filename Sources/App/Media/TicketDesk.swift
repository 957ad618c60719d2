import Safeguards
import Synchronization

/// The uploads that are being worked on, by a word that their page made up, so that the page can ask how many are before
/// its own. Only for showing: after a restart nothing waits any more.
final class TicketDesk: Sendable {
    private let tickets = Mutex<[String: AdmissionTicket]>([:])

    /// Does something with a ticket that others can ask for meanwhile. A word that is taken, or none, gets one of its own.
    func with<Value>(_ word: String, owner: String, _ body: (AdmissionTicket) throws -> Value) rethrows -> Value {
        let ticket = AdmissionTicket(owner: owner)
        let isListed = tickets.withLock { tickets in
            guard !word.isEmpty, word.utf8.count <= 64, tickets[word] == nil else { return false }
            tickets[word] = ticket
            return true
        }
        defer { if isListed { tickets.withLock { $0[word] = nil } } }
        return try body(ticket)
    }

    subscript(_ word: String) -> AdmissionTicket? { tickets.withLock { $0[word] } }
}
