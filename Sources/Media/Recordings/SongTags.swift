/// What a song's file says of it. Strangers' words: to be shown as text only.
public struct SongTags: Sendable, Equatable {
    /// Without control characters, at most 200 characters of 400 scalars; nil when there is none.
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

    private static let maxScalars = 400

    /// One line. Marks that turn the direction of writing could make a title look like another's words.
    private static func tidy(_ text: String?) -> String? {
        let isBad: (Unicode.Scalar) -> Bool = { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: true
            default: 0x202a...0x202e ~= scalar.value || 0x2066...0x2069 ~= scalar.value
            }
        }
        // By scalars: a single character may be made of thousands.
        let scalars = (text ?? "").unicodeScalars.prefix(maxScalars).map { isBad($0) ? " " : $0 }
        var line = String.UnicodeScalarView()
        line.append(contentsOf: scalars)
        let words = String(line).split(separator: " ").joined(separator: " ")
        return words.isEmpty ? nil : String(words.prefix(200))
    }
}
