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
        title = SongTags.tidy(tags["title"])
        artist = SongTags.tidy(tags["artist"] ?? tags["album_artist"])
        album = SongTags.tidy(tags["album"])
    }

    /// Scalars that are read of a tag, some of which are left out.
    private static let maxRead = 400

    /// One line. Directional marks could make a title look like part of the page's own text.
    private static func tidy(_ text: String?) -> String? {
        let isBad: (Unicode.Scalar) -> Bool = { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: true
            default: 0x202a...0x202e ~= scalar.value || 0x2066...0x2069 ~= scalar.value
            }
        }
        // By scalars: a single character may consist of thousands.
        let scalars = decoded(text ?? "").unicodeScalars.prefix(maxRead).map { isBad($0) ? " " : $0 }
        var line = String.UnicodeScalarView()
        line.append(contentsOf: scalars)
        let words = String(line).split(separator: " ").joined(separator: " ")
        return words.hasVisibleCharacter ? words.prefix(scalars: 200) : nil
    }

    /// Many programs mark UTF-8 and Windows-1252 as Latin-1, and some tags have no mark: each byte arrives as a character.
    private static func decoded(_ text: String) -> String {
        guard text.unicodeScalars.allSatisfy({ $0.value <= 0xff }) else { return text }
        return UnmarkedText.read(text.unicodeScalars.map { UInt8($0.value) })
    }
}
