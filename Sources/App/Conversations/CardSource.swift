import Database
import HTML
import HTTP
import Proximity

/// A feature with things that a message can show as a card, by the path of their page.
protocol CardSource: Feature {
    /// The path of the thing's page as it is stored; nil if a path is not of this feature's things. It says nothing of
    /// whether there is such a thing.
    func cardPath(_ path: String) -> String?
    /// Reads the things among some paths of which the viewer may know, and no more of each than they may. What is left
    /// out shows the same card to everybody, whether it never was, is gone or is kept from them.
    func knownCards(
        _ database: Reader, at paths: [String], for viewer: Viewer, _ now: Timestamp
    ) throws -> [String: CardMaker]
}

/// Makes the part of a card after the transaction that read it.
typealias CardMaker = @Sendable () throws -> CardPart?

/// A thing that is shared in a message.
struct CardPart {
    /// The page that it opens; "" for none.
    var path = ""
    let icon: IconPart
    /// "Photo from Leena"
    let title: String
    /// "180 m away · locked"; "" for none.
    var detail = ""
    /// The way there; nil for none.
    var route: RoutePart?
    /// A picture of the place; nil for none.
    var map: PlacePicture?
    /// Whether the thing may end, or tells how far away it is: copies for reading without a connection do not show it.
    var isBrief = false

    /// What everybody sees of a thing of which they may not know, and of one that is not there.
    static let hidden = CardPart(icon: IconPart("lock-keyhole"), title: "You can't open this")
}

extension Conversations {
    /// Most cards that are read for a page: one for each message, and one for the form.
    static let maxCards = Message.pageSize + 1

    /// Everything that makes cards.
    private var cardSources: [any CardSource] { site.features.conforming(to: (any CardSource).self) }

    /// The path of a thing's page as a message stores it; nil for paths of which there are no cards: those off the site,
    /// and those of all other pages.
    func storedCard(_ path: String) -> String? {
        guard MessageForm.card(path) != nil else { return nil }
        return cardSources.lazy.compactMap { $0.cardPath(path) }.first
    }

    /// The makers of the cards at some paths, read in the caller's transaction by a few statements for all of them. Every
    /// path has one.
    func cards(
        _ database: Reader, at paths: Set<String>, for viewer: Viewer, _ now: Timestamp
    ) throws -> [String: CardMaker] {
        guard !paths.isEmpty else { return [:] }
        let read = Array(paths.sorted().prefix(Conversations.maxCards))
        var cards: [String: CardMaker] = [:]
        for source in cardSources {
            cards.merge(try source.knownCards(database, at: read, for: viewer, now)) { first, _ in first }
        }
        for path in paths where cards[path] == nil { cards[path] = { .hidden } }
        return cards
    }
}
