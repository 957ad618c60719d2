import Foundation

/// The maps of a data folder, as files. A running server takes changes up by itself.
public struct BasemapFolder: Sendable {
    /// Why something cannot be done, in words for the host.
    public struct Refusal: Error {
        /// One clause, such as "it holds no tiles".
        public let reason: String
        /// Whether nothing is wrong with the file: there is no room for it, for example.
        public let isElsewhere: Bool

        init(_ reason: String, isElsewhere: Bool = false) { (self.reason, self.isElsewhere) = (reason, isElsewhere) }
    }

    /// A file that cannot be used as a map.
    struct Damaged: Sendable {
        let name: String
        /// One clause, such as "it is cut off".
        let reason: String
    }

    /// The folder with the files.
    public let path: String

    /// The maps of this data folder.
    public init(dataFolder: String) { path = dataFolder + "/basemaps" }

    init(_ path: String) { self.path = path }

    /// The file names of maps by name, usable or not.
    ///
    /// - Throws: `CocoaError` for a folder that cannot be read. A missing one is empty.
    func names() throws -> [String] {
        try FolderEntries.names(in: path).filter { BasemapFolder.isMap($0) }.sorted()
    }

    /// Opens the maps: those first that lie over others, as the host ordered them, the rest by how detailed they are.
    ///
    /// - Returns: also the files that cannot be used.
    /// - Throws: `CocoaError` for a folder that cannot be read. A missing one is empty.
    func open() throws -> (maps: [BasemapFile], damaged: [Damaged]) {
        var (maps, damaged) = ([BasemapFile](), [Damaged]())
        for name in try names() {
            do { maps.append(try BasemapFile(path: "\(path)/\(name)")) } catch {
                damaged.append(Damaged(name: name, reason: error.reason))
            }
        }
        let order = order
        let sorted = maps.enumerated().sorted { one, other in
            let (first, second) = (order[one.element.fileName] ?? .max, order[other.element.fileName] ?? .max)
            let (detail, otherDetail) = (-one.element.zooms.upperBound, -other.element.zooms.upperBound)
            return (first, detail, one.offset) < (second, otherDetail, other.offset)
        }
        return (sorted.map { $0.element }, damaged)
    }

    /// Whether a file name is that of a map: no path, and nothing that is still being loaded.
    static func isMap(_ name: String) -> Bool {
        !name.hasPrefix(".") && !name.contains("/") && name.utf8.count <= maxNameBytes
            && BasemapFile.extensions.contains { name.hasSuffix(".\($0)") }
    }

    /// A file system takes 255, and names of parts are longer.
    private static let maxNameBytes = 200
    /// The file that says which maps lie over others: their names, one a line.
    static let orderName = "order"
    var orderFile: String { "\(path)/\(BasemapFolder.orderName)" }

    /// The places of the maps that the host ordered.
    var order: [String: Int] {
        let lines = (try? String(contentsOfFile: orderFile, encoding: .utf8))?.split(separator: "\n") ?? []
        return Dictionary(lines.enumerated().map { (String($0.element), $0.offset) }) { first, _ in first }
    }

    /// What distinguishes the folder's content from later content.
    var marks: [String] {
        let names = (try? names()) ?? []
        return names.map { FileMark.of("\(path)/\($0)") } + (order.isEmpty ? [] : [FileMark.of(orderFile)])
    }
}

/// Distinguishes a file from a later one of the same name.
enum FileMark {
    /// In bytes; 0 for a file that is not there.
    static func size(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
    }

    static func of(_ path: String) -> String {
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        let time = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        return "\(file.lastPathComponent)-\(attributes?[.size] ?? 0)-\(time)"
    }
}
