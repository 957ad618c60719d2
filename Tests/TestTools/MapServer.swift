import Curl
import Foundation

/// A server of one file that a test starts; it ends with this object.
public final class MapServer {
    /// An answer that it has given.
    public struct Answer: Sendable {
        /// As asked for: "bytes=0-99"; "-" for the whole file.
        public let range: String
        /// Bytes of the body.
        public let bytes: Int
    }

    private let server: ScriptServer
    private let folder = Folder()

    public init(_ bytes: [UInt8]) throws {
        let file = folder.path + "/served"
        try Data(bytes).write(to: URL(filePath: file))
        server = try ScriptServer("range_server.py", [file])
    }

    public var port: Int { server.port }

    /// The address that answers as its path says.
    public func url(_ way: String) throws -> CheckedURL {
        guard let url = CheckedURL("http://127.0.0.1:\(port)/\(way)", trusting: try TrustedHosts("127.0.0.1:\(port)"))
        else { throw CocoaError(.coderInvalidValue) }
        return url
    }

    /// Ends the server: all its answers.
    public func answers() -> [Answer] {
        server.lastLines().compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 3, let bytes = Int(words[2]) else { return nil }
            return Answer(range: String(words[1]), bytes: bytes)
        }
    }
}
