import App
import ArgumentParser
import Foundation
import Logging

/// `cairn routes`
struct Routes: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List every route: method, path, who may call it.")

    /// Accepted as by other commands; none of its files is needed.
    @Option(name: .customLong("public"), help: .hidden)
    var publicFolder: String?

    func run() throws {
        // The table comes from a real app, so this creates one on an empty folder.
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-routes-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let app = try App(AppOptions(dataFolder: folder, publicFolder: nil), log: try Setting.logger())
        for line in app.routeTable { print(line) }
        app.close()
    }
}
