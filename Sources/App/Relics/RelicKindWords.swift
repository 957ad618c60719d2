extension Relic.Kind {
    /// "Photo"
    var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
    /// The icon beside it.
    var icon: String {
        switch self {
        case .photo: "image"
        case .video: "video"
        case .sound: "mic"
        }
    }
}
