import Media

/// A form's field for a file: what is kept of the last one, and the input for another.
struct MediaFieldPart {
    let kind: Kind
    /// nil when there is none yet.
    let kept: KeptMediaPart?
    /// By which the page asks how many uploads are before its own.
    let uploadID: String
    /// Where the form is sent to be shown again, with the new file or without the old one.
    let preview: String
    let fieldError: FieldErrorPart

    /// What the file is to the thing that it goes with.
    enum Kind: Sendable {
        /// A photo, if one likes.
        case photo
        /// A photo, a video or a sound, which is what the thing is about.
        case recording
        /// The two photos of a photo of the day: what was in front of the person, and the person.
        case back, front
        /// A voice message.
        case sound
    }

    init(_ kind: Kind, kept: KeptMediaPart?, uploadID: String, preview: String, _ errors: ValidationErrors) {
        self.kind = kind
        self.kept = kept
        self.uploadID = uploadID
        self.preview = preview
        fieldError = errors.part(kind.name)
    }

    /// The name of the field; those that belong to it begin with it: `photo_kept`.
    var name: String { kind.name }
    var isWrong: Bool { !fieldError.message.isEmpty }

    /// "Add a photo".
    var label: String {
        switch kind {
        case .photo, .back, .front: kept == nil ? "Add a photo" : "Another photo"
        case .recording, .sound: kept == nil ? "Choose a file" : "Another file"
        }
    }

    /// What a browser offers.
    var accepted: String { kind.uses == [.photo] ? "image/*" : "image/*,video/*,audio/*" }
    /// What it goes with.
    var thing: String { kind == .photo ? "the note" : "it" }
    /// Whose words its date may be added to; others do without.
    var offersDate: Bool { kind == .photo }
    var noun: String { kind == .photo ? "photo" : "file" }
}

extension MediaFieldPart.Kind {
    var name: String {
        switch self {
        case .photo: "photo"
        case .recording: "media"
        case .back: "back"
        case .front: "front"
        case .sound: "sound"
        }
    }

    /// What it may be.
    var uses: [MediaUse] {
        switch self {
        case .photo, .back, .front: [.photo]
        case .recording: [.photo, .clip, .song]
        case .sound: [.song]
        }
    }

    /// Longest voice message, in seconds.
    static let maxSoundSeconds = 120

    /// The limits of a file, judged before it is worked on; nil for those of its use.
    var limits: MediaLimits? {
        guard self == .sound else { return nil }
        var limits = MediaLimits()
        limits.songSeconds = Self.maxSoundSeconds
        // Pages end a recording by a timer, which may be late: a little more is accepted.
        limits.extraSeconds = 5
        // The longest one as uncompressed stereo sound.
        limits.songBytes = 24_000_000
        return limits
    }
}

/// A file that is kept while its form is written, with what it says of itself.
struct KeptMediaPart {
    let use: MediaUse
    let name: String
    /// The file itself.
    let original: String
    /// Its picture; of a video the first one.
    let picture: String
    /// `PhotoOrigin.text`.
    let origin: String
    /// "at Senaatintori, Helsinki": where it was taken; "" when it does not say.
    let place: String
    /// When it was taken; "" when it does not say.
    let time: String
    /// Whether the words hold that time already.
    let isDated: Bool

    init(_ draft: MediaDraft, place: String, time: String, isDated: Bool) {
        use = draft.use
        name = draft.name.text
        original = MediaPaths.of(name, .original) ?? ""
        picture = MediaPaths.of(name, .medium) ?? ""
        origin = draft.origin.text
        self.place = place
        self.time = time
        self.isDated = isDated
    }

    var hasOrigin: Bool { !place.isEmpty || !time.isEmpty }
}
