import Safeguards
import Synchronization

/// The uploads that are being worked on, by a word that their page made up, so that the page can ask how many are before
/// its own. Only for showing: after a restart nothing waits any more.
final class UploadQueue: Sendable {
    private let uploadQueue = Mutex<[String: AdmissionTicket]>([:])

    /// Does something with a ticket that others can ask for meanwhile. A word that is taken, or none, gets one of its own.
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
