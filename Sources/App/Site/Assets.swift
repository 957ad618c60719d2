import Crypto
import Foundation

/// The style sheet and the script of every page, joined at start from one file a component, under a name that holds
/// their content's hash: a browser keeps them for good and still gets every change.
struct Assets: Sendable {
    /// `/app.css?v=HASH`.
    let styleSheet: String
    /// `/app.js?v=HASH`.
    let script: String
    /// The folder that holds the joined files.
    let folder: String

    /// Joins `css/*.css` and `js/*.js` of the public folder, in the order of their names, into `folder`.
    ///
    /// - Throws: when a folder cannot be read or written.
    init(publicFolder: String, folder: String) throws {
        self.folder = folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        styleSheet = try Assets.join(publicFolder + "/css", "css", into: folder)
        script = try Assets.join(publicFolder + "/js", "js", into: folder)
    }

    private static func join(_ source: String, _ ending: String, into folder: String) throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: source).filter { $0.hasSuffix("." + ending) }
        var joined = Data()
        for name in names.sorted() {
            joined.append(try Data(contentsOf: URL(fileURLWithPath: "\(source)/\(name)")))
            joined.append(0x0A)
        }
        let file = "\(folder)/app.\(ending)"
        // An unchanged file keeps its time, and so its validators.
        if FileManager.default.contents(atPath: file) != joined { try joined.write(to: URL(fileURLWithPath: file)) }
        let hash = SHA256.hash(data: joined).prefix(6).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        return "/app.\(ending)?v=\(hash.joined())"
    }
}
