/// A feature in which requests wait for their turn at something that few can have at once.
protocol QueueSource: Feature {
    /// Its queues, as they are now.
    var queues: [QueueLength] { get }
}

/// How many wait in a queue.
struct QueueLength: Sendable {
    /// "passwords"; unique.
    let name: String
    let waiting: Int
}
