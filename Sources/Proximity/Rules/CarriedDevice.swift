/// Which of a person's devices stands for the person: the one they chose, otherwise the one that moved last.
///
/// Gates, plausibility and fences are kept per device, but a group follows people: someone with a laptop at home and a
/// phone in the bar is in the bar.
public struct CarriedDevice: Hashable, Sendable {
    /// A device has moved when it is farther than this, beyond both fixes' accuracy, from where it last rested. Less is
    /// a receiver's drift, or a walk round the house.
    public static let movement: Metres = 25
    /// Devices whose rest is kept. One more makes the device be forgotten that rested longest ago: browsers come and go, and
    /// what is stored must not grow with them.
    public static let mostDevices = 20

    /// The device the person chose; nil = the device that moved last.
    public let chosen: Int64?
    /// The device assumed to be carried; nil before the first fix.
    public private(set) var current: Int64?
    private var rests: [Int64: Rest] = [:]

    private struct Rest: Hashable {
        var coordinate: Coordinate
        var accuracy: Metres
        var time: Timestamp
    }

    /// A state without any fix.
    public init(chosen: Int64? = nil) {
        self.chosen = chosen
        current = chosen
    }

    /// The same state with another choice. Without a choice, the current device stays until another one moves.
    public func choosing(_ device: Int64?) -> CarriedDevice {
        var next = CarriedDevice(chosen: device)
        next.rests = rests
        next.current = device ?? current
        return next
    }

    /// The state after a plausible fix of `device`, and whether that device is the carried one, so that the fix is the
    /// person's position. Typed and mocked fixes and those coarser than ``Gate/maximumAccuracy`` change nothing. A fix dated
    /// ahead of `now` counts as taken now.
    public func advanced(by fix: Fix, of device: Int64, now: Timestamp) -> (state: CarriedDevice, isCarried: Bool) {
        var next = self
        guard let accuracy = fix.accuracy, !fix.isMock, accuracy <= Gate.maximumAccuracy else {
            return (self, current == device)
        }
        let rest = Rest(coordinate: fix.coordinate, accuracy: accuracy, time: min(fix.time, now))
        guard let before = rests[device] else {
            if rests.count >= CarriedDevice.mostDevices { next.forgetOldest() }
            next.rests[device] = rest
            next.current = chosen ?? current ?? device
            return (next, next.current == device)
        }
        let moved = fix.coordinate.distance(to: before.coordinate) - accuracy - before.accuracy
        if moved > CarriedDevice.movement && (rest.time >= before.time || before.time.isFromWrongClock(now: now)) {
            next.rests[device] = rest
            next.current = chosen ?? device
        }
        return (next, next.current == device)
    }

    /// Forgets the device that rested longest ago, except the one that is carried.
    private mutating func forgetOldest() {
        let others = rests.filter { $0.key != current && $0.key != chosen }
        if let oldest = others.min(by: { ($0.value.time, $0.key) < ($1.value.time, $1.key) }) {
            rests[oldest.key] = nil
        }
    }
}

/// Stored as text: the chosen device, the current one, and for each device its id, latitude, longitude, accuracy and
/// time.
extension CarriedDevice: LosslessStringConvertible {
    /// Reads what ``description`` wrote: nil for anything else.
    public init?(_ description: String) {
        var fields = StateFields(description)
        guard let state = try? CarriedDevice(&fields) else { return nil }
        self = state
    }

    /// The stored text; the same for the same state.
    public var description: String {
        var text = StateText()
        text.add(chosen)
        text.add(current)
        for (device, rest) in rests.sorted(by: { $0.key < $1.key }) {
            text.add(device)
            text.add(rest.coordinate)
            text.add(rest.accuracy.value)
            text.add(rest.time.milliseconds)
        }
        return text.text
    }

    private init(_ fields: inout StateFields) throws(StateFields.Malformed) {
        self.init(chosen: try fields.optionalInteger())
        current = try fields.optionalInteger()
        while !fields.isAtEnd {
            let device = try fields.integer()
            rests[device] = Rest(
                coordinate: try fields.coordinate(), accuracy: Metres(try fields.number()), time: try fields.time())
        }
    }
}
