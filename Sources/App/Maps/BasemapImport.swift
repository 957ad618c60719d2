import Foundation

/// Takes maps into a data folder. A server that runs sees them at its next start.
public struct BasemapImport: Sendable {
    /// Why a file is not taken, in words for the host.
    public struct Refusal: Error {
        /// One clause, such as "it holds no tiles".
        public let words: String
    }

    private let folder: String

    /// For the maps of a data folder.
    public init(dataFolder: String) { folder = dataFolder + "/basemaps" }

    /// Checks a file and copies it; a map of the same name is replaced.
    ///
    /// - Returns: what was taken, in one line.
    /// - Throws: `Refusal`.
    public func add(_ path: String) throws -> String {
        guard FileManager.default.fileExists(atPath: path) else { throw Refusal(words: "there is no such file") }
        let name = URL(filePath: path).lastPathComponent
        guard name.hasSuffix(".mbtiles") else { throw Refusal(words: "its name does not end in .mbtiles") }
        do { _ = try BasemapFile(path: path) } catch { throw Refusal(words: error.words) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // Copied beside its last place and checked there: what is in the folder is whole.
        let partial = "\(folder)/.\(name).new"
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
