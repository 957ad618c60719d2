import Database
import Proximity

extension Daily: FirstStepSource {
    /// The photo of the day, while it can be posted.
    func firstSteps(
        _ database: Reader, for viewer: Viewer, friends: [Person], _ now: Timestamp
    ) throws -> [FirstStep] {
        let state = try cameraState(database, viewer.id, at: now)
        guard state.own == nil, let window = state.window, window.takesPhotos(now) else { return [] }
        let card = NextStepPart(
            mark: .icon(IconPart("camera")), title: "Take today’s photo",
            words: CameraWords.detail(state, RelativeTimeFormatter(viewer.timeZone, now: now)), path: DailyPaths.new)
        return [FirstStep(rank: 60, card: card)]
    }
}
