import Database
import Foundation
import Logging
import Proximity

/// The demo world: friends in central Helsinki, used by demos, screenshots and tests. Everything except the password is
/// the same each time. Times are relative to its creation, so that "this morning" is always in the past.
public struct DemoWorld: Sendable {
    /// The data folder contains something else.
    public struct Occupied: Error {
        /// The folder.
        public let folder: String
    }

    /// The demo world that was created or already existed.
    public struct Made: Sendable {
        /// The names to sign in with.
        public let names: [String]
        /// The password of everybody.
        public let password: String
    }

    private let options: AppOptions

    /// Whether the data folder holds a demo world.
    public var isMade: Bool { DemoFolder.isDemo(options.dataFolder) }

    /// The demo world in the data folder of `options`.
    public init(_ options: AppOptions) { self.options = options }

    /// Creates the world if it does not exist. `reset` deletes an existing demo world first.
    ///
    /// - Parameters:
    ///   - password: the password of everybody; random if nil.
    /// - Throws: `Occupied` if the folder contains data that is not a demo world; `BackupFailure` during a restore to it.
    public func make(
        password: String?, reset: Bool, environment: Environment = .real, log: Logger
    ) throws -> Made {
        let names = DemoCast.names
        try RestoreTarget.refuseUnfinished(options.dataFolder)
        if FileManager.default.fileExists(atPath: options.dataFolder + "/cairn.sqlite") {
            guard isMade else { throw Occupied(folder: options.dataFolder) }
            if !reset {
                let file = DemoFolder.passwordFile(in: options.dataFolder)
                let kept = try String(contentsOfFile: file, encoding: .utf8)
                return Made(names: names, password: kept.trimmingCharacters(in: .whitespacesAndNewlines))
            }
            try FileManager.default.removeItem(atPath: options.dataFolder)
        }
        let password = password ?? Base64URL.encode(environment.randomBytes(9))
        // Built in another folder and moved: an interrupted build is never mistaken for a complete one.
        var building = options
        building.dataFolder = options.dataFolder + ".new"
        building.initialSettings.place = DemoCast.centre
        try? FileManager.default.removeItem(atPath: building.dataFolder)
        try copyBasemap(to: building.dataFolder)
        let app = try App(building, environment: environment, log: log)
        let pictures = options.publicFolder.map { DemoWorld.pictures(in: $0) }
        let story = DemoStory(app, environment.clock(), pictures: pictures ?? "")
        try story.tell(password: password)
        app.close()
        try PrivateFile.write(Array("\(password)\n".utf8), to: DemoFolder.passwordFile(in: building.dataFolder))
        try? FileManager.default.removeItem(atPath: options.dataFolder)
        try FileManager.default.moveItem(atPath: building.dataFolder, toPath: options.dataFolder)
        return Made(names: names, password: password)
    }

    /// Where a public folder holds the pictures and sounds of the demo world.
    public static func pictures(in publicFolder: String) -> String { publicFolder + "/demo" }

    /// The town's map is one of the site's public files.
    private func copyBasemap(to folder: String) throws {
        guard let publicFolder = options.publicFolder else { return }
        let source = publicFolder + "/basemap/helsinki.mbtiles"
        guard FileManager.default.fileExists(atPath: source) else { return }
        _ = try BasemapFolder(dataFolder: folder).add(source)
    }
}
