import PMTiles

/// Why a map could not be loaded.
public enum DownloadError: Error, Sendable, Equatable {
    /// The server did not answer, or broke off every time.
    case noAnswer(String)
    /// The server answered with something else than the file.
    case refused(String)
    /// The server sends whole files only.
    case noRanges
    /// The file is another than when loading began.
    case changed
    /// The map would have so many bytes, which are more than one may have.
    case tooLarge(UInt64)
    /// The disk has no room for so many bytes more.
    case noRoom(UInt64)
    /// The new file cannot be written.
    case unwritable(String)
    /// What the server has is no archive that can be used.
    case unusable(PMTilesError)
    /// Another process or thread loads the same map.
    case busy
    /// Somebody stopped it; what is there is kept.
    case stopped

    /// One clause for the host.
    public var reason: String {
        switch self {
        case .noAnswer(let why): "the server does not answer (\(why))"
        case .refused(let why): "the server refuses (\(why))"
        case .noRanges: "the server sends whole files only, and parts of them are needed"
        case .changed: "the file at the server changed meanwhile: begin again"
        case .tooLarge(let bytes):
            "it would have \(bytes / 1_000_000_000 + 1) GB: choose a smaller region"
        case .noRoom(let bytes): "the disk has no room for \(bytes / 1_000_000 + 1) MB more"
        case .unwritable(let why): "the data folder cannot be written (\(why))"
        case .unusable(let error): "the file at the server cannot be used: \(error.reason)"
        case .busy: "it is being loaded already"
        case .stopped: "it was stopped; who asks for it again goes on where it ended"
        }
    }
}
