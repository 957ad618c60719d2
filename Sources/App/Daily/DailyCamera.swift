import Database
import HTTP
import Proximity

/// Taking the photo of the day.
extension Daily {
    var cameraRoutes: [Route] { [] }
    var cameraNavigation: [NavigationEntry] { [] }
    var cameraExamples: [GalleryExample] { [] }

    /// Posts a photo of the day, in the transaction of the caller.
    ///
    /// - Throws: `ValidationErrors` on `back` or `front` if a draft is no longer stored, `Failure.done` if the person has
    ///   posted already.
    @discardableResult
    func post(
        _ database: Writer, _ moment: NewMoment, of account: ID<Account>, in window: DailyWindow, _ now: Timestamp
    ) throws -> ID<Moment> {
        guard try MomentQueries.moment(database, of: account, on: window.day) == nil else {
            throw Failure.done("You've posted your photo of the day.")
        }
        for (name, photo) in [("back", moment.back), ("front", moment.front)] {
            guard let photo else { continue }
            guard try Uploads.claimDraft(database, photo, of: account, for: Daily.draftPurpose, now) else {
                throw ValidationErrors(name, "That photo is not kept any more. Take it again.")
            }
        }
        return try MomentQueries.insert(database, moment, of: account, in: window, now)
    }
}
