import Database

/// The paths of the feature.
enum PositionPaths {
    static let positions = "/positions"
    static let devices = "/settings/devices"
    static let forgetAll = "/settings/devices/forget"

    /// Deletes the positions of one device.
    static func forget(_ device: ID<Device>) -> String { "/settings/devices/\(device)/forget" }
}
