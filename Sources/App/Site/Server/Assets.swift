import Crypto
import Foundation
import HTML

/// The style sheet and the script of every page, joined at start from one file per component. Their URLs contain a hash
/// of the content, so that browsers cache them forever and still get every change. Also the service worker, joined from
/// its two files, with these URLs.
struct Assets: Sendable {
    /// `/app.css?v=HASH`.
    let styleSheet: String
    /// `/app.js?v=HASH`.
    let script: String
    /// The scripts of single pages by name: `/js/NAME.js?v=HASH`. A page names one in `data-script`.
    let pageScripts: [String: String]
    /// The style sheets of what few pages show, by name: `/css/NAME.css?v=HASH`. A part links to its own.
    let pageStyles: [String: String]
    /// The folder with the joined files, and those of single pages in `js` and `css`.
    let folder: String

    /// Other files that the service worker caches: those that every page shows.
    private static let kept = [
        "/fonts/inter-latin.woff2", "/icons/icons.svg", "/favicon.svg", "/manifest.webmanifest",
    ]

    /// Joins `css/*.css`, and `js/vendor/*.js` before `js/*.js`, from the public folder into `folder`, sorted by name.
    /// Copies `css/pages/*.css` and `js/pages/*.js`, and joins each folder of `js/pages` into one script of its name.
    ///
    /// - Throws: if a folder cannot be read or written.
    init(publicFolder: String, folder: String) throws {
        self.folder = folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        styleSheet = try Assets.join([publicFolder + "/css"], "css", into: folder)
        script = try Assets.join([publicFolder + "/js/vendor", publicFolder + "/js"], "js", into: folder)
        pageScripts = try Assets.copy(publicFolder + "/js/pages", "js", into: folder + "/js")
        pageStyles = try Assets.copy(publicFolder + "/css/pages", "css", into: folder + "/css")
        try writeWorker(publicFolder: publicFolder)
    }

    private init(noneIn folder: String) {
        self.folder = folder
        styleSheet = ""
        script = ""
        pageScripts = [:]
        pageStyles = [:]
    }

    /// For a command that answers nobody. Writes nothing: a running server may have its own in the folder.
    static func none(in folder: String) -> Assets { Assets(noneIn: folder) }

    /// Prepends to the worker's script the list of files to cache and a version that changes with their content.
    private func writeWorker(publicFolder: String) throws {
        let kept = [styleSheet, script] + Assets.kept
        let worker = try ["/sw.js", "/sw-copies.js"].reduce(Data()) { joined, file in
            try joined + Data(contentsOf: URL(fileURLWithPath: publicFolder + file))
        }
        // The first two have the hash of their content in their URLs.
        let files = try Assets.kept.map { try Data(contentsOf: URL(fileURLWithPath: publicFolder + $0)) }
        let version = Assets.hash(files.reduce(Data(kept.joined().utf8), +) + worker)
        let list = kept.map { "\"\($0)\"" }.joined(separator: ", ")
        let head = "const version = \"\(version)\";\nconst assets = [\(list)];\n"
        try Assets.write(Data(head.utf8) + worker, to: "\(folder)/sw.js")
    }

    private static func join(_ sources: [String], _ ending: String, into folder: String) throws -> String {
        let joined = try joined(sources, ending)
        try write(joined, to: "\(folder)/app.\(ending)")
        return "/app.\(ending)?v=\(hash(joined))"
    }

    /// The files of some folders, one after the other.
    private static func joined(_ sources: [String], _ ending: String) throws -> Data {
        var joined = Data()
        for source in sources {
            let names = try FileManager.default.contentsOfDirectory(atPath: source).filter {
                $0.hasSuffix("." + ending)
            }
            for name in names.sorted() {
                joined.append(try read("\(source)/\(name)"))
                joined.append(0x0A)
            }
        }
        return joined
    }

    /// A file without comments and indentation. Libraries stay as they are.
    private static func read(_ path: String) throws -> Data {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        if path.contains("/vendor/") { return data }
        let bytes = [UInt8](data)
        return Data(path.hasSuffix(".css") ? AssetText.styleSheet(bytes) : AssetText.script(bytes))
    }

    private static func copy(_ source: String, _ ending: String, into folder: String) throws -> [String: String] {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let addresses = try FileManager.default.contentsOfDirectory(atPath: source).map { file in
            let isFile = file.hasSuffix(".\(ending)")
            let name = isFile ? String(file.dropLast(ending.count + 1)) : file
            let content = try isFile ? read("\(source)/\(file)") : joined(["\(source)/\(file)"], ending)
            try write(content, to: "\(folder)/\(name).\(ending)")
            return (name, "/\(ending)/\(name).\(ending)?v=\(hash(content))")
        }
        return Dictionary(uniqueKeysWithValues: addresses)
    }

    /// Leaves an unchanged file alone, so that its modification time and validators stay.
    private static func write(_ data: Data, to file: String) throws {
        if FileManager.default.contents(atPath: file) != data { try data.write(to: URL(fileURLWithPath: file)) }
    }

    private static func hash(_ data: Data) -> String {
        SHA256.hash(data).prefix(6).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
