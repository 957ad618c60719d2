import Media

/// Links to media, made here and nowhere else.
enum MediaPaths {
    /// Where a size of a file is; nil without a name.
    static func of(_ name: String?, _ size: MediaSize) -> String? {
        name.map { size == .original ? "/media/\($0)" : "/media/\($0)/\(size.rawValue)" }
    }
}
