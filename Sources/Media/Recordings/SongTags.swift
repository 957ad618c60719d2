import Text

/// The tags of a song. Untrusted text: always escape it.
public struct SongTags: Sendable, Equatable {
    /// Without control characters, at most 200 Unicode scalars; nil when missing.
    public let title: String?
    /// As `title`.
    public let artist: String?
    /// As `title`.
    public let album: String?

    init(_ tags: [String: String]) {
        title = SongTags.line(tags["title"])
        artist = SongTags.line(tags["artist"] ?? tags["album_artist"])
        album = SongTags.line(tags["album"])
    }

    private static func line(_ text: String?) -> String? {
        let line = decoded(text ?? "").singleLine(scalars: 200)
        return line.hasVisibleCharacter ? line : nil
    }

    /// Many programs mark UTF-8 and Windows-1252 as Latin-1, and some tags have no mark: each byte arrives as a character.
    private static func decoded(_ text: String) -> String {
        guard text.unicodeScalars.allSatisfy({ $0.value <= 0xff }) else { return text }
        return UnmarkedText.read(text.unicodeScalars.map { UInt8($0.value) })
    }
}
