import Database
import Proximity

extension Accounts: FirstStepSource {
    /// A picture, for who signed up without one.
    func firstSteps(
        _ database: Reader, for viewer: Viewer, friends: [Person], _ now: Timestamp
    ) throws -> [FirstStep] {
        guard viewer.picture == nil else { return [] }
        let card = NextStepPart(
            mark: .icon(IconPart("user")), title: "Add a picture of yourself", words: "So your friends know it’s you",
            path: AccountPaths.profile)
        return [FirstStep(rank: 70, card: card)]
    }
}
