import Database
import HTTP

/// What sends a person's positions, and forgetting them.
extension Positions {
    /// `GET /settings/devices`
    func showDevices(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let devices = try site.database.read { try PositionQueries.devices($0, of: viewer.id) }
        let page = DevicesPage(
            frame: context.frame("Devices", .settings),
            devices: devices.map { DevicePart($0, isThis: $0.session == viewer.session, words) },
            kept: Preferences.words(forRetention: viewer.retentionHours))
        return context.page(page)
    }

    /// `POST /settings/devices/{id}/forget`
    func forgetDevice(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let followed = try site.database.write { database in
            guard let id = context.parameters["id"].flatMap({ ID<Device>($0) }),
                try PositionQueries.forget(database, id, of: viewer.id)
            else { throw Failure.notFound }
            // What friends see may come from this device.
            return try onForget(database, viewer, context.now)
        }
        let words = WordList.sentences("Its positions are deleted.", followed)
        return context.redirect(to: "/settings/devices", saying: words)
    }

    /// `POST /settings/devices/forget`
    func forgetAll(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let followed = try site.database.write { database in
            try PositionQueries.forget(database, viewer.id)
            return try onForget(database, viewer, context.now)
        }
        let words = WordList.sentences("All your positions are deleted.", followed)
        return context.redirect(to: "/settings/devices", saying: words)
    }
}

/// `GET /settings/devices`
struct DevicesPage {
    let frame: Frame
    let devices: [DevicePart]
    /// How long positions are kept: "one day".
    let kept: String

    var hasPositions: Bool { devices.contains { $0.hasPositions } }
}

/// Something that has sent positions.
struct DevicePart {
    let id: ID<Device>
    /// "Firefox on Linux".
    let name: String
    let icon: IconPart
    let isThis: Bool
    /// "12 positions kept"
    let words: String
    /// When the last of them was sent; nil when none is kept.
    let last: TimePart?

    var hasPositions: Bool { last != nil }

    init(_ device: DeviceEntry, isThis: Bool, _ words: RelativeTimeFormatter) {
        id = device.id
        let agent = device.agent.map { AgentWords($0) }
        name = agent?.text ?? "A browser that is signed out"
        icon = IconPart(agent?.isPhone == true ? "smartphone" : "monitor")
        self.isThis = isThis
        let count = CountWords.starting(device.positionCount, "position")
        self.words = device.positionCount > 0 ? "\(count) kept" : "No position kept"
        last = device.positionCount > 0 ? TimePart(device.seenAt, words) : nil
    }
}
