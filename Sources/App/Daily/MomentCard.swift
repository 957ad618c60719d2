import Database
import Proximity

/// A photo of the day in a message: for readers who see it.
extension Daily: CardSource {
    func cardPath(_ path: String) -> String? { DailyPaths.momentID(path).map { DailyPaths.moment($0) } }

    func knownCards(
        _ database: Reader, at paths: [String], for viewer: Viewer, _ now: Timestamp
    ) throws -> [String: CardMaker] {
        let ids = paths.compactMap { DailyPaths.momentID($0) }
        guard !ids.isEmpty else { return [:] }
        var cards: [String: CardMaker] = [:]
        for moment in try DayQueries.moments(database, ids, to: viewer.id, now).values {
            cards[DailyPaths.moment(moment.id)] = {
                CardPart(
                    path: DailyPaths.moment(moment.id), icon: IconPart("camera"), title: MomentWords.title(moment),
                    detail: MomentWords.day(moment.day), isBrief: true)
            }
        }
        return cards
    }
}
