import Media

/// Paths of media. No other code builds them.
enum MediaPaths {
    /// The path of one size of a file; nil without a name.
    static func of(_ name: String?, _ size: MediaSize) -> String? {
        name.map { size == .original ? "/media/\($0)" : "/media/\($0)/\(size.rawValue)" }
    }
}
