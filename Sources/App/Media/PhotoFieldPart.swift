import Media

/// A form's field for a photo: what is kept of the last one, and the input for another.
struct PhotoFieldPart {
    /// nil when there is none yet.
    let kept: KeptPhotoPart?
    /// By which the page asks how many uploads are before its own.
    let uploadID: String
    /// Where the form is sent to be shown again, with the new photo or without the old one.
    let preview: String
    /// What a person does with the photo: "the note", in sentences.
    let thing: String
    let fieldError: FieldErrorPart

    init(
        kept: KeptPhotoPart?, uploadID: String, preview: String, thing: String, _ errors: ValidationErrors
    ) {
        self.kept = kept
        self.uploadID = uploadID
        self.preview = preview
        self.thing = thing
        fieldError = errors.part("photo")
    }

    var isWrong: Bool { !fieldError.message.isEmpty }
    var label: String { kept == nil ? "Add a photo" : "Another photo" }
}

/// A photo that is kept while its form is written, with what it says of itself.
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

    init(_ draft: MediaDraft, place: String, time: String, isDated: Bool) {
        name = draft.name.text
        source = MediaPaths.of(name, .medium) ?? ""
        origin = draft.origin.text
        self.place = place
        self.time = time
        self.isDated = isDated
    }

    var hasOrigin: Bool { !place.isEmpty || !time.isEmpty }
}
