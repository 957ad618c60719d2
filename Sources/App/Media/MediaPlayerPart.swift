import Media

/// A stored photo, video or sound, large: what a page about it shows.
struct MediaPlayerPart {
    /// What is shown, and by which element.
    enum Kind: Sendable {
        case photo, video, sound
    }

    let kind: Kind
    let original: String
    let large: String
    let medium: String
    /// Keeps the room until it is loaded; nil where it is not known, and for sound.
    let extent: MediaQueries.Extent?
    /// What it is, for who does not see it: "Video by Aino".
    let label: String
    /// Whether only some browsers play it, and none other could be made of it.
    let isInconvertible: Bool

    /// - Parameters:
    ///   - extent: of the original, `Uploads.extent`.
    ///   - isInconvertible: whether it is one of `Uploads.inconvertible`.
    init(
        name: MediaName, kind: Kind, extent: MediaQueries.Extent?, label: String, isInconvertible: Bool = false
    ) {
        self.kind = kind
        original = MediaPaths.of(name.text, .original) ?? ""
        large = MediaPaths.of(name.text, .large) ?? ""
        medium = MediaPaths.of(name.text, .medium) ?? ""
        self.extent = extent
        self.label = label
        self.isInconvertible = isInconvertible
    }

    var isPhoto: Bool { kind == .photo }
    var isVideo: Bool { kind == .video }
}
