import Media
import Proximity

/// The state of the camera's form between two requests.
struct CameraDraft: Sendable {
    /// What earlier answers kept.
    var back: MediaDraft?
    var front: MediaDraft?
    var caption = ""
    /// The form suggests the area: the exact place is for those who choose it.
    var place = DailyPost.Place.area.rawValue
    var retakes = 0
    /// "" for a new form.
    var formKey = ""
}

/// `GET /daily/new` while photos are taken.
struct CameraPage {
    let frame: Frame
    let formKey: String
    let uploadID: String
    /// "until 16:47"
    let until: String
    /// "The five minutes are over"
    let over: String
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
        frame: Frame, _ draft: CameraDraft, uploadID: String, window: DailyWindow, times: RelativeTimeFormatter,
        errors: ValidationErrors
    ) {
        self.frame = frame
        formKey = draft.formKey
        self.uploadID = uploadID
        until = "until \(times.clock(window.closesAt))"
        over = "The \(CameraWords.over(window.minutes))"
        left = max(0, window.closesAt.milliseconds - times.now.milliseconds)
        late = CameraWords.late(times.now.milliseconds - window.closesAt.milliseconds)
        mayBeLate = window.lateUntil != nil
        kept = KeptPhotosPart(draft)
        retakes = draft.retakes
        caption = TextAreaPart(
            "caption", label: "A few words", value: draft.caption, rows: 2, placeholder: "Caught the 3 for once.",
            max: DailyPost.maxCaptionLength, errors: errors)
        place = ChoicesPart("place", label: "Where", choices: CameraPage.places, chosen: draft.place, errors: errors)
        audience =
            window.audience == .friends ? "Your friends see it." : "Everyone on \(frame.siteName) sees it."
        self.errors = errors
    }

    private static let places = [
        (value: DailyPost.Place.area.rawValue, words: "Area"), (value: DailyPost.Place.exact.rawValue, words: "Exact"),
        (value: DailyPost.Place.none.rawValue, words: "None"),
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
    let picture: DailyPostPicturePart

    init?(_ draft: CameraDraft) {
        guard let shown = draft.back ?? draft.front else { return nil }
        back = draft.back?.name.text ?? ""
        front = draft.front?.name.text ?? ""
        let small = draft.back == nil ? nil : draft.front?.name
        picture = DailyPostPicturePart(back: shown.name, front: small, .large, alt: "Your photo")
    }
}

/// `GET /daily/new` while no photos are taken.
struct CameraRestPage {
    let frame: Frame
    let empty: EmptyPart

    init(frame: Frame, _ state: CameraState, for viewer: Viewer, at now: Timestamp) {
        self.frame = frame
        let times = RelativeTimeFormatter(viewer.timeZone, now: now)
        let map = LinkPart("See today’s map", DailyPaths.today, icon: "map", isQuiet: true)
        if let window = state.window {
            let (from, until) = (times.clock(window.openedAt), times.clock(window.closesAt))
            empty = EmptyPart(
                "camera", title: "Today’s \(CameraWords.over(window.minutes))",
                words:
                    "\(window.minutes == 1 ? "It was" : "They were") from \(from) to \(until). There’s another one tomorrow.",
                action: map)
        } else if state.settings.isOn {
            empty = EmptyPart(
                "camera", title: "Still to come",
                words:
                    "Once a day everybody has \(CameraWords.minutes(state.settings.minutes)) for one photo. We’ll tell "
                    + "you when.",
                action: map)
        } else {
            empty = EmptyPart(
                "camera", title: "No photo right now", words: "Photos of the day are switched off on this site.",
                action: map)
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
    private static let numbers = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ]

    /// "a minute", "five minutes", "45 minutes": how long one has for a photo.
    static func minutes(_ count: Int) -> String {
        count == 1 ? "a minute" : "\(numbers.indices.contains(count) ? numbers[count] : "\(count)") minutes"
    }

    /// "five minutes are over"
    static func over(_ count: Int) -> String { count == 1 ? "minute is over" : "\(minutes(count)) are over" }

    /// "42 min late", "3 h late"; "" in time.
    static func late(_ milliseconds: Int64) -> String {
        guard milliseconds > 0 else { return "" }
        let minutes = (milliseconds + 59_999) / 60_000
        return minutes < 60 ? "\(minutes) min late" : "\((minutes + 30) / 60) h late"
    }

    /// A second line in the list of what one can leave.
    static func detail(_ state: CameraState, _ times: RelativeTimeFormatter) -> String {
        guard let window = state.window else { return "Once a day, for \(CameraWords.minutes(state.settings.minutes))" }
        if state.own != nil { return "You’ve posted today’s" }
        if window.isOpen(times.now) { return "Now, until \(times.clock(window.closesAt))" }
        return window.takesPhotos(times.now)
            ? "You can still post it late" : "Today’s \(CameraWords.over(window.minutes))"
    }
}
