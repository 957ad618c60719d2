import Crypto
import Foundation

/// One SHA-256 over the path and the SHA-256 of each file below a folder, in the order of the paths. The manifest, which tells it,
/// is left out.
enum FolderDigest {
    /// The digest in hexadecimal digits. Reads every byte.
    static func of(_ folder: String) throws -> String {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        let all = SHA256()
        for path in paths where try path != BackupArchive.Manifest.file && isFile("\(folder)/\(path)") {
            all.update(Array("\(path)\u{0}".utf8))
            all.update(try digest(of: "\(folder)/\(path)"))
        }
        return SHA256.text(all.finalize())
    }

    private static func isFile(_ path: String) throws -> Bool {
        try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType == .typeRegular
    }

    private static func digest(of path: String) throws -> [UInt8] {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        let hash = SHA256()
        while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { hash.update(piece) }
        return hash.finalize()
    }
}
