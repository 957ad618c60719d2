/// The kind of a file, detected from its bytes.
public enum MediaKind: Sendable, Equatable {
    /// A still or animated image.
    case image(ImageFormat)
    /// Video, with the codecs' names in ffmpeg's spelling.
    case video(MediaContainer, video: String, audio: String?)
    /// Sound alone; a cover does not count.
    case audio(MediaContainer, codec: String)
}

/// Accepted image formats.
public enum ImageFormat: String, Sendable, CaseIterable {
    case jpeg, png, webp, gif, avif, heic, bmp, tiff

    /// For `Content-Type`.
    public var contentType: String { "image/\(rawValue)" }
}

/// Accepted containers of sound and video.
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

    /// For `Content-Type` of a file with nothing but sound.
    var soundContentType: String { self == .webm ? "audio/webm" : contentType }

    /// ffmpeg's demuxer for it.
    var demuxer: String {
        switch self {
        case .mp4, .mov, .m4a: "mov"
        case .webm: "matroska"
        default: rawValue
        }
    }

    /// ffmpeg's muxer for it.
    var muxer: String {
        switch self {
        case .m4a: "ipod"
        default: rawValue
        }
    }
}
