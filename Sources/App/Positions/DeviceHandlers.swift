import Database
import HTTP

/// Deletes positions of devices.
extension Positions {
    /// `POST /settings/devices/{id}/forget`
    func forgetDevice(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let id = context.parameters["id"].flatMap({ ID<Device>($0) }) else { throw Failure.notFound }
        try erase(of: viewer.id, from: id)
        let followed = try site.database.write { database in
            guard try PositionQueries.forget(database, id, of: viewer.id)
            else { throw Failure.notFound }
            // The area that friends see may come from this device.
            return try tellForgotten(database, viewer, context.now)
        }
        let words = WordList.sentences("The positions of that device are deleted.", followed)
        return context.redirect(to: PositionPaths.devices, saying: words)
    }

    /// `POST /settings/devices/forget`
    func forgetAll(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try erase(of: viewer.id)
        let followed = try site.database.write { database in
            try PositionQueries.forget(database, viewer.id)
            return try tellForgotten(database, viewer, context.now)
        }
        let words = WordList.sentences("All your positions are deleted.", followed)
        return context.redirect(to: PositionPaths.devices, saying: words)
    }
}
