import Media

/// The photo on a note's page.
struct NotePhotoPart {
    let medium: String
    let large: String
    let extent: MediaQueries.Extent
    /// The alternative text.
    let words: String

    init(_ name: String, _ extent: MediaQueries.Extent, by author: String) {
        medium = MediaPaths.of(name, .medium) ?? ""
        large = MediaPaths.of(name, .large) ?? ""
        self.extent = extent
        words = "Photo by \(author)"
    }
}
