import Database
import Proximity

/// A relic in a message: what its reader may know of it.
extension Relics: CardSource {
    func cardPath(_ path: String) -> String? { RelicPaths.relicID(path).map { RelicPaths.relic($0) } }

    func knownCards(
        _ database: Reader, at paths: [String], for viewer: Viewer, _ now: Timestamp
    ) throws -> [String: CardMaker] {
        let ids = paths.compactMap { RelicPaths.relicID($0) }
        guard !ids.isEmpty else { return [:] }
        let place = try recentPlace(database, viewer, now)
        var cards: [String: CardMaker] = [:]
        for relic in try RelicQueries.known(database, ids, to: viewer.id, now) {
            cards[RelicPaths.relic(relic.id)] = { CardPart(relic, from: place, viewer.units) }
        }
        return cards
    }
}

extension CardPart {
    /// "Photo from Leena", "180 m away · locked".
    init(_ relic: KnownRelic, from place: Coordinate?, _ units: DistanceFormat) {
        let away = place.map { "\(units.string(for: $0.distance(to: relic.coordinate))) away" }
        let isShut = relic.isLocked && !relic.isOpened && !relic.isOwn
        let words = [away, isShut ? "locked" : nil, away == nil && !isShut ? relic.age.words : nil].compactMap { $0 }
        let detail = words.joined(separator: " · ")
        self.init(
            path: RelicPaths.relic(relic.id), icon: IconPart(RelicWords.icon(relic.kind)),
            title: RelicWords.title(relic),
            detail: detail.prefix(1).uppercased() + detail.dropFirst(), isBrief: true)
    }
}
