import Foundation
import Proximity

/// The maps of a data folder, as files. A running server takes changes up by itself.
public struct BasemapFolder: Sendable {
    /// The folder with the files.
    let path: String

    /// The maps of this data folder.
    public init(dataFolder: String) { self.init(path: dataFolder + "/basemaps") }

    init(path: String) { self.path = path }

    /// The file names of maps by name, usable or not.
    ///
    /// - Throws: `CocoaError` for a folder that cannot be read. A missing one is empty.
    func names() throws -> [String] {
        try FolderEntries.names(in: path).filter { BasemapFile.isName($0) }.sorted()
    }

    /// Opens the maps: those first that lie over others, as the host ordered them, the rest by how detailed they are.
    ///
    /// - Returns: also the files that cannot be used, and why.
    /// - Throws: `CocoaError` for a folder that cannot be read. A missing one is empty.
    func open() throws -> (files: [BasemapFile], unusable: [(name: String, words: String)]) {
        var (files, unusable) = ([BasemapFile](), [(name: String, words: String)]())
        for name in try names() {
            do { files.append(try BasemapFile(path: "\(path)/\(name)")) } catch {
                unusable.append((name, error.words))
            }
        }
        let order = order
        func place(_ file: BasemapFile) -> (Int, Int, String) {
            (order[file.name] ?? .max, -file.zooms.upperBound, file.name)
        }
        return (files.sorted { place($0) < place($1) }, unusable)
    }

    /// The name of the file that says which maps lie over others: their names, one a line.
    static let orderName = "order"
    var orderFile: String { "\(path)/\(BasemapFolder.orderName)" }

    /// The places of the maps that the host ordered.
    private var order: [String: Int] {
        let lines = (try? String(contentsOfFile: orderFile, encoding: .utf8))?.split(separator: "\n") ?? []
        return Dictionary(lines.enumerated().map { (String($0.element), $0.offset) }) { first, _ in first }
    }

    /// What distinguishes the folder's content from later content.
    var marks: [String] { (((try? names()) ?? []) + [BasemapFolder.orderName]).map { FileMark.of("\(path)/\($0)") } }
}

/// Distinguishes a file from a later one of the same name.
enum FileMark {
    /// The same for a file that is not there.
    static func of(_ path: String) -> String {
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        let time = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        return "\(file.lastPathComponent)-\(attributes?[.size] ?? 0)-\(time)"
    }

    /// When the file was written; nil for one that is not there.
    static func time(_ path: String) -> Timestamp? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.modificationDate] as? Date).map { Timestamp(seconds: Int($0.timeIntervalSince1970)) }
    }

    /// Whether two paths name one file.
    static func isSame(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        return lstat(one, &first) == 0 && lstat(other, &second) == 0
            && (first.st_dev, first.st_ino) == (second.st_dev, second.st_ino)
    }

    /// Whether it is a file, and neither a link nor anything else.
    static func isRegular(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType == .typeRegular
    }

    /// In bytes; 0 for a file that is not there.
    static func size(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
    }
}
