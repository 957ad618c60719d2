/// How fast a body arrives, window by window: what came fast at first is no credit for later.
struct BodyRate {
    /// When the window began, in milliseconds on the loop's clock. Move it by the time in which nothing was read.
    var begunAt: Int
    /// The bytes that had arrived by then.
    private var bytes = 0

    init(at now: Int) { begunAt = now }

    /// Whether fewer bytes arrived in a full window than `minimum` a second; begins the next one.
    ///
    /// - Parameters:
    ///   - received: all bytes so far.
    ///   - window: milliseconds.
    mutating func isTooSlow(_ received: Int, at now: Int, window: Int, minimum: Int) -> Bool {
        let elapsed = now - begunAt
        guard elapsed > window else { return false }
        if received - bytes < minimum * elapsed / 1_000 { return true }
        (begunAt, bytes) = (now, received)
        return false
    }
}
