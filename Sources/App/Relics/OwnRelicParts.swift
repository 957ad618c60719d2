import Database
import Proximity

/// A relic as a card of a list begins: what it is, with its small picture.
struct RelicThumbPart {
    let kind: Relic.Kind
    /// The path of its small picture, or of a still of its video; nil for a sound.
    let picture: String?

    init(_ relic: OpenRelic) {
        kind = relic.known.kind
        picture = kind == .sound ? nil : MediaPaths.of(relic.media.text, .small)
    }

    var icon: IconPart { IconPart(RelicWords.icon(kind)) }
    var words: String { RelicWords.noun(kind) }
}

/// How a relic ends, exactly: for its maker and for who has opened it.
struct RelicEndPart {
    /// "Gone"; "Stays" for one without an end.
    let words: String
    let time: TimePart?

    init(_ relic: OpenRelic, _ times: RelativeTimeFormatter) {
        time = relic.expiresAt.map { TimePart(ahead: $0, times) }
        self.words = time == nil ? "Stays" : "Gone"
    }
}

/// A relic in its maker's list.
struct OwnRelicPart {
    let id: ID<Relic>
    let path: String
    let thumb: RelicThumbPart
    /// What is said of it, or else what it is.
    let text: String
    let place: String
    let left: TimePart
    let end: RelicEndPart
    /// "Appears in 40 minutes"; "" for one that has appeared.
    let appears: String
    let isLocked: Bool
    /// "Everyone", "Friends".
    let audience: String
    /// "2 openings · one entry in the book"
    let visits: String
    let actions: OwnRelicActionsPart

    init(_ own: OwnRelic, frame: Frame, times: RelativeTimeFormatter, places: PlaceFormatter) {
        let relic = own.relic
        id = relic.known.id
        path = RelicPaths.relic(id)
        thumb = RelicThumbPart(relic)
        text = relic.description.isEmpty ? thumb.words : relic.description
        place = places.words(relic.known.coordinate)
        left = TimePart(relic.createdAt, times)
        end = RelicEndPart(relic, times)
        appears = OwnRelicPart.appears(relic.appearsAt, times.now)
        isLocked = relic.known.isLocked
        audience = relic.audience.words
        visits = OwnRelicPart.visits(own)
        actions = OwnRelicActionsPart(frame, id)
    }

    private static func appears(_ time: Timestamp, _ now: Timestamp) -> String {
        let minutes = Int((time.seconds(since: now) / 60).rounded(.up))
        return minutes <= 0 ? "" : minutes == 1 ? "Appears in a minute" : "Appears in \(minutes) minutes"
    }

    /// Who gives no receipt is not counted, but may sign the book.
    private static func visits(_ own: OwnRelic) -> String {
        var parts: [String] = []
        if own.openings > 0 || own.visits == 0 { parts.append(CountWords.starting(own.openings, "opening")) }
        if own.visits > 0 {
            parts.append(own.visits == 1 ? "one entry in its book" : "\(own.visits) entries in its book")
        }
        let sentence = parts.joined(separator: ", ")
        return sentence.prefix(1).uppercased() + sentence.dropFirst()
    }
}

extension Relic.Audience {
    var words: String {
        switch self {
        case .everyone: "Everyone"
        case .friends: "Friends"
        }
    }
}

/// What a maker can do with a relic.
struct OwnRelicActionsPart {
    let id: ID<Relic>
    let csrf: TokenField

    init(_ frame: Frame, _ id: ID<Relic>) {
        self.id = id
        csrf = frame.csrf
    }
}

/// A relic that the viewer opened.
struct FoundRelicPart {
    let path: String
    let thumb: RelicThumbPart
    let maker: PersonPart
    let text: String
    let place: String
    let found: TimePart
    let end: RelicEndPart

    init(_ found: FoundRelic, times: RelativeTimeFormatter, places: PlaceFormatter) {
        let relic = found.relic
        path = RelicPaths.relic(relic.known.id)
        thumb = RelicThumbPart(relic)
        maker = PersonPart(relic.known.maker)
        text = relic.description.isEmpty ? thumb.words : relic.description
        place = places.words(relic.known.coordinate)
        self.found = TimePart(found.openedAt, times)
        end = RelicEndPart(relic, times)
    }
}
