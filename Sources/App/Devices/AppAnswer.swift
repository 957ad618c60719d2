import Database
import Foundation
import HTTP
import PositionSources
import Proximity

/// What each app waits for.
extension Devices {
    private struct Good: Encodable {
        let result = "ok"
    }

    /// Overland keeps its queue unless it gets this object, OwnTracks wants a list, the others look at the status alone.
    ///
    /// - Parameter sender: who gets to know where others are; nil for nobody.
    func answer(
        _ source: PositionSource, reading: AppReading, to sender: AppSender?, in context: RequestContext
    ) throws -> Response {
        if source == .overland || reading.isOverland || Devices.isOverland(context) { return try context.json(Good()) }
        guard source == .owntracks else {
            return context.finished(Response(status: .ok, headers: Headers(), body: .bytes([])))
        }
        guard let sender else { return try context.json([String]()) }
        let companions = try site.database.read { database in
            try self.companions(database, sender.app.account, context.now)
        }
        return try context.json(OwnTracksFriends.entries(companions, for: sender, faces: faces, at: context.now))
    }

    /// Overland in its OwnTracks mode sends its token as it is, which no other app does.
    private static func isOverland(_ context: RequestContext) -> Bool {
        let header = context.request.head.headers["authorization"] ?? ""
        return header.hasPrefix("Basic ") && header.hasSuffix(":")
    }
}
