import Database
import HTML
import Proximity

/// A feature with things that a message can show as a card, by their address.
protocol CardSource: Feature {
    /// The card of a thing at a path inside the site, with no more than the viewer may know of it; nil if the path is not
    /// this feature's. Only reads; the part is made after the transaction.
    func card(_ database: Reader, at path: String, for viewer: Viewer, _ now: Timestamp) throws -> CardMaker?
}

/// Makes the part of a card after the transaction that read it.
typealias CardMaker = @Sendable () throws -> CardPart?

/// A thing that is shared in a message.
struct CardPart {
    /// The page that it opens.
    let path: String
    let icon: IconPart
    /// "A relic from Leena"
    let title: String
    /// "180 m away · locked"; "" for none.
    let detail: String
}

extension Conversations {
    /// The makers of cards, by their paths.
    func cards(
        _ database: Reader, at paths: Set<String>, for viewer: Viewer, _ now: Timestamp
    ) throws -> [String: CardMaker] {
        guard !paths.isEmpty else { return [:] }
        let sources = site.features.conforming(to: (any CardSource).self)
        var makers: [String: CardMaker] = [:]
        for path in paths {
            for source in sources {
                guard let maker = try source.card(database, at: path, for: viewer, now) else { continue }
                makers[path] = maker
                break
            }
        }
        return makers
    }
}
