import Database
import Proximity

extension Relics: FirstStepSource {
    /// A relic on one's own spot, for who knows nobody yet: it is for everybody who comes by.
    func firstSteps(
        _ database: Reader, for viewer: Viewer, friends: [Person], _ now: Timestamp
    ) throws -> [FirstStep] {
        guard friends.isEmpty, try !RelicQueries.hasLeft(database, viewer.id) else { return [] }
        let card = NextStepPart(
            mark: .icon(IconPart("gem")), title: "Leave a relic where you are",
            words: "A photo, video or sound for whoever comes by", path: RelicPaths.new)
        return [FirstStep(rank: 40, card: card)]
    }
}

extension RelicQueries {
    /// Whether a relic of a person is there.
    static func hasLeft(_ database: Reader, _ maker: ID<Account>) throws -> Bool {
        try database.exists("SELECT 1 FROM relic WHERE maker_id = \(maker)")
    }
}
