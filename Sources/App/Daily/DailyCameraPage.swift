import Media
import Proximity

/// The state of the camera's form between two requests.
struct CameraDraft: Sendable {
    /// What earlier answers kept.
    var back: MediaDraft?
    var front: MediaDraft?
    var caption = ""
    /// The form suggests the area: the exact place is for those who choose it.
    var place = Moment.Place.area.rawValue
    var retakes = 0
    /// "" for a new form.
    var submission = ""
}

/// `GET /daily/new` while photos are taken.
struct CameraPage {
    let frame: Frame
    let submission: String
    let uploadID: String
    /// "until 16:47"
    let until: String
    /// Milliseconds until the end, for a countdown that does not trust the device's clock; 0 for a late photo.
    let left: Int64
    /// "42 min late"; "" in time.
    let late: String
    /// Whether it can be posted after the end, too.
    let mayBeLate: Bool
    /// What is kept of a refused form; nil for nothing.
    let kept: KeptPhotosPart?
    let retakes: Int
    let caption: TextAreaPart
    let place: ChoicesPart
    /// Who sees it.
    let audience: String
    let errors: ValidationErrors

    init(
        frame: Frame, _ draft: CameraDraft, uploadID: String, _ window: DailyWindow, _ words: RelativeTimeFormatter,
        _ errors: ValidationErrors
    ) {
        self.frame = frame
        submission = draft.submission
        self.uploadID = uploadID
        until = "until \(words.clock(window.closesAt))"
        left = max(0, window.closesAt.milliseconds - words.now.milliseconds)
        late = CameraWords.late(words.now.milliseconds - window.closesAt.milliseconds)
        mayBeLate = window.lateUntil != nil
        kept = KeptPhotosPart(draft)
        retakes = draft.retakes
        caption = TextAreaPart(
            "caption", "A few words", value: draft.caption, rows: 2, placeholder: "Caught the 3 for once.",
            max: Moment.longestCaption, errors)
        place = ChoicesPart("place", "Where", CameraPage.places, chosen: draft.place, errors)
        audience =
            window.audience == .friends ? "Your friends see it." : "Everyone on \(frame.siteName) sees it."
        self.errors = errors
    }

    private static let places = [
        (value: Moment.Place.area.rawValue, words: "Area"), (value: Moment.Place.exact.rawValue, words: "Exact"),
        (value: Moment.Place.none.rawValue, words: "None"),
    ]

    var isLate: Bool { !late.isEmpty }
    var retakeWords: String { retakes == 0 ? "" : retakes == 1 ? "1 retake" : "\(retakes) retakes" }
    /// Errors of hidden fields.
    var others: [FieldErrorPart] { ["lat", "lon", "accuracy", "key"].map { errors.part($0) } }
}

/// The photos that are kept while their form is corrected.
struct KeptPhotosPart {
    /// Names; "" for none.
    let back: String
    let front: String
    let picture: MomentPicturePart

    init?(_ draft: CameraDraft) {
        guard let shown = draft.back ?? draft.front else { return nil }
        back = draft.back?.name.text ?? ""
        front = draft.front?.name.text ?? ""
        let small = draft.back == nil ? nil : draft.front?.name
        picture = MomentPicturePart(back: shown.name, front: small, .large, alt: "Your photo")
    }
}

/// `GET /daily/new` while no photos are taken.
struct CameraRestPage {
    let frame: Frame
    let empty: EmptyPart

    init(frame: Frame, _ state: CameraState, _ viewer: Viewer, _ now: Timestamp) {
        self.frame = frame
        let words = RelativeTimeFormatter(viewer.timeZone, now: now)
        let map = LinkPart("See today’s map", DailyPaths.today, icon: "map", isQuiet: true)
        if let window = state.window {
            let (from, until) = (words.clock(window.openedAt), words.clock(window.closesAt))
            empty = EmptyPart(
                "camera", "Today’s five minutes are over",
                "They were from \(from) to \(until). Tomorrow is another photo.", map)
        } else if state.isOn {
            empty = EmptyPart(
                "camera", "Still to come",
                "Once a day everybody has five minutes for one photo. We’ll tell you when.", map)
        } else {
            empty = EmptyPart("camera", "No photo right now", "Nobody is taking photos of the day here just now.", map)
        }
    }
}

/// The answer to a photo that is not posted: it is kept for the person.
struct CameraRefusedPage {
    let frame: Frame
    let title: String
    let words: String
    let photos: [Photo]

    /// A photo to download.
    struct Photo {
        let address: String
        let file: String
        let label: String
        let preview: String

        init(_ draft: MediaDraft, file: String, label: String) {
            address = MediaPaths.of(draft.name.text, .original) ?? ""
            preview = MediaPaths.of(draft.name.text, .medium) ?? ""
            self.file = file
            self.label = label
        }
    }
}

/// What the camera says.
enum CameraWords {
    /// "42 min late", "3 h late"; "" in time.
    static func late(_ milliseconds: Int64) -> String {
        guard milliseconds > 0 else { return "" }
        let minutes = (milliseconds + 59_999) / 60_000
        return minutes < 60 ? "\(minutes) min late" : "\((minutes + 30) / 60) h late"
    }

    /// A second line in the list of what one can leave.
    static func detail(_ state: CameraState, _ words: RelativeTimeFormatter) -> String {
        guard let window = state.window else { return "Once a day, for five minutes" }
        if state.own != nil { return "You’ve posted today’s" }
        if window.isOpen(words.now) { return "Now, until \(words.clock(window.closesAt))" }
        return window.takesPhotos(words.now) ? "You can still post it late" : "Today’s five minutes are over"
    }
}
