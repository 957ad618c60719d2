import Media

/// The compose form's photo: what is kept of it, and the field for another one.
struct PhotoFieldPart {
    /// nil when there is none yet.
    let kept: KeptPhotoPart?
    /// By which the page asks how many uploads are before its own.
    let uploadID: String
    let fieldError: FieldErrorPart

    init(kept: KeptPhotoPart?, uploadID: String, _ errors: ValidationErrors) {
        self.kept = kept
        self.uploadID = uploadID
        fieldError = errors.part("photo")
    }

    var isWrong: Bool { !fieldError.message.isEmpty }
    var label: String { kept == nil ? "Choose a photo" : "Choose another" }
    var hint: String { "\(MediaUse.photo.acceptedWords). Where and when it was taken is not sent along." }
}

/// A photo that waits for its note, with what it says of itself.
struct KeptPhotoPart {
    let name: String
    let source: String
    /// `PhotoOrigin.text`.
    let origin: String
    /// "at Senaatintori, Helsinki": where it was taken; "" when it does not say.
    let place: String
    /// When it was taken; "" when it does not say.
    let time: String
    /// Whether the words hold that time already.
    let isDated: Bool

    init(_ photo: DraftPhoto, time: String, isDated: Bool, _ places: PlaceFormatter) {
        name = photo.name.text
        source = MediaPaths.of(name, .medium) ?? ""
        origin = photo.origin.text
        place = photo.origin.place.map { places.phrase($0) } ?? ""
        self.time = time
        self.isDated = isDated
    }

    var hasOrigin: Bool { !place.isEmpty || !time.isEmpty }
}

/// The photo on a note's page.
struct NotePhotoPart {
    let medium: String
    let large: String
    let extent: MediaQueries.Extent
    /// What stands for it where it is not seen.
    let words: String

    init(_ name: String, _ extent: MediaQueries.Extent, by author: String) {
        medium = MediaPaths.of(name, .medium) ?? ""
        large = MediaPaths.of(name, .large) ?? ""
        self.extent = extent
        words = "Photo by \(author)"
    }
}
