import Database
import PositionSources

/// The paths of the feature; those of the list are `PositionPaths`.
enum DevicePaths {
    static let deleteAll = "/settings/devices/delete"

    static func device(_ id: ID<Device>) -> String { "/settings/devices/\(id)" }
    static func renew(_ id: ID<Device>) -> String { "/settings/devices/\(id)/renew" }
    static func pause(_ id: ID<Device>) -> String { "/settings/devices/\(id)/pause" }
    static func rename(_ id: ID<Device>) -> String { "/settings/devices/\(id)/rename" }
    static func delete(_ id: ID<Device>) -> String { "/settings/devices/\(id)/delete" }

    /// Where an app sends; with the token as last segment for those that know no other way.
    static func ingest(_ source: PositionSource, token: String? = nil) -> String {
        "/ingest/\(source.rawValue)\(token.map { "/\($0)" } ?? "")"
    }
}
