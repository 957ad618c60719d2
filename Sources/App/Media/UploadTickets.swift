import Safeguards
import Synchronization

/// The uploads in progress, by an id that their page made up, so that the page can show its place in the queue. In
/// memory only: after a restart nothing is waiting.
final class UploadTickets: Sendable {
    private let uploadTickets = Mutex<[String: AdmissionTicket]>([:])

    /// Runs `body` with a ticket that can be looked up meanwhile. If the id is taken or empty, the ticket cannot be
    /// looked up.
    func with<Value>(_ uploadID: String, owner: String, _ body: (AdmissionTicket) throws -> Value) rethrows -> Value {
        let ticket = AdmissionTicket(owner: owner)
        let isListed = uploadTickets.withLock { uploadTickets in
            guard !uploadID.isEmpty, uploadID.utf8.count <= 64, uploadTickets[uploadID] == nil else { return false }
            uploadTickets[uploadID] = ticket
            return true
        }
        defer { if isListed { uploadTickets.withLock { $0[uploadID] = nil } } }
        return try body(ticket)
    }

    subscript(_ uploadID: String) -> AdmissionTicket? { uploadTickets.withLock { $0[uploadID] } }
}
