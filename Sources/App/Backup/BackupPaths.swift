/// The addresses of the feature.
enum BackupPaths {
    static let overview = "/admin/backup"
    static let runNow = "/admin/backup/run"

    static func file(_ name: String) -> String { "/admin/backup/\(PathText.component(name))" }
    static func download(_ name: String) -> String { file(name) + "/download" }
    static func delete(_ name: String) -> String { file(name) + "/delete" }
}
