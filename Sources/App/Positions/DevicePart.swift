import Database

/// A device that sent positions.
struct DevicePart {
    let id: ID<Device>
    /// "Firefox on Linux", or what its owner calls a phone app.
    let name: String
    let icon: IconPart
    let isThis: Bool
    /// Whether it is a phone app.
    let isApp: Bool
    /// "12 positions kept"
    let words: String
    /// When the last one was sent; nil if none is stored.
    let last: TimePart?

    var hasPositions: Bool { last != nil }

    init(_ device: DeviceEntry, isThis: Bool, _ times: RelativeTimeFormatter) {
        id = device.id
        let agent = device.agent.map { UserAgent($0) }
        isApp = device.name != nil
        name = device.name ?? agent?.text ?? "Signed-out browser"
        icon = IconPart(agent?.isPhone == true || isApp ? "smartphone" : "monitor")
        self.isThis = isThis
        let count = CountWords.starting(device.positionCount, "position")
        self.words = device.positionCount > 0 ? "\(count) kept" : "No positions kept"
        last = device.positionCount > 0 ? TimePart(device.seenAt, times) : nil
    }
}
