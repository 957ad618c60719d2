import Foundation
import Text

/// How a playlist calls a file, without its folders. Either may be what the file is called: not every program encodes.
public struct PlaylistName: Sendable, Equatable {
    /// As it stands in the playlist.
    public let written: String
    /// What that is where percent signs encode.
    public let decoded: String
}

/// Reads the order of songs from playlists: M3U, M3U8, PLS and XSPF.
///
/// Nothing that a playlist names is ever opened or fetched: of each entry only the name of its file counts.
public enum PlaylistFile {
    /// Bytes, and most entries.
    public static let largest = 2_000_000, most = 10_000
    private static let longestName = 255
    private static let tooMany = ZoneFileProblem("The playlist has more than 10,000 entries.")

    /// The names of the files in order.
    ///
    /// - Throws: a sentence if it names none, or too many.
    public static func names(_ data: Data) throws(ZoneFileProblem) -> [PlaylistName] {
        guard data.count <= largest else { throw ZoneFileProblem("The playlist is larger than 2 MB.") }
        let entries = try entries(text(data))
        guard entries.count <= most else { throw tooMany }
        let names = entries.map { name(of: $0) }.filter { !$0.written.isEmpty }
        guard !names.isEmpty else { throw ZoneFileProblem("The playlist names no file.") }
        return names
    }

    private static func entries(_ text: String) throws(ZoneFileProblem) -> [String] {
        if text.unicodeScalars.first(where: { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }) == "<" {
            return try xspf(text)
        }
        let lines = lines(text)
        // Comments may stand before what tells the kind, and PLS has those of both.
        let first = lines.first { !$0.hasPrefix("#") && !$0.hasPrefix(";") }
        return try first?.lowercased() == "[playlist]" ? pls(lines) : lines.filter { !$0.hasPrefix("#") }
    }

    /// The last part of a path or address, as its file is called.
    static func name(of entry: String) -> PlaylistName {
        let isAddress = entry.contains("://")
        let path = entry.prefix { !isAddress || $0 != "?" && $0 != "#" }
        let written = lastPart(path)
        // What is encoded may have folders of its own.
        let decoded = lastPart(written.removingPercentEncoding ?? written)
        return PlaylistName(
            written: written.prefix(scalars: longestName),
            decoded: (decoded.isEmpty ? written : decoded).prefix(scalars: longestName))
    }

    private static func lastPart(_ path: some StringProtocol) -> String {
        path.split { $0 == "/" || $0 == "\\" }.last.map { String($0) } ?? ""
    }

    /// Only CR, LF and both end a line: the other characters that Unicode calls ends of lines may be part of a name.
    private static func lines(_ text: String) -> [String] {
        let margin = CharacterSet.whitespaces.union(["\u{FEFF}"])
        return text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }
            .map { String($0).trimmingCharacters(in: margin) }.filter { !$0.isEmpty }
    }

    /// `File1=…` to `FileN=…`, by their numbers.
    private static func pls(_ lines: [String]) throws(ZoneFileProblem) -> [String] {
        // An entry has a title and a length too.
        guard lines.count <= 4 * most else { throw tooMany }
        return lines.compactMap { line -> (Int, String)? in
            guard let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let key = line[..<equals].trimmingCharacters(in: .whitespaces)
            guard let match = key.wholeMatch(of: #/[Ff][Ii][Ll][Ee]([0-9]{1,6})/#), let number = Int(match.1) else {
                return nil
            }
            return (number, line[line.utf8.index(after: equals)...].trimmingCharacters(in: .whitespaces))
        }.sorted { $0.0 < $1.0 }.map { $0.1 }
    }

    private static func xspf(_ text: String) throws(ZoneFileProblem) -> [String] {
        let root = try XMLTree.read(text)
        guard root.name == "playlist" else { throw ZoneFileProblem("This is no M3U, PLS or XSPF.") }
        return root.all("track").compactMap { $0.text("location") }
    }

    /// As the marks at its beginning say; otherwise UTF-8, and each line that is not is Windows-1252, which old playlists
    /// are: others may have been added since.
    private static func text(_ data: Data) -> String {
        let bytes = [UInt8](data)
        if let text = UTF16Text.marked(bytes) { return text }
        return bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            .map { UnmarkedText.read($0) }.joined(separator: "\n")
    }
}
