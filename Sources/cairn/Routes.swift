import App
import ArgumentParser
import Foundation
import Logging

/// `cairn routes`
struct Routes: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List every route: method, path, who may call it.")

    @Option(name: .customLong("public"), help: "The folder with style sheets, scripts and fonts.")
    var publicFolder: String?

    func run() throws {
        // The table comes from a real app, so this creates one on an empty folder.
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-routes-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let options = AppOptions(dataFolder: folder, publicFolder: try PublicFolder.find(publicFolder))
        let app = try App(options, log: try Setting.logger())
        for line in app.routeTable { print(line) }
        app.close()
    }
}
