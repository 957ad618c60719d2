import Database
import Proximity

/// A feature with something for the page on which a new account begins.
protocol FirstStepSource: Feature {
    /// What a newcomer can do at once, worked out from what is stored: a step that is done is not among them. Says nothing
    /// that other pages keep from them.
    ///
    /// - Parameter friends: the newcomer's friends, in the order of their list.
    func firstSteps(
        _ database: Reader, for viewer: Viewer, friends: [Person], _ now: Timestamp
    ) throws -> [FirstStep]
}

/// Something that a newcomer can do at once.
struct FirstStep {
    /// Its place among the others: the most urgent has the lowest.
    let rank: Int
    let card: NextStepPart
}
