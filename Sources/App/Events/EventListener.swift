import Database
import HTTP

/// An open stream of a person.
struct EventListener: Sendable {
    let number: Int
    let account: ID<Account>
    let session: ID<Session>
    let stream: EventStream
    /// The sequence number up to which the person has received everything that they may know.
    var cursor: Int64

    /// Bytes after which a stream waits until its client has read them.
    static let largestBacklog = 16 * 1024

    /// Whether the client has read most of what was sent.
    var isReady: Bool { !stream.isClosed && stream.backlog < EventListener.largestBacklog }

    /// Sends the messages after the cursor, as many as the client can take, and returns the new cursor.
    func send(_ batch: EventBatch) -> Int64 {
        var reached = cursor
        for message in batch.messages where message.id > cursor {
            guard isReady else { return reached }
            stream.send(event: message.name, id: "\(message.id)", data: message.data)
            reached = message.id
        }
        return max(reached, batch.through)
    }
}
