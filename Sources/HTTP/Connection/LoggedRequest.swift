/// What the access log needs of the current request.
struct LoggedRequest {
    let head: RequestHead
    /// When the last byte of the head was read.
    let start: SuspendingClock.Instant

    /// The time since `start`.
    var microseconds: Int {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    }
}
