import Database
import HTTP

/// Lists devices and deletes their positions.
extension Positions {
    /// `GET /settings/devices`
    func showDevices(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let devices = try site.database.read { try PositionQueries.devices($0, of: viewer.id) }
        let page = DevicesPage(
            frame: context.frame("Devices", .settings),
            devices: devices.map { DevicePart($0, isThis: $0.session == viewer.session, words) },
            kept: PositionRetention.words(viewer.retentionHours),
            links: site.features.links(.devices, viewer))
        return context.page(page)
    }

    /// `POST /settings/devices/{id}/forget`
    func forgetDevice(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let followed = try site.database.write { database in
            guard let id = context.parameters["id"].flatMap({ ID<Device>($0) }),
                try PositionQueries.forget(database, id, of: viewer.id)
            else { throw Failure.notFound }
            // The area that friends see may come from this device.
            return try tellForgotten(database, viewer, context.now)
        }
        let words = WordList.sentences("The positions of that device are deleted.", followed)
        return context.redirect(to: PositionPaths.devices, saying: words)
    }

    /// `POST /settings/devices/forget`
    func forgetAll(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let followed = try site.database.write { database in
            try PositionQueries.forget(database, viewer.id)
            return try tellForgotten(database, viewer, context.now)
        }
        let words = WordList.sentences("All your positions are deleted.", followed)
        return context.redirect(to: PositionPaths.devices, saying: words)
    }
}
