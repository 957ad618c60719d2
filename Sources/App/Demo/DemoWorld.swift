import Database
import Foundation
import Logging
import Proximity

/// The named cast of friends in central Helsinki that demos, screenshots and tests share. Everything but the password
/// is the same each time, told from the moment it is made: "this morning" is always in the past.
public struct DemoWorld: Sendable {
    /// A data folder that holds something else.
    public struct Occupied: Error {
        /// The folder.
        public let folder: String
    }

    /// What was made, or was there already.
    public struct Made: Sendable {
        /// The names to sign in with.
        public let names: [String]
        /// The password that all of them share.
        public let password: String
    }

    private let options: AppOptions

    /// A world in the data folder of `options`.
    public init(_ options: AppOptions) { self.options = options }

    /// Makes the world unless it is there. `reset` deletes it first, which only works on a demo world.
    ///
    /// - Parameters:
    ///   - password: the password of everybody; random when nil.
    /// - Throws: `Occupied` when the folder holds data that is no demo world's.
    public func make(
        password: String?, reset: Bool, environment: Environment = .real, log: Logger
    ) throws -> Made {
        let names = DemoCast.names
        let isMade = FileManager.default.fileExists(atPath: passwordFile)
        if FileManager.default.fileExists(atPath: options.dataFolder + "/cairn.sqlite") {
            guard isMade else { throw Occupied(folder: options.dataFolder) }
            if !reset {
                let kept = try String(contentsOfFile: passwordFile, encoding: .utf8)
                return Made(names: names, password: kept.trimmingCharacters(in: .whitespacesAndNewlines))
            }
            try FileManager.default.removeItem(atPath: options.dataFolder)
        }
        let password = password ?? Base64URL.encode(environment.randomBytes(9))
        // Built beside its last place: a world that was cut short is never mistaken for a whole one.
        var building = options
        building.dataFolder = options.dataFolder + ".new"
        building.initialSettings.place = DemoCast.centre
        try? FileManager.default.removeItem(atPath: building.dataFolder)
        try copyBasemap(to: building.dataFolder)
        let app = try App(building, environment: environment, log: log)
        try DemoStory(app, environment.clock()).tell(password: password)
        app.close()
        try PrivateFile.write(Array("\(password)\n".utf8), to: building.dataFolder + "/password.txt")
        try? FileManager.default.removeItem(atPath: options.dataFolder)
        try FileManager.default.moveItem(atPath: building.dataFolder, toPath: options.dataFolder)
        return Made(names: names, password: password)
    }

    /// The town's map comes with the site's public files.
    private func copyBasemap(to folder: String) throws {
        let source = options.publicFolder + "/basemap/helsinki.mbtiles"
        guard FileManager.default.fileExists(atPath: source) else { return }
        _ = try BasemapImport(dataFolder: folder).add(source)
    }

    private var passwordFile: String { options.dataFolder + "/password.txt" }
}
