/// The addresses of the feature.
enum BackupPaths {
    static let overview = "/admin/backup"
    static let runNow = "/admin/backup/run"

    /// A folder of the server's disk, as an example.
    static let exampleFolder = "/mnt/backup/cairn"

    static func file(_ name: String) -> String { "/admin/backup/\(PathText.component(name))" }
    static func download(_ name: String) -> String { file(name) + "/download" }
    static func delete(_ name: String) -> String { file(name) + "/delete" }
}
