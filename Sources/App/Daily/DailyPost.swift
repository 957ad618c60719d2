import Database
import HTTP
import Media
import Proximity

/// Posting the photo of the day.
extension Daily {
    /// `POST /daily`
    func postPhoto(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let key = SubmissionKey.read(context.form) ?? ""
        let now = context.now
        let (earlier, state) = try site.database.read { database in
            (
                try MomentQueries.moment(database, of: viewer.id, submission: key),
                try cameraState(database, viewer.id, now)
            )
        }
        if let earlier { return context.redirect(to: DailyPaths.moment(earlier)) }
        // Decided by the server's clock before the photos are looked at, which may take long; kept in any case.
        let window = try site.database.read { try WindowQueries.last($0) }
        let answer = window?.answer(begun: context.begunAt, ended: now) ?? .over
        let arrival = try takePhotos(context, viewer)
        guard let window, answer != .over else {
            return refused(context, arrival, CameraRefusal(state.window ?? lastNight(window, now), viewer, now))
        }
        guard state.own == nil else { return refused(context, arrival, .posted) }
        do {
            let moment = try newMoment(context, viewer, arrival, answer)
            let (id, isNew) = try store(moment, of: viewer, in: window, now)
            return isNew ? done(context, moment) : context.redirect(to: DailyPaths.moment(id))
        } catch let errors as ValidationErrors {
            var all = arrival.errors
            all.add(errors)
            let page = try cameraPage(
                context, viewer, CameraDraft(context.form, arrival), in: window, all, status: .unprocessableContent)
            return arrival.refusal?.answer(page) ?? page
        } catch Failure.done {
            return refused(context, arrival, .posted)
        }
    }

    /// The window of the day before, for a form that was begun before midnight.
    private func lastNight(_ window: DailyWindow?, _ now: Timestamp) -> DailyWindow? {
        window.flatMap { now.seconds(since: $0.closesAt) < Daily.night ? $0 : nil }
    }

    /// Seconds after its end for which a window of yesterday explains why a photo is refused.
    private static let night = 43_200.0

    private func done(_ context: RequestContext, _ moment: NewMoment) -> Response {
        let late = CameraWords.late(moment.late)
        return context.redirect(
            to: DailyPaths.today, saying: late.isEmpty ? "Posted." : "Posted, \(late).",
            asking: "Want a nudge when it’s time for tomorrow’s photo?")
    }

    /// Stores the photo and tells whom it concerns; the photo that the form has posted before if it was sent twice at once.
    private func store(
        _ moment: NewMoment, of viewer: Viewer, in window: DailyWindow, _ now: Timestamp
    ) throws -> (id: ID<Moment>, isNew: Bool) {
        try site.database.write { database in
            if let id = try MomentQueries.moment(database, of: viewer.id, submission: moment.submission) {
                return (id, false)
            }
            let id = try post(database, moment, of: viewer.id, in: window, now)
            try posted(database, on: window.day, by: viewer.id, now)
            try tell(database, Daily.part(window.day), of: id, by: viewer.id, now)
            return (id, true)
        }
    }

    /// What the form posts.
    ///
    /// - Throws: `ValidationErrors`.
    private func newMoment(
        _ context: RequestContext, _ viewer: Viewer, _ arrival: PhotosArrival, _ answer: DailyWindow.Answer
    ) throws -> NewMoment {
        var errors = arrival.errors
        var form: MomentForm?
        do { form = try MomentForm(context.form) } catch { errors.add(error) }
        if arrival.back == nil { errors.add("back", "Take a photo of what’s in front of you.") }
        guard let form, let back = arrival.back, errors.isEmpty else { throw errors }
        let submission = form.submission.isEmpty ? newSubmission() : form.submission
        var moment = NewMoment(back: back.name, front: arrival.front?.name, submission: submission)
        moment.caption = form.caption
        moment.retakes = form.retakes
        if case .late(let milliseconds) = answer { moment.late = milliseconds }
        guard form.place != .none, let place = try form.coordinate ?? recentPlace(viewer, context.now) else {
            return moment
        }
        moment.place = form.place
        // Nothing is derived from the exact place of a photo that tells the area.
        moment.coordinate = form.place == .area ? SnappedPosition(place).centre : place
        return moment
    }

    /// Where the person was a moment ago, for a form that brings no position.
    private func recentPlace(_ viewer: Viewer, _ now: Timestamp) throws -> Coordinate? {
        try site.database.read { try positions.last($0, of: viewer.id, now) }.flatMap {
            now.seconds(since: $0.takenAt) <= Daily.recent ? $0.coordinate : nil
        }
    }

    /// Seconds.
    private static let recent = 600.0

    private func takePhotos(_ context: RequestContext, _ viewer: Viewer) throws -> PhotosArrival {
        let back = try uploads.takeDraft(context, viewer, for: Daily.draftPurpose, .back)
        return PhotosArrival(
            of: back, try uploads.takeDraft(context, viewer, for: Daily.draftPurpose, .front))
    }

    private func refused(_ context: RequestContext, _ arrival: PhotosArrival, _ why: CameraRefusal) -> Response {
        let photos = [
            arrival.back.map { CameraRefusedPage.Photo($0, file: "photo", label: "Download the photo") },
            arrival.front.map { CameraRefusedPage.Photo($0, file: "photo-of-me", label: "Download the one of you") },
        ].compactMap { $0 }
        let kept = photos.isEmpty ? "" : " What you took is kept for a day, for you alone."
        let page = CameraRefusedPage(
            frame: cameraFrame(context), title: why.title, words: why.words + kept, photos: photos)
        return context.page(page, status: why.status)
    }
}

/// Why a photo is not posted.
struct CameraRefusal {
    let title: String
    let words: String
    var status = Status.unprocessableContent

    static let posted = CameraRefusal(
        title: "You’ve posted already", words: "It’s one photo a day. Delete yours first to post another.",
        status: .conflict)

    private init(title: String, words: String, status: Status) {
        self.title = title
        self.words = words
        self.status = status
    }

    /// - Parameter window: the one for which the photo was taken; nil if there was none.
    init(_ window: DailyWindow?, _ viewer: Viewer, _ now: Timestamp) {
        guard let window else {
            title = "There’s no photo to take right now"
            words = "We’ll tell you when it’s time for the next one."
            return
        }
        title = "The five minutes are over"
        let until = RelativeTimeFormatter(viewer.timeZone, now: now).clock(window.closesAt)
        words = "Photos were posted until \(until)."
    }
}

/// The two photos of a form, as far as they are good.
struct PhotosArrival {
    let back: MediaDraft?
    let front: MediaDraft?
    let refusal: RefusedUpload?
    var errors = ValidationErrors()

    init(of back: DraftArrival, _ front: DraftArrival) {
        self.back = back.draft
        self.front = front.draft
        refusal = back.refusal ?? front.refusal
        errors.add(back.errors)
        errors.add(front.errors)
    }
}

/// The fields beside the photos.
struct MomentForm: Sendable {
    let caption: String
    let place: Moment.Place
    /// As it was sent; nil for none.
    let coordinate: Coordinate?
    let retakes: Int
    /// "" for a form without one.
    let submission: String

    /// Half the Earth's circumference, in metres; less than nothing means that the device does not know.
    private static let accuracies = -20_100_000.0...20_100_000.0

    /// - Throws: a problem for each invalid field.
    init(_ form: FormFields) throws(ValidationErrors) {
        var errors = ValidationErrors()
        caption = MultilineText.normalized(form["caption"])
        if caption.unicodeScalars.count > Moment.longestCaption {
            errors.add("caption", "That is too long: \(Moment.longestCaption) characters at most.")
        }
        let chosen = form["place"] ?? ""
        let place = chosen.isEmpty ? Moment.Place.exact : Moment.Place(rawValue: chosen)
        if place == nil { errors.add("place", "Choose how much of the place is kept.") }
        var coordinate: Coordinate?
        if ["lat", "lon"].contains(where: { !(form[$0] ?? "").isEmpty }) {
            do { coordinate = try PlaceFields.read(form) } catch { errors.add(error) }
        }
        let accuracy = form["accuracy"] ?? ""
        if !accuracy.isEmpty && InputNumber.decimal(accuracy, in: MomentForm.accuracies) == nil {
            errors.add("accuracy", "Accuracy must be a number of metres.")
        }
        retakes = MomentForm.retakes(form)
        submission = SubmissionKey.read(form) ?? ""
        if submission.isEmpty && !(form["key"] ?? "").isEmpty {
            errors.add("key", "This form is incomplete. Reload the page and try again.")
        }
        guard let place, errors.isEmpty else { throw errors }
        self.place = place
        self.coordinate = coordinate
    }

    /// How often the photo was taken again; what is no number counts as never.
    static func retakes(_ form: FormFields) -> Int {
        InputNumber.whole(form["retakes"], in: 0...Moment.mostRetakes) ?? 0
    }
}

extension CameraDraft {
    /// A sent form.
    init(_ form: FormFields, _ arrival: PhotosArrival) {
        back = arrival.back
        front = arrival.front
        caption = form["caption"] ?? ""
        place = form["place"] ?? place
        retakes = MomentForm.retakes(form)
        submission = SubmissionKey.read(form) ?? ""
    }
}
