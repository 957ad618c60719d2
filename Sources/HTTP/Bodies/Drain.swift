/// Reads and discards an unwanted body.
struct Drain {
    /// Milliseconds on the loop's clock.
    let startedAt: Int
    private var remaining: Int
    private var decoder: ChunkedDecoder?
    private(set) var received = 0

    init(remaining: Int, startedAt: Int) {
        self.remaining = remaining
        self.startedAt = startedAt
    }

    init(chunked decoder: ChunkedDecoder, budget: Int, startedAt: Int) {
        self.decoder = decoder
        remaining = budget
        self.startedAt = startedAt
    }

    var isDone: Bool { decoder?.isDone ?? (remaining == 0) }

    mutating func take(_ bytes: UnsafeRawBufferPointer) throws(Refusal) -> Int {
        if decoder == nil {
            let count = min(remaining, bytes.count)
            remaining -= count
            received += count
            return count
        }
        let used = try decoder?.decode(bytes) { _ in true } ?? 0
        received += used
        remaining -= used
        if remaining < 0 { throw Refusal(.contentTooLarge, "unwanted body") }
        return used
    }
}
