/// A feature in which requests wait for their turn at something that few can have at once.
protocol QueueSource: Feature {
    /// Its queues, as they are now.
    var queues: [QueueLength] { get }
}

/// How many requests wait in a queue.
struct QueueLength: Sendable {
    /// "passwords": the queue's label in metrics, unique.
    let name: String
    let waiting: Int
}
