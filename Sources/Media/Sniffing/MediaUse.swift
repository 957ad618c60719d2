import Foundation

/// The purpose of an upload, which decides the accepted kinds.
public enum MediaUse: String, Sendable, CaseIterable {
    /// A person's picture.
    case avatar
    /// A photo or drawing.
    case photo
    /// A short video.
    case clip
    /// A recording.
    case song

    /// Whether this use accepts a kind.
    public func accepts(_ kind: MediaKind) -> Bool {
        switch (self, kind) {
        case (.avatar, .image), (.photo, .image): true
        case (.clip, .video(let container, _, _)): [.mp4, .mov, .webm].contains(container)
        case (.song, .audio(let container, let codec)):
            switch container {
            // Browsers record sound as WebM.
            case .ogg, .webm: ["vorbis", "opus"].contains(codec)
            case .mp3, .m4a, .flac, .wav: true
            default: false
            }
        default: false
        }
    }

    /// The accepted formats, for people: "MP4, MOV and WebM".
    public var acceptedWords: String {
        switch self {
        case .avatar, .photo: "JPEG, PNG, WebP, GIF, AVIF, HEIC, BMP and TIFF"
        case .clip: "MP4, MOV and WebM"
        case .song: "MP3, M4A, WebM, Ogg Vorbis, Opus, FLAC and WAV"
        }
    }

    /// The formats of several uses: "MP4, MOV, WebM, MP3 and WAV".
    static func acceptedWords(_ uses: [MediaUse]) -> String {
        let formats = uses.flatMap { $0.acceptedWords.replacing(" and ", with: ", ").split(separator: ", ") }
        var all: [Substring] = []
        for format in formats where !all.contains(format) { all.append(format) }
        return list(all.map { String($0) }, "and")
    }

    /// What files of several uses are: "photo, film or recording".
    static func nouns(_ uses: [MediaUse]) -> String { list(uses.map { $0.noun }, "or") }

    private static func list(_ words: [String], _ last: String) -> String {
        guard words.count > 1 else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) \(last) \(words[words.count - 1])"
    }

    var noun: String {
        switch self {
        case .avatar, .photo: "photo"
        case .clip: "film"
        case .song: "recording"
        }
    }

    var isImage: Bool { self == .avatar || self == .photo }
}
