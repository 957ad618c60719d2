import Safeguards
import Synchronization

/// The uploads in progress, by an id that their page made up, so that the page can show its place in the queue. In
/// memory only: after a restart nothing is waiting.
final class UploadQueue: Sendable {
    private let uploadQueue = Mutex<[String: AdmissionTicket]>([:])

    /// Runs `body` with a ticket that can be looked up meanwhile. If the id is taken or empty, the ticket cannot be
    /// looked up.
    func with<Value>(_ uploadID: String, owner: String, _ body: (AdmissionTicket) throws -> Value) rethrows -> Value {
        let ticket = AdmissionTicket(owner: owner)
        let isListed = uploadQueue.withLock { uploadQueue in
            guard !uploadID.isEmpty, uploadID.utf8.count <= 64, uploadQueue[uploadID] == nil else { return false }
            uploadQueue[uploadID] = ticket
            return true
        }
        defer { if isListed { uploadQueue.withLock { $0[uploadID] = nil } } }
        return try body(ticket)
    }

    subscript(_ uploadID: String) -> AdmissionTicket? { uploadQueue.withLock { $0[uploadID] } }
}
