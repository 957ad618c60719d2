import Foundation
import Media
import Synchronization

/// Makes a map of an extract of OpenStreetMap, by tilemaker where the host has it.
///
/// Source: https://github.com/systemed/tilemaker, versions 2 and 3.
public struct OSMExtract: Sendable {
    /// What names of extracts end in.
    static let ending = "pbf"
    private static let program = "tilemaker"
    /// Seconds of processor time for one map: more than a large country takes.
    private static let maxSeconds = 2 * 86_400
    /// What a host does who lacks it.
    static let installation = "apt install tilemaker"

    /// The path of the extract.
    private let file: String
    /// The folder with `tilemaker.json` and `tilemaker.lua`, which describe the map.
    private let descriptions: String
    private let searchPath: [String]
    private let niceness: Int

    /// Pages go before maps.
    public static let usualNiceness = 15

    /// - Parameters:
    ///   - searchPath: folders in which programs are looked for.
    ///   - niceness: of the program, relative to this process.
    public init(
        _ file: String, descriptions: String, searchPath: [String] = ChildProcess.systemFolders,
        niceness: Int = usualNiceness
    ) {
        (self.file, self.descriptions, self.searchPath, self.niceness) = (file, descriptions, searchPath, niceness)
    }

    /// Whether a file is an extract, by its name.
    public static func isExtract(_ name: String) -> Bool { name.lowercased().hasSuffix(".\(ending)") }

    /// The name of its map: `monaco.mbtiles` of `monaco.osm.pbf`.
    public static func mapName(_ name: String) -> String {
        var stem = String(name.dropLast(ending.count + 1))
        for part in [".osm", "-osm"] where stem.hasSuffix(part) { stem.removeLast(part.count) }
        return "\(stem.isEmpty ? "map" : stem).mbtiles"
    }

    private func locate(_ program: String) -> String? {
        searchPath.lazy.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }

    /// Whether the file begins like an extract. tilemaker takes any other for one without contents, after seconds.
    private var beginsLikeExtract: Bool {
        guard let handle = FileHandle(forReadingAtPath: file), let head = try? handle.read(upToCount: 15) else {
            return false
        }
        return head.dropFirst(6).elementsEqual("OSMHeader".utf8)
    }

    /// - Throws: a refusal when it is none, when there is no tilemaker, or no room for the map.
    func check(room folder: String) throws(BasemapFolder.Refusal) {
        guard beginsLikeExtract else { throw BasemapFolder.Refusal("it is no extract of OpenStreetMap") }
        guard locate(OSMExtract.program) != nil else {
            throw BasemapFolder.Refusal(
                "extracts of OpenStreetMap need a program that this server lacks (\(OSMExtract.installation))",
                isElsewhere: true)
        }
        guard MediaStore.freeBytes(at: folder) > 2 * FileMark.size(file) + MediaStore.reserve else {
            throw BasemapFolder.Refusal("there is no room for its map on the disk", isElsewhere: true)
        }
    }

    /// Makes the map, and adds it to those of a folder. Blocks for seconds for a town, hours for a large country.
    ///
    /// - Parameters:
    ///   - name: of the map.
    ///   - progress: gets how many tiles are written, of how many, 0 while they are not known; false stops it.
    /// - Returns: a one-line description of the map.
    /// - Throws: `BasemapFolder.Refusal`.
    public func makeMap(
        _ name: String, in folder: BasemapFolder, progress: @escaping @Sendable (Int, Int) -> Bool
    ) throws -> String {
        guard FileManager.default.fileExists(atPath: file) else { throw BasemapFolder.Refusal("there is no such file") }
        try folder.make()
        try check(room: folder.path)
        // Its ending tells tilemaker the format, its beginning everybody that it is not done.
        let output = "\(folder.path)/.made-\(name)"
        defer { for file in [output, output + "-journal"] { try? FileManager.default.removeItem(atPath: file) } }
        try? FileManager.default.removeItem(atPath: output)
        try run(output, in: folder.path, progress)
        return try folder.add(output, as: name, moves: true)
    }

    /// The command that makes the map, with the limits under which it runs.
    private func command(_ output: String, in folder: String) throws -> [String] {
        let helpers = ["setpriv", "choom", "prlimit", "nice"].map { locate($0) }
        guard let tool = locate(OSMExtract.program), let bond = helpers[0], let choom = helpers[1],
            let fence = helpers[2], let nice = helpers[3]
        else { throw BasemapFolder.Refusal("programs of util-linux are missing", isElsewhere: true) }
        // Killed with this process, and before it where memory ends; the disk keeps its reserve.
        let room = max(1, MediaStore.freeBytes(at: folder) - MediaStore.reserve)
        return [bond, "--pdeathsig", "KILL", "--", choom, "-n", "1000", "--"]
            + [fence, "--fsize=\(room)", "--core=0", "--cpu=\(OSMExtract.maxSeconds)", "--"]
            + [nice, "-n", "\(niceness)", tool, "--input", file, "--output", output]
            + ["--config", "\(descriptions)/tilemaker.json", "--process", "\(descriptions)/tilemaker.lua"]
    }

    private func run(_ output: String, in folder: String, _ progress: @escaping @Sendable (Int, Int) -> Bool) throws {
        let command = try command(output, in: folder)
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ["PATH": searchPath.joined(separator: ":"), "LC_ALL": "C.UTF-8"]
        process.standardInput = FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (pipe, pipe)
        do { try process.run() } catch {
            throw BasemapFolder.Refusal("\(OSMExtract.program) does not start", isElsewhere: true)
        }
        var (last, isWanted) = ("", true)
        // It writes over its last line, with carriage returns.
        while let data = try? pipe.fileHandleForReading.read(upToCount: 4_096), !data.isEmpty {
            let text = String(decoding: data, as: UTF8.self)
            last = String((last + text).suffix(2_000))
            let (done, whole) = OSMExtract.progress(last) ?? (0, 0)
            if isWanted, !progress(done, whole) {
                isWanted = false
                process.terminate()
            }
        }
        process.waitUntilExit()
        guard isWanted else { throw BasemapFolder.Refusal("it was stopped", isElsewhere: true) }
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            let lines = last.split(whereSeparator: { $0.isNewline || $0 == "\r" })
            throw BasemapFolder.Refusal(
                "tilemaker makes no map of it (\(lines.last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "no reason"))"
            )
        }
    }

    /// The last "writing tile 3 of 98" of its output.
    static func progress(_ text: String) -> (done: Int, whole: Int)? {
        text.matches(of: #/writing tile (\d{1,12}) of (\d{1,12})/#).last.flatMap { match in
            guard let done = Int(match.1), let whole = Int(match.2) else { return nil }
            return (min(done, whole), whole)
        }
    }
}
