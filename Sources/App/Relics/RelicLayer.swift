import Atlas
import Database
import HTTP
import Proximity

/// What a person chose to see of the relics on their map.
struct RelicFilter: Sendable {
    /// Those of these kinds.
    var kinds = Relic.Kind.allCases
    /// Those of friends alone.
    var isOfFriends = false
    /// Neither one's own nor those that one has opened.
    var isUnfound = false

    init() {}

    /// - Parameter names: of ``choices``.
    init(_ names: Set<String>) {
        let chosen = Relic.Kind.allCases.filter { names.contains($0.rawValue) }
        if !chosen.isEmpty { kinds = chosen }
        isOfFriends = names.contains("friends")
        isUnfound = names.contains("unfound")
    }

    static let choices = MapFilter(
        name: "relics", words: "Relics",
        choices: [
            MapFilter.Choice(name: "photo", words: "Photos"), MapFilter.Choice(name: "video", words: "Videos"),
            MapFilter.Choice(name: "sound", words: "Sounds"), MapFilter.Choice(name: "friends", words: "From friends"),
            MapFilter.Choice(name: "unfound", words: "Not yet found"),
        ])
}

/// Relics on the home map: each that the viewer may know of, or their counts where there are too many.
extension Relics: MapLayerSource {
    var mapLayer: MapLayer {
        MapLayer(
            filter: RelicFilter.choices,
            content: { [site] database, viewer, viewport, names in
                let filter = RelicFilter(names)
                if let crowd = try RelicQueries.crowd(database, filter, for: viewer.id, in: viewport, site.now) {
                    return MapContent(crowds: crowd.map { PinCrowd(kind: .relic, count: $0) })
                }
                let relics = try RelicQueries.within(database, viewport.bounds, filter, for: viewer.id, site.now)
                return MapContent(pins: relics.map { RelicPins.pin($0) })
            },
            extent: { [site, positions] database, viewer in
                let around = try positions.last(database, of: viewer.id, site.now)?.coordinate
                return try RelicQueries.outline(database, for: viewer.id, around: around, site.now)
            })
    }

    /// `GET /relics/{id}/card`: the card of a pin. Opens nothing, and says what the viewer may know of it.
    func showCard(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try relicID(context)
        let now = context.now
        let (known, open, place) = try site.database.read { database in
            (
                try RelicQueries.known(database, id, to: viewer.id, now),
                try RelicQueries.open(database, id, to: viewer.id, now),
                try recentPlace(database, viewer, now)
            )
        }
        guard let known else { throw Failure.notFound }
        let words = RelativeTimeFormatter(viewer.timeZone, now: now)
        return context.page(RelicCardPart(known, open, from: place, words, viewer.units))
    }

    /// Where the viewer was last, while that says where they are.
    func recentPlace(_ database: Reader, _ viewer: Viewer, _ now: Timestamp) throws -> Coordinate? {
        try positions.recentPlace(database, of: viewer.id, now)
    }

    /// The routes of relics on the map.
    var mapRoutes: [Route] {
        [.get("/relics/{id}/card", showCard), .get("/people/{username}/relics", showRelicsOfPerson)]
    }
}

/// Relics as pins.
enum RelicPins {
    static func pin(_ relic: KnownRelic) -> Pin {
        var marks: Set<Pin.Mark> = [mark(relic.kind)]
        if relic.isLocked { marks.insert(.locked) }
        if relic.isOwn { marks.insert(.own) }
        return Pin(
            kind: .relic, coordinate: relic.coordinate, title: title(relic), id: relic.id.rawValue,
            owner: relic.maker.id.rawValue, href: RelicPaths.relic(relic.id), card: RelicPaths.card(relic.id),
            isMuted: relic.isOpened && !relic.isOwn, marks: marks)
    }

    private static func mark(_ kind: Relic.Kind) -> Pin.Mark {
        switch kind {
        case .photo: .photo
        case .video: .video
        case .sound: .sound
        }
    }

    /// "Photo from Leena, locked, about 3 hours old", "Your sound, new".
    static func title(_ relic: KnownRelic) -> String {
        let state = relic.isOpened && !relic.isOwn ? ["opened"] : relic.isLocked ? ["locked"] : []
        return ([RelicWords.title(relic)] + state + [relic.age.words]).joined(separator: ", ")
    }
}

/// The card of a pin: what one may know before one stands there.
struct RelicCardPart {
    let avatar: AvatarPart
    /// "Photo from Leena"
    let title: String
    let icon: String
    /// Whether it wants a password of the viewer.
    let isShut: Bool
    /// "180 m away · opens within 50 m", or only the latter.
    let reach: String
    /// Metres, for the circle that a script draws.
    let radius: String
    /// "About 3 hours old · about 6 hours left".
    let age: String
    /// For its maker and who has opened it.
    let left: TimePart?
    let path: String
    /// "Open", "Walk there"
    let action: String

    init(
        _ relic: KnownRelic, _ open: OpenRelic?, from place: Coordinate?, _ words: RelativeTimeFormatter,
        _ units: DistanceFormat
    ) {
        avatar = AvatarPart(relic.maker)
        title = RelicWords.title(relic)
        icon = RelicWords.icon(relic.kind)
        isShut = relic.isLocked && open == nil
        let distance = place.map { $0.distance(to: relic.coordinate) }
        let within = "opens within \(units.string(for: relic.radius))"
        reach = RelicCardPart.sentence(
            [distance.map { "\(units.string(for: $0)) away" }, within].compactMap { $0 })
        radius = CoordinateFormatter.degrees(relic.radius.value, decimals: 1)
        left = open.map { TimePart(moment: $0.createdAt, words) }
        age = RelicCardPart.sentence(RelicCardPart.times(relic, open, words))
        path = RelicPaths.relic(relic.id)
        let isHere = distance.map { $0 <= relic.radius } ?? false
        action = open != nil || isHere ? "Open" : "Walk there"
    }

    /// To the minute for its maker and who has opened it, otherwise in the steps of its lifetime.
    private static func times(_ relic: KnownRelic, _ open: OpenRelic?, _ words: RelativeTimeFormatter) -> [String] {
        guard let open else { return [relic.age.words, relic.age.leftWords] }
        let appears = words.isAhead(open.appearsAt) ? ["appears \(words.ahead(open.appearsAt))"] : []
        return appears + [open.expiresAt.map { "gone \(words.ahead($0))" } ?? "stays"]
    }

    private static func sentence(_ parts: [String]) -> String {
        let words = parts.joined(separator: " · ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
