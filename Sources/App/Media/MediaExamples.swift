import Media

/// What the gallery shows of the feature.
extension MediaFeature {
    var galleryExamples: [GalleryExample] {
        [
            .part("photo") { _ in try MediaFeature.player(.photo, "Photo by Mikko") },
            .part("video") { _ in try MediaFeature.player(.video, "Video by Mikko") },
            .part("sound") { _ in try MediaFeature.player(.sound, "Sound by Mikko") },
            .part("video for some browsers") { _ in
                try MediaFeature.player(.video, "Video by Mikko", isInconvertible: true)
            },
        ]
    }

    private static func player(
        _ kind: MediaPlayerPart.Kind, _ label: String, isInconvertible: Bool = false
    ) throws -> MediaPlayerPart {
        guard let name = MediaName("abcdefghijklmnopqrstuvwxyz") else { throw Failure.notFound }
        let extent = MediaQueries.Extent(width: 640, height: 480)
        return MediaPlayerPart(
            name: name, kind: kind, extent: kind == .sound ? nil : extent, label: label,
            isInconvertible: isInconvertible)
    }
}
