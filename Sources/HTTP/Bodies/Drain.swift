/// Reads and discards an unwanted body.
struct Drain {
    var rate: BodyRate
    private var remaining: Int
    private var decoder: ChunkedDecoder?
    private(set) var received = 0

    /// - Parameter now: milliseconds on the loop's clock.
    init(remaining: Int, at now: Int) {
        self.remaining = remaining
        rate = BodyRate(at: now)
    }

    init(chunked decoder: ChunkedDecoder, budget: Int, at now: Int) {
        self.decoder = decoder
        remaining = budget
        rate = BodyRate(at: now)
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
