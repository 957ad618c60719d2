import Database
import Foundation
import HTTP
import Media
import Proximity

/// Taking the photo of the day.
extension Daily {
    var cameraRoutes: [Route] {
        [
            .get("/daily/new", showCamera),
            .upload("/daily", bodyLimit: Daily.formBytes, resume: "/daily/new", postPhoto),
        ]
    }

    var cameraNavigation: [NavigationEntry] {
        [
            NavigationEntry(
                slot: .drop, rank: 30, path: DailyPaths.new, icon: "camera", words: "Photo of the day",
                isShown: { _ in isOffered }, detail: { detail(for: $0) })
        ]
    }

    var cameraExamples: [GalleryExample] { CameraExamples.all }

    /// The largest form: two pictures and room for the fields.
    private static let formBytes = Uploads.pictureFormBytes + MediaLimits().imageBytes

    /// Posts a photo of the day, in the transaction of the caller.
    ///
    /// - Throws: `ValidationErrors` on `back` or `front` if a draft is no longer stored, `Failure.done` if the person has
    ///   posted already.
    @discardableResult
    func post(
        _ database: Writer, _ post: NewDailyPost, of account: ID<Account>, in window: DailyWindow, at now: Timestamp
    ) throws -> ID<DailyPost> {
        guard try DailyPostQueries.post(database, of: account, on: window.day) == nil else { throw Daily.posted }
        for (name, photo) in [("back", post.back), ("front", post.front)] {
            guard let photo else { continue }
            guard try Uploads.claimDraft(database, photo, of: account, for: Daily.draftPurpose, at: now) else {
                throw ValidationErrors(name, "That photo is not kept any more. Take it again.")
            }
        }
        do {
            return try DailyPostQueries.insert(database, post, of: account, in: window, at: now)
        } catch let error as DatabaseError where error.kind == .unique {
            // Its form has posted it before, and it was deleted since.
            throw Daily.posted
        }
    }

    static let posted = Failure.done("You’ve posted your photo of the day.")

    /// `GET /daily/new`
    func showCamera(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let state = try site.database.read { try cameraState($0, viewer.id, at: context.now) }
        if let own = state.own { return context.redirect(to: DailyPaths.post(own)) }
        guard let window = state.window, window.takesPhotos(context.now) else {
            return context.page(CameraRestPage(frame: cameraFrame(context), state, for: viewer, at: context.now))
        }
        return try cameraPage(context, viewer, draft: CameraDraft(), in: window, errors: ValidationErrors())
    }

    /// The page with the form.
    func cameraPage(
        _ context: RequestContext, _ viewer: Viewer, draft: CameraDraft, in window: DailyWindow,
        errors: ValidationErrors, status: Status = .ok
    ) throws -> Response {
        var draft = draft
        if draft.formKey.isEmpty { draft.formKey = site.newFormKey() }
        let page = CameraPage(
            frame: cameraFrame(context), draft, uploadID: site.newFormKey(), window: window,
            times: RelativeTimeFormatter(viewer.timeZone, now: context.now), errors: errors)
        return context.page(page, status: status)
    }

    func cameraFrame(_ context: RequestContext) -> Frame { context.frame("Photo of the day", .drop) }

    /// What a form is known by.

    /// The window of now and what the person has done with it.
    func cameraState(_ database: Reader, _ account: ID<Account>, at now: Timestamp) throws -> CameraState {
        let settings = try WindowQueries.settings(database)
        // A window may reach over midnight.
        guard let window = try WindowQueries.last(database), window.takesPhotos(now) || window.day == today(now) else {
            return CameraState(window: nil, own: nil, settings: settings)
        }
        let own = try DailyPostQueries.post(database, of: account, on: window.day)
        return CameraState(window: window, own: own, settings: settings)
    }

    /// Whether there are photos of the day here.
    private var isOffered: Bool {
        let found = try? site.database.read { database in
            try WindowQueries.settings(database).isOn
                || WindowQueries.last(database).map { $0.takesPhotos(site.now) } ?? false
        }
        return found ?? false
    }

    /// "Until 16:47"; asked for every page, so without the database it says less.
    private func detail(for viewer: Viewer) -> String {
        let now = site.now
        guard let state = try? site.database.read({ try cameraState($0, viewer.id, at: now) }) else { return "" }
        return CameraWords.detail(state, RelativeTimeFormatter(viewer.timeZone, now: now))
    }
}

/// The window of now, and what a person has done with it.
struct CameraState: Sendable {
    /// The one that takes photos, else today's; nil before today's.
    let window: DailyWindow?
    /// Their photo in it.
    let own: ID<DailyPost>?
    /// Whether windows open here, and for how long.
    let settings: DailySettings
}
