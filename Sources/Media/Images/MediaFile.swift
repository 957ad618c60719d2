/// Which of the results of one upload.
public enum MediaSize: String, Sendable, CaseIterable {
    /// The whole: a photo in full size, a clip, a song.
    case original
    /// A picture whose longer side has at most 1,600 pixels; of a clip its poster, of a song its cover.
    case large
    /// At most 640 pixels; of an avatar a square.
    case medium
    /// At most 160 pixels; of an avatar a square.
    case small

    /// The longer side at most, in pixels; nil for the whole.
    public var side: Int? {
        switch self {
        case .original: nil
        case .large: 1_600
        case .medium: 640
        case .small: 160
        }
    }
}

/// One result of an upload: a file that holds nothing but what is seen and heard.
public struct MediaFile: Sendable, Equatable {
    /// Which of the results.
    public let size: MediaSize
    /// Where it lies.
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
