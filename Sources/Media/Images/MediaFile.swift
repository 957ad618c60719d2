/// Selects one of the results of an upload.
public enum MediaSize: String, Sendable, CaseIterable {
    /// The full size: a photo, a clip, a song.
    case original
    /// An image whose longer side has at most 1,600 pixels; a clip's poster, a song's cover.
    case large
    /// At most 640 pixels; square for an avatar.
    case medium
    /// At most 160 pixels; square for an avatar.
    case small

    /// The maximum of the longer side, in pixels; nil for the full size.
    public var side: Int? {
        switch self {
        case .original: nil
        case .large: 1_600
        case .medium: 640
        case .small: 160
        }
    }
}

/// One result of an upload: a file without metadata.
public struct MediaFile: Sendable, Equatable {
    /// The size of this result.
    public let size: MediaSize
    /// The path of the file.
    public let path: String
    /// For `Content-Type`, such as `image/jpeg`.
    public let contentType: String
    /// Pixels, upright; nil for sound.
    public let width: Int?
    /// Pixels, upright; nil for sound.
    public let height: Int?
    /// Bytes.
    public let bytes: Int
}
