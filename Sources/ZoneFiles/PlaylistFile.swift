import Foundation

/// Reads the order of songs from playlists: M3U, M3U8, PLS and XSPF.
///
/// Nothing that a playlist names is ever opened or fetched: of each entry only the name of its file counts.
public enum PlaylistFile {
    /// Bytes, and most entries.
    public static let largest = 2_000_000, most = 10_000
    private static let maxNameLength = 255

    /// The names of the files in order, without folders.
    ///
    /// - Throws: a sentence if it names none.
    public static func names(_ data: Data) throws(ZoneFileProblem) -> [String] {
        guard data.count <= largest else { throw ZoneFileProblem("The playlist is larger than 2 MB.") }
        let text = text(data)
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        let entries: [String]
        if start.hasPrefix("<") {
            entries = try xspf(text)
        } else if start.prefix(10).lowercased() == "[playlist]" {
            entries = pls(text)
        } else {
            entries = lines(text).filter { !$0.hasPrefix("#") }
        }
        let names = entries.prefix(most).map { name(of: $0) }.filter { !$0.isEmpty }
        guard !names.isEmpty else { throw ZoneFileProblem("The playlist names no file.") }
        return names
    }

    /// The last part of a path or address, as its file is called.
    static func name(of entry: String) -> String {
        let isAddress = entry.contains("://")
        let path = entry.prefix { !isAddress || $0 != "?" && $0 != "#" }
        let last = lastPart(path)
        // What is encoded may have folders of its own.
        let decoded = lastPart(last.removingPercentEncoding ?? last)
        return String(String.UnicodeScalarView(decoded.unicodeScalars.prefix(maxNameLength)))
    }

    private static func lastPart(_ path: some StringProtocol) -> String {
        path.split { $0 == "/" || $0 == "\\" }.last.map { String($0) } ?? ""
    }

    private static func lines(_ text: String) -> [String] {
        text.split { $0.isNewline }.map { $0.trimmingCharacters(in: .whitespaces.union(["\u{FEFF}"])) }
            .filter { !$0.isEmpty }
    }

    /// `File1=…` to `FileN=…`, by their numbers.
    private static func pls(_ text: String) -> [String] {
        lines(text).prefix(4 * most).compactMap { line -> (Int, String)? in
            guard let match = line.wholeMatch(of: #/[Ff][Ii][Ll][Ee]([0-9]{1,6})=(.*)/#), let number = Int(match.1)
            else {
                return nil
            }
            return (number, String(match.2))
        }.sorted { $0.0 < $1.0 }.map { $0.1 }
    }

    private static func xspf(_ text: String) throws(ZoneFileProblem) -> [String] {
        let root = try XMLTree.read(text)
        guard root.name == "playlist" else { throw ZoneFileProblem("This is no M3U, PLS or XSPF.") }
        return root.all("track").compactMap { $0.text("location") }
    }

    /// As the marks at its beginning say; otherwise UTF-8, and what is not is Latin-1, which old M3U files are.
    private static func text(_ data: Data) -> String {
        if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
            return String(data: data, encoding: .utf16) ?? ""
        }
        return String(data: data, encoding: .utf8) ?? String(data: data, encoding: .isoLatin1) ?? ""
    }
}
