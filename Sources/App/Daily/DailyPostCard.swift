import Database
import Proximity

/// A photo of the day in a message: for readers who see it.
extension Daily: CardSource {
    func cardPath(_ path: String) -> String? { DailyPaths.postID(path).map { DailyPaths.post($0) } }

    func knownCards(
        _ database: Reader, at paths: [String], for viewer: Viewer, _ now: Timestamp
    ) throws -> [String: CardMaker] {
        let ids = paths.compactMap { DailyPaths.postID($0) }
        guard !ids.isEmpty else { return [:] }
        var cards: [String: CardMaker] = [:]
        for post in try DayQueries.posts(database, ids, to: viewer.id, at: now).values {
            cards[DailyPaths.post(post.id)] = {
                CardPart(
                    path: DailyPaths.post(post.id), icon: IconPart("camera"), title: DailyPostWords.title(post),
                    detail: post.day.longText)
            }
        }
        return cards
    }
}
