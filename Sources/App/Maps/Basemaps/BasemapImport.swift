import Foundation

/// Imports maps into a data folder. A running server uses them after a restart.
public struct BasemapImport: Sendable {
    /// Why a file is refused, in words for the host.
    public struct Refusal: Error {
        /// One clause, such as "it holds no tiles".
        public let words: String
    }

    private let folder: String

    /// Imports into this data folder.
    public init(dataFolder: String) { folder = dataFolder + "/basemaps" }

    /// Validates and copies a file; replaces a map of the same name.
    ///
    /// - Returns: a one-line description of the map.
    /// - Throws: `Refusal`.
    public func add(_ path: String) throws -> String {
        guard FileManager.default.fileExists(atPath: path) else { throw Refusal(words: "there is no such file") }
        let name = URL(filePath: path).lastPathComponent
        guard BasemapFile.isName(name) else {
            throw Refusal(words: "its name ends in neither .mbtiles nor .pmtiles")
        }
        do {
            let map = try BasemapFile(path: path)
            try map.validate()
            try map.checkDrawing()
        } catch { throw Refusal(words: error.words) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // Copied under a temporary name and validated there, so that the folder only has complete files.
        let partial = "\(folder)/.new-\(name)"
        try? FileManager.default.removeItem(atPath: partial)
        try FileManager.default.copyItem(atPath: path, toPath: partial)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: partial)
        let map: BasemapFile
        do { map = try BasemapFile(path: partial) } catch { throw Refusal(words: error.words) }
        guard rename(partial, "\(folder)/\(name)") == 0 else {
            throw Refusal(words: "the data folder cannot be written")
        }
        let zooms = "zoom \(map.zooms.lowerBound) to \(map.zooms.upperBound)"
        return
            "added \(name): \(zooms)\(map.attribution.isEmpty ? "" : ", \(map.attribution)"); restart the server to see it"
    }
}
