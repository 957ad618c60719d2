import Database

/// `GET /settings/devices`
struct DevicesPage {
    let frame: Frame
    let devices: [DevicePart]
    /// How long positions are kept: "one day".
    let kept: String
    /// Where other features lead from here.
    let links: [NavigationPart]

    var hasPositions: Bool { devices.contains { $0.hasPositions } }
}

/// A device that sent positions.
struct DevicePart {
    let id: ID<Device>
    /// "Firefox on Linux".
    let name: String
    let icon: IconPart
    let isThis: Bool
    /// "12 positions kept"
    let words: String
    /// When the last one was sent; nil if none is stored.
    let last: TimePart?

    var hasPositions: Bool { last != nil }

    init(_ device: DeviceEntry, isThis: Bool, _ words: RelativeTimeFormatter) {
        id = device.id
        let agent = device.agent.map { UserAgent($0) }
        name = agent?.text ?? "Signed-out browser"
        icon = IconPart(agent?.isPhone == true ? "smartphone" : "monitor")
        self.isThis = isThis
        let count = CountWords.starting(device.positionCount, "position")
        self.words = device.positionCount > 0 ? "\(count) kept" : "No positions kept"
        last = device.positionCount > 0 ? TimePart(device.seenAt, words) : nil
    }
}
