import Database
import Media
import Proximity
import Text

/// A song of a zone.
struct ZoneTrack: Sendable {
    let id: ID<ZoneTrack>
    let zone: ID<Zone>
    let media: MediaName
    /// Its first seconds as a file of its own; nil until it is made.
    let preview: MediaName?
    let title: String
    /// "" where nobody said.
    let artist: String
    let album: String
    /// What its file was called: playlists name it so.
    let fileName: String
    let seconds: Double
    /// Decibels that make all songs as loud.
    let gain: Double
    let votes: Int64
    /// Whether the viewer voted for it.
    let isVoted: Bool
    /// Whether its file came with a picture.
    var hasCover = false

    /// What is heard outside of its zone; nil until it is made. A song no longer than a preview is heard whole.
    var outside: MediaName? { preview ?? (0 < seconds && seconds <= ZoneTrack.previewSeconds ? media : nil) }

    /// Unicode scalars of a title, an artist, an album.
    static let longestText = 200
    /// Most songs of a zone.
    static let most = 500
    /// Songs in the list of those that a person heard last.
    static let mostPlayed = 50
    /// How much of a song is heard outside of its zone, seconds.
    static let previewSeconds = 30.0
    /// How loud songs are made, LUFS: what ReplayGain 2 takes, so that few are made louder.
    static let loudness = -18.0
    /// Most that a song is made louder or quieter, decibels.
    static let gains = -24.0...12.0
}

/// A song to add.
struct NewTrack: Sendable {
    let title: String
    let artist: String
    let album: String
    let fileName: String
    let seconds: Double

    /// - Parameter fileName: as the browser said.
    init(_ tags: SongTags?, seconds: Double?, fileName: String) {
        let line = fileName.split { $0 == "/" || $0 == "\\" }.last.map { String($0) } ?? ""
        self.fileName = line.prefix(scalars: NewTrack.longestFileName)
        title = (tags?.title ?? NewTrack.title(of: self.fileName)).prefix(scalars: ZoneTrack.longestText)
        artist = (tags?.artist ?? "").prefix(scalars: ZoneTrack.longestText)
        album = (tags?.album ?? "").prefix(scalars: ZoneTrack.longestText)
        self.seconds = seconds ?? 0
    }

    /// A file's name without its ending, as a title.
    private static func title(of fileName: String) -> String {
        let stem = fileName.split(separator: ".", omittingEmptySubsequences: false)
        let words = (stem.count > 1 ? stem.dropLast().joined(separator: ".") : fileName).replacing("_", with: " ")
        let title = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard DisplayName.canBeShown(title), !title.isEmpty else { return "Song" }
        return title
    }

    private static let longestFileName = 255
}
