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
                let (filter, bounds, now) = (RelicFilter(names), viewport.bounds, site.now)
                let amount = try RelicQueries.amount(database, filter, for: viewer.id, in: viewport, at: now)
                return try MapContent(
                    database, amount, as: .relic, in: RelicQueries.area(of: bounds, for: viewer.id),
                    from: RelicPins.source(in: bounds, filter, for: viewer.id, now))
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
                try RelicQueries.known(database, id, to: viewer.id, at: now),
                try RelicQueries.open(database, id, to: viewer.id, at: now),
                try recentPlace(database, viewer, at: now)
            )
        }
        guard let known else { throw Failure.notFound }
        let times = RelativeTimeFormatter(viewer.timeZone, now: now)
        return context.page(RelicCardPart(known, open: open, from: place, times: times, units: viewer.units, on: site))
    }

    /// Where the viewer was last, while that says where they are.
    func recentPlace(_ database: Reader, _ viewer: Viewer, at now: Timestamp) throws -> Coordinate? {
        try positions.recentPlace(database, of: viewer.id, now)
    }

    var mapRoutes: [Route] {
        [.get("/relics/{id}/card", showCard), .get("/people/{username}/relics", showRelicsOfPerson)]
    }
}

enum RelicPins {
    /// How the relics in a frame are read.
    static func source(
        in bounds: Bounds, _ filter: RelicFilter, for viewer: ID<Account>, _ now: Timestamp
    ) -> PinSource {
        PinSource(
            whole: { database, area in
                try RelicQueries.within(database, bounds, area: area, filter: filter, for: viewer, at: now).map {
                    pin($0)
                }
            },
            places: { database, area in
                try RelicQueries.points(database, bounds, area: area, filter: filter, for: viewer, at: now).map {
                    place($0)
                }
            },
            named: { database, ids in
                let relics = ids.map { ID<Relic>(rawValue: $0) }
                return try RelicQueries.known(database, relics, to: viewer, at: now).map { pin($0) }
            })
    }

    static func pin(_ relic: KnownRelic) -> Pin {
        Pin(
            kind: .relic, coordinate: relic.coordinate, title: title(relic), id: relic.id.rawValue,
            owner: relic.maker.id.rawValue, href: RelicPaths.relic(relic.id), card: RelicPaths.card(relic.id),
            isMuted: relic.isOpened && !relic.isOwn,
            marks: marks(relic.kind, isLocked: relic.isLocked, isOwn: relic.isOwn))
    }

    private static func place(_ relic: RelicPoint) -> PinPlace {
        PinPlace(
            kind: .relic, coordinate: relic.coordinate, id: relic.id.rawValue, owner: relic.maker.rawValue,
            marks: marks(relic.kind, isLocked: relic.isLocked, isOwn: relic.isOwn))
    }

    private static func marks(_ kind: Relic.Kind, isLocked: Bool, isOwn: Bool) -> Pin.Marks {
        var marks: Pin.Marks = [mark(kind)]
        if isLocked { marks.insert(.locked) }
        if isOwn { marks.insert(.own) }
        return marks
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
    /// "Opens within 50 m"
    let reach: String
    /// " · 180 m away"; "" if that is not known.
    let away: String
    /// nil where it is open.
    let walk: WalkPart?
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
        _ relic: KnownRelic, open: OpenRelic?, from place: Coordinate?, times: RelativeTimeFormatter,
        units: DistanceFormat, on site: Site
    ) {
        avatar = AvatarPart(relic.maker)
        title = RelicWords.title(relic)
        icon = RelicWords.icon(relic.kind)
        isShut = relic.isLocked && open == nil
        let distance = place.map { $0.distance(to: relic.coordinate) }
        reach = "Opens within \(units.string(for: relic.radius))"
        away = distance.map { " · \(units.string(for: $0)) away" } ?? ""
        walk = open == nil ? WalkPart(to: relic.coordinate, opensWithin: relic.radius, units, site) : nil
        radius = CoordinateFormatter.degrees(relic.radius.value, decimals: 1)
        left = open.map { TimePart(moment: $0.createdAt, times) }
        age = RelicCardPart.sentence(RelicCardPart.words(relic, open: open, times: times))
        path = RelicPaths.relic(relic.id)
        let isHere = distance.map { $0 <= relic.radius } ?? false
        action = open != nil || isHere ? "Open" : "Walk there"
    }

    /// To the minute for its maker and who has opened it, otherwise in the steps of its lifetime.
    private static func words(_ relic: KnownRelic, open: OpenRelic?, times: RelativeTimeFormatter) -> [String] {
        guard let open else { return [relic.age.words, relic.age.leftWords] }
        let appears = times.isAhead(open.appearsAt) ? ["appears \(times.ahead(open.appearsAt))"] : []
        return appears + [open.expiresAt.map { "gone \(times.ahead($0))" } ?? "stays"]
    }

    private static func sentence(_ parts: [String]) -> String {
        let sentence = parts.joined(separator: " · ")
        return sentence.prefix(1).uppercased() + sentence.dropFirst()
    }
}
