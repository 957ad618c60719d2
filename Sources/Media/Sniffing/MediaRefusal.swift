/// Why an upload is refused, in words for its sender.
public enum MediaRefusal: Error, Sendable, Equatable {
    /// None of these uses accepts this kind.
    case notAccepted([MediaUse])
    /// Its container is accepted, but its pictures or its sound are in no format that can be decoded.
    case undecodable(MediaUse)
    /// It exceeds a limit.
    case tooLarge(Measure)
    /// It starts like an accepted file but cannot be read.
    case broken(MediaUse)
    /// Reading it takes longer than allowed.
    case tooHard(MediaUse)
    /// Too many uploads are waiting; a minute later it may work.
    case busy
    /// A program is not installed; its name is for the log.
    case noTool(String)

    /// Whether the same file may be accepted later.
    public var isPassing: Bool {
        switch self {
        case .busy, .noTool: true
        case .notAccepted, .undecodable, .tooLarge, .broken, .tooHard: false
        }
    }

    /// The exceeded limit.
    public enum Measure: Sendable, Equatable {
        /// Megapixels.
        case pixels(Int)
        /// Pixels along the longer side.
        case side(Int)
        /// Frames of an animation.
        case frames(Int)
        /// Seconds.
        case duration(Int)
        /// Seconds, pixels and frames of a clip together; how many seconds may be in 4K.
        case clip(Int)
        /// Bytes.
        case bytes(Int)
    }

    /// One or two friendly sentences for a page. Plain text.
    public var sentence: String {
        switch self {
        case .notAccepted(let uses):
            "That is no \(MediaUse.nouns(uses)) we can read. \(MediaUse.acceptedWords(uses)) work."
        case .undecodable(.clip): "The pictures or the sound of that film cannot be read here. H.264 and AAC work."
        case .undecodable(let use): "The sound of that \(use.noun) cannot be read here. MP3 and AAC work."
        case .tooLarge(let measure): measure.sentence
        case .broken(let use): "That \(use.noun) is damaged or was cut off on its way. Please try it again."
        case .tooHard(let use): "That \(use.noun) takes too long to read here. A smaller one may work."
        case .busy: "Many files are being worked on right now. Please try again in a minute."
        case .noTool: "This kind of file cannot be taken here at the moment."
        }
    }
}

extension MediaRefusal.Measure {
    fileprivate var sentence: String {
        switch self {
        case .pixels(let most): "That picture is too large: up to \(most) megapixels work."
        case .side(let most): "That picture is too wide or too tall: up to \(most) pixels a side work."
        case .frames(let most): "That animation is too long: up to \(most) frames work."
        case .duration(let most) where most <= 120: "That is too long: up to \(most) seconds work."
        case .duration(let most): "That is too long: up to \(most / 60) minutes work."
        case .clip(let most):
            "That clip is too much work for this site: up to \(most) seconds in 4K at 60 frames a second work."
        case .bytes(let most): "That file is too large: up to \(most / 1_000_000) MB work."
        }
    }
}
