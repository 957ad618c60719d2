/// Which of a person's devices is the person: the one they chose, else the one that moved last.
///
/// Gates, plausibility and fences are kept per device, but a group follows people: a laptop at home and a phone in the bar
/// are one person, in the bar.
public struct CarriedDevice: Hashable, Sendable, Codable {
    /// A device has moved when it is farther than this, beyond both fixes' accuracy, from where it last rested: less is a
    /// receiver's drift, or a walk round the house.
    public static let movement: Metres = 25

    /// The device the person chose; nil = whichever moved last.
    public let chosen: Int64?
    /// The device that is held to be carried; nil before the first fix.
    public private(set) var current: Int64?
    private var rests: [Int64: Rest] = [:]

    private struct Rest: Hashable, Codable {
        var coordinate: Coordinate
        var accuracy: Metres
        var time: Timestamp
    }

    /// Nothing known yet.
    public init(chosen: Int64? = nil) {
        self.chosen = chosen
        current = chosen
    }

    /// The same knowledge under another choice; without a choice, the device carried so far stays until another moves.
    public func choosing(_ device: Int64?) -> CarriedDevice {
        var next = CarriedDevice(chosen: device)
        next.rests = rests
        next.current = device ?? current
        return next
    }

    /// The state after a believed fix of `device`, and whether that device is the carried one, so that the fix is where
    /// the person is. Typed and mocked fixes and those coarser than ``Gate/maximumAccuracy`` move nothing.
    public func advanced(by fix: Fix, of device: Int64) -> (state: CarriedDevice, isCarried: Bool) {
        var next = self
        guard let accuracy = fix.accuracy, !fix.isMock, accuracy <= Gate.maximumAccuracy else {
            return (self, current == device)
        }
        let rest = Rest(coordinate: fix.coordinate, accuracy: accuracy, time: fix.time)
        guard let before = rests[device] else {
            next.rests[device] = rest
            next.current = chosen ?? current ?? device
            return (next, next.current == device)
        }
        let moved = fix.coordinate.distance(to: before.coordinate) - accuracy - before.accuracy
        if moved > CarriedDevice.movement && fix.time >= before.time {
            next.rests[device] = rest
            next.current = chosen ?? device
        }
        return (next, next.current == device)
    }
}
