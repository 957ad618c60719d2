import Database
import HTTP
import Media
import Proximity

/// Posting the photo of the day.
extension Daily {
    /// `POST /daily`
    func postPhoto(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let key = FormKey.read(context.form) ?? ""
        let now = context.now
        let (earlier, state) = try site.database.read { database in
            (
                try DailyPostQueries.post(database, of: viewer.id, formKey: key),
                try cameraState(database, viewer.id, at: now)
            )
        }
        if let earlier { return context.redirect(to: DailyPaths.post(earlier)) }
        // Decided by the server's clock before the photos are looked at, which may take long; kept in any case.
        let window = try site.database.read { try WindowQueries.last($0) }
        let answer = window?.answer(begun: context.begunAt, ended: now) ?? .over
        let submission = try receivePhotos(context, viewer)
        guard let window, answer != .over else {
            return refused(
                context, submission, why: CameraRefusal(state.window ?? lastNight(window, now), for: viewer, at: now))
        }
        guard state.own == nil else { return refused(context, submission, why: .posted) }
        do {
            let post = try newPost(context, viewer, submission: submission, answer: answer)
            let (id, isNew) = try store(post, of: viewer, in: window, now)
            return isNew ? done(context, post) : context.redirect(to: DailyPaths.post(id))
        } catch let errors as ValidationErrors {
            var all = submission.errors
            all.add(errors)
            let page = try cameraPage(
                context, viewer, draft: CameraDraft(context.form, submission), in: window, errors: all,
                status: .unprocessableContent)
            return submission.refusal?.answer(page) ?? page
        } catch Failure.done {
            return refused(context, submission, why: .posted)
        }
    }

    /// The window of the day before, for a form that was begun before midnight.
    private func lastNight(_ window: DailyWindow?, _ now: Timestamp) -> DailyWindow? {
        window.flatMap { now.seconds(since: $0.closesAt) < Daily.night ? $0 : nil }
    }

    /// Seconds after its end for which a window of yesterday explains why a photo is refused.
    private static let night = 43_200.0

    private func done(_ context: RequestContext, _ post: NewDailyPost) -> Response {
        let late = CameraWords.late(post.late)
        return context.redirect(
            to: DailyPaths.today, saying: late.isEmpty ? "Posted." : "Posted, \(late).",
            asking: "Want a notification when it’s time for tomorrow’s photo?")
    }

    /// Stores the photo and tells whom it concerns; the photo that the form has posted before if it was sent twice at once.
    private func store(
        _ post: NewDailyPost, of viewer: Viewer, in window: DailyWindow, _ now: Timestamp
    ) throws -> (id: ID<DailyPost>, isNew: Bool) {
        try site.database.write { database in
            if let id = try DailyPostQueries.post(database, of: viewer.id, formKey: post.formKey) {
                return (id, false)
            }
            let id = try self.post(database, post, of: viewer.id, in: window, at: now)
            try posted(database, on: window.day, by: viewer.id, now)
            try tell(database, Daily.part(window.day), of: id, by: viewer.id, at: now)
            return (id, true)
        }
    }

    /// What the form posts.
    ///
    /// - Throws: `ValidationErrors`.
    private func newPost(
        _ context: RequestContext, _ viewer: Viewer, submission: PhotosSubmission, answer: DailyWindow.Answer
    ) throws -> NewDailyPost {
        var errors = submission.errors
        var form: DailyPostForm?
        do { form = try DailyPostForm(context.form) } catch { errors.add(error) }
        if submission.back == nil { errors.add("back", "Take a photo of what’s in front of you.") }
        guard let form, let back = submission.back, errors.isEmpty else { throw errors }
        let formKey = form.formKey.isEmpty ? site.newFormKey() : form.formKey
        var post = NewDailyPost(back: back.name, front: submission.front?.name, formKey: formKey)
        post.caption = form.caption
        post.retakes = form.retakes
        if case .late(let milliseconds) = answer { post.late = milliseconds }
        guard form.place != .none, let place = try form.coordinate ?? recentPlace(viewer, context.now) else {
            return post
        }
        post.place = form.place
        // Nothing is derived from the exact place of a photo that tells the area.
        post.coordinate = form.place == .area ? SnappedPosition(place).centre : place
        return post
    }

    /// Where the person was a moment ago, for a form that brings no position.
    private func recentPlace(_ viewer: Viewer, _ now: Timestamp) throws -> Coordinate? {
        try site.database.read { try positions.last($0, of: viewer.id, now) }.flatMap {
            now.seconds(since: $0.takenAt) <= Daily.recent ? $0.coordinate : nil
        }
    }

    /// Seconds.
    private static let recent = 600.0

    private func receivePhotos(_ context: RequestContext, _ viewer: Viewer) throws -> PhotosSubmission {
        let back = try uploads.receiveDraft(context, viewer, for: Daily.draftPurpose, kind: .back)
        return PhotosSubmission(
            of: back, try uploads.receiveDraft(context, viewer, for: Daily.draftPurpose, kind: .front))
    }

    private func refused(_ context: RequestContext, _ submission: PhotosSubmission, why: CameraRefusal) -> Response {
        let photos = [
            submission.back.map { CameraRefusedPage.Photo($0, file: "photo", label: "Download the photo") },
            submission.front.map { CameraRefusedPage.Photo($0, file: "photo-of-me", label: "Download the one of you") },
        ].compactMap { $0 }
        let kept = photos.isEmpty ? "" : " Your photo is saved for a day. Only you can see it."
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
    init(_ window: DailyWindow?, for viewer: Viewer, at now: Timestamp) {
        guard let window else {
            title = "There’s no photo to take right now"
            words = "We’ll tell you when it’s time for the next one."
            return
        }
        title = "The \(CameraWords.over(window.minutes))"
        let until = RelativeTimeFormatter(viewer.timeZone, now: now).clock(window.closesAt)
        words = "You could post until \(until)."
    }
}

/// The two photos of a form, as far as they are good.
struct PhotosSubmission {
    let back: MediaDraft?
    let front: MediaDraft?
    let refusal: RefusedUpload?
    var errors = ValidationErrors()

    init(of back: DraftSubmission, _ front: DraftSubmission) {
        self.back = back.draft
        self.front = front.draft
        refusal = back.refusal ?? front.refusal
        errors.add(back.errors)
        errors.add(front.errors)
    }
}

/// The fields beside the photos.
struct DailyPostForm: Sendable {
    let caption: String
    let place: DailyPost.Place
    /// As it was sent; nil for none.
    let coordinate: Coordinate?
    let retakes: Int
    /// "" for a form without one.
    let formKey: String

    /// Half the Earth's circumference, in metres; less than nothing means that the device does not know.
    private static let accuracies = -20_100_000.0...20_100_000.0

    /// - Throws: a problem for each invalid field.
    init(_ form: FormFields) throws(ValidationErrors) {
        var errors = ValidationErrors()
        caption = MultilineText.normalized(form["caption"])
        errors.checkLength("caption", caption, max: DailyPost.maxCaptionLength)
        let chosen = form["place"] ?? ""
        let place = chosen.isEmpty ? DailyPost.Place.exact : DailyPost.Place(rawValue: chosen)
        if place == nil { errors.add("place", "Choose how much of the place is kept.") }
        var coordinate: Coordinate?
        if ["lat", "lon"].contains(where: { !(form[$0] ?? "").isEmpty }) {
            do { coordinate = try PlaceFields.read(form) } catch { errors.add(error) }
        }
        let accuracy = form["accuracy"] ?? ""
        if !accuracy.isEmpty && InputNumber.decimal(accuracy, in: DailyPostForm.accuracies) == nil {
            errors.add("accuracy", "Accuracy must be a number of metres.")
        }
        retakes = DailyPostForm.retakes(form)
        formKey = FormKey.read(form) ?? ""
        if formKey.isEmpty && !(form["key"] ?? "").isEmpty {
            errors.add("key", "This form is incomplete. Reload the page and try again.")
        }
        guard let place, errors.isEmpty else { throw errors }
        self.place = place
        self.coordinate = coordinate
    }

    /// How often the photo was taken again; what is no number counts as never.
    static func retakes(_ form: FormFields) -> Int {
        InputNumber.whole(form["retakes"], in: 0...DailyPost.maxRetakes) ?? 0
    }
}

extension CameraDraft {
    /// A sent form.
    init(_ form: FormFields, _ submission: PhotosSubmission) {
        back = submission.back
        front = submission.front
        caption = form["caption"] ?? ""
        place = form["place"] ?? place
        retakes = DailyPostForm.retakes(form)
        formKey = FormKey.read(form) ?? ""
    }
}
