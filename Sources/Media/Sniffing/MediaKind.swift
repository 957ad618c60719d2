/// What a file holds, by its bytes.
public enum MediaKind: Sendable, Equatable {
    /// A picture, or several that are shown one after another.
    case image(ImageFormat)
    /// Moving pictures, with the codecs' names in ffmpeg's spelling.
    case video(MediaContainer, video: String, audio: String?)
    /// Sound alone; a cover does not count.
    case audio(MediaContainer, codec: String)
}

/// Formats of images that are read.
public enum ImageFormat: String, Sendable, CaseIterable {
    case jpeg, png, webp, gif, avif, heic, bmp, tiff

    /// For `Content-Type`.
    public var contentType: String { "image/\(rawValue)" }
}

/// Containers of sound and moving pictures that are read.
public enum MediaContainer: String, Sendable, CaseIterable {
    case mp4, mov, webm, mp3, m4a, ogg, flac, wav

    /// For `Content-Type`.
    public var contentType: String {
        switch self {
        case .mp4: "video/mp4"
        case .mov: "video/quicktime"
        case .webm: "video/webm"
        case .mp3: "audio/mpeg"
        case .m4a: "audio/mp4"
        case .ogg: "audio/ogg"
        case .flac: "audio/flac"
        case .wav: "audio/wav"
        }
    }

    /// The reader that ffmpeg is made to use.
    var demuxer: String {
        switch self {
        case .mp4, .mov, .m4a: "mov"
        case .webm: "matroska"
        default: rawValue
        }
    }

    /// The writer that ffmpeg is made to use.
    var muxer: String {
        switch self {
        case .m4a: "ipod"
        default: rawValue
        }
    }
}
