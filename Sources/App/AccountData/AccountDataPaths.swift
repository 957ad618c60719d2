/// The addresses of the feature.
enum AccountDataPaths {
    static let export = "/settings/export"
    static let removeExport = "/settings/export/remove"
    static let delete = "/settings/delete"

    /// A finished archive.
    static func file(_ name: String) -> String { "/settings/export/\(name)" }
}
