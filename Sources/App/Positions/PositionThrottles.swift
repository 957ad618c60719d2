import Safeguards

extension Throttle {
    /// Current positions, by device. These counters are kept in memory, see ``RateLimiter``; so are those of the rules
    /// below.
    static let positionByDevice = Throttle(
        "position-device", label: "Positions, by device", attempts: 2, window: second)
    /// Current positions, by account.
    static let positionByAccount = Throttle(
        "position-account", label: "Positions, by account", attempts: 10, window: second)
    /// Late positions, which phones send all at once when they are back online, by device.
    static let latePositions = Throttle(
        "position-late", label: "Positions sent late, by device", attempts: 50, window: second)
    /// Late positions in a day, by device.
    static let latePositionsByDay = Throttle(
        "position-late-day", label: "Positions sent late in all, by device", attempts: 20_000, window: day)
    /// Notes on what a device sends, such as that it sends too often, by device and note.
    static let positionNote = Throttle(
        "position-note", label: "Lines of the log of a device, of one kind", attempts: 1, window: minute)
}

extension Positions {
    var throttles: [Throttle] {
        [
            .positionByDevice, .positionByAccount, .latePositions, .latePositionsByDay, .positionNote,
        ]
    }
}
