import Atlas
import Database
import HTTP
import Proximity

/// `GET /relics/{id}` for its maker and who has opened it.
struct RelicPage {
    let frame: Frame
    let id: ID<Relic>
    let isOwn: Bool
    let maker: PersonPart
    let title: String
    let player: MediaPlayerPart
    /// The description, split at line breaks; none if there is no description.
    let lines: [String]
    let left: TimePart
    /// "Appears at 15:00." to its maker, until then; otherwise "".
    let appears: String
    /// When it is gone; nil for never.
    let end: End?
    let place: RelicPlacePart
    /// What its maker chose, and how many have opened it.
    let facts: [String]
    let book: RelicBookPart
    let report: TextAreaPart
    let ways: RelicWaysPart

    /// The end of a relic, which the page waits for.
    struct End {
        let time: TimePart
        /// Milliseconds from when the page was made: the clocks of devices are wrong.
        let left: Int64
    }

    /// - Parameters:
    ///   - key: of the form of the visitors' book.
    ///   - form: what was refused, with its `errors`.
    init(
        frame: Frame, _ material: RelicMaterial, _ viewer: Viewer, _ words: RelativeTimeFormatter, _ basemaps: Basemaps,
        ways: RelicWaysPart, key: String, form: FormFields = FormFields(),
        _ errors: ValidationErrors = ValidationErrors()
    ) {
        let (relic, known) = (material.relic, material.relic.known)
        self.frame = frame
        self.ways = ways
        id = known.id
        isOwn = known.isOwn
        maker = PersonPart(known.maker)
        title = RelicWords.title(known)
        player = MediaPlayerPart(
            name: relic.media, kind: RelicWords.player(known.kind), extent: material.extent,
            label: "\(RelicWords.noun(known.kind)) by \(known.maker.name)", isInconvertible: material.isInconvertible)
        lines = relic.description.isEmpty ? [] : RelicWords.lines(relic.description)
        left = TimePart(moment: relic.createdAt, words)
        appears = words.isAhead(relic.appearsAt) ? "Others see it from \(words.clock(relic.appearsAt)) on." : ""
        end = relic.expiresAt.map {
            End(time: TimePart(moment: $0, words), left: $0.milliseconds - words.now.milliseconds)
        }
        place = RelicPlacePart(known, viewer, basemaps)
        facts = known.isOwn ? RelicWords.facts(relic, openings: material.openings) : []
        book = RelicBookPart(frame, material, viewer, words, key: key, form: form, errors)
        report = TextAreaPart(
            "reason", "What is wrong with it", value: form["reason"] ?? "", rows: 3, isRequired: true,
            max: NewReport.longestReason, errors)
    }
}

/// What the page of an open relic is made of.
struct RelicMaterial {
    let relic: OpenRelic
    let extent: MediaQueries.Extent?
    /// Whether only some browsers play its file.
    var isInconvertible = false
    let visits: [RelicVisitEntry]
    /// The last entry, if there are more.
    let next: ID<RelicVisit>?
    /// How many opened it, as receipts tell.
    let openings: Int
}

/// Where one writes to a relic's maker, and sends it on.
struct RelicWaysPart {
    /// nil for the maker.
    var write: LinkPart?
    var send: LinkPart?

    init() {}

    init(_ relic: KnownRelic, _ features: FeatureRegistry) {
        let path = RelicPaths.relic(relic.id)
        write = relic.isOwn ? nil : features.writeLink(to: relic.maker, about: path)
        send = features.shareLink(path)
    }
}

/// `GET /relics/{id}` for everybody else who may know of it.
struct RelicGatePage {
    let frame: Frame
    let id: ID<Relic>
    let title: String
    let icon: IconPart
    let maker: PersonPart
    let isLocked: Bool
    let age: String
    let left: String
    let way: RelicWay
    let place: RelicPlacePart
    let allowsTyped: Bool
    let ways: RelicWaysPart
    let errors: ValidationErrors

    /// Whether its password can be typed now.
    var asksPassword: Bool { way.isNear && isLocked }

    init(
        frame: Frame, _ relic: KnownRelic, _ way: RelicWay, _ viewer: Viewer, _ basemaps: Basemaps,
        allowsTyped: Bool, ways: RelicWaysPart = RelicWaysPart(), _ errors: ValidationErrors = ValidationErrors()
    ) {
        self.frame = frame
        self.ways = ways
        id = relic.id
        title = RelicWords.title(relic)
        icon = IconPart(RelicWords.icon(relic.kind))
        maker = PersonPart(relic.maker)
        isLocked = relic.isLocked
        (age, left) = (relic.age.words, relic.age.leftWords)
        self.way = way
        place = RelicPlacePart(relic, viewer, basemaps)
        self.allowsTyped = allowsTyped
        self.errors = errors
    }
}

/// Where a relic lies: in words, on a small map, and the way there.
struct RelicPlacePart {
    let map: MapPart
    let words: String
    /// "opens within 50 m"
    let reach: String
    let route: RoutePart
    /// "60.16991, 24.95241", to copy.
    let degrees: String

    init(_ relic: KnownRelic, _ viewer: Viewer, _ basemaps: Basemaps) {
        let pin = Pin(kind: .relic, coordinate: relic.coordinate, title: "Here it lies")
        map = MapPart(pin, gate: relic.radius, viewer, basemaps)
        words = PlaceFormatter(basemaps.places, viewer.units).words(relic.coordinate)
        reach = "opens within \(viewer.units.string(for: relic.radius))"
        route = RoutePart(to: relic.coordinate)
        degrees = CoordinateFormatter.pair(relic.coordinate)
    }
}

/// The visitors' book on a relic's page.
struct RelicBookPart {
    let frame: Frame
    let id: ID<Relic>
    let key: String
    let text: TextAreaPart
    let entries: [RelicVisitPart]
    let more: MorePart?

    /// Which part of an open page it is.
    var name: String { RelicVisits.part(id) }

    init(
        _ frame: Frame, _ material: RelicMaterial, _ viewer: Viewer, _ words: RelativeTimeFormatter, key: String,
        form: FormFields, _ errors: ValidationErrors
    ) {
        let relic = material.relic.known
        self.frame = frame
        id = relic.id
        self.key = key
        text = TextAreaPart(
            "text", "Sign the book", value: form["text"] ?? "", rows: 2,
            placeholder: relic.isOwn ? "" : "For \(relic.maker.name), and whoever comes after you", isRequired: true,
            max: Relic.longestVisit, errors)
        entries = material.visits.map {
            RelicVisitPart($0, viewer, words, isRemovable: relic.isOwn || $0.visitor.id == viewer.id)
        }
        more = material.next.map { MorePart(address: "\(RelicPaths.relic(relic.id))?after=\($0)") }
    }
}

/// An entry of a visitors' book.
struct RelicVisitPart {
    let id: ID<RelicVisit>
    let visitor: PersonPart
    let lines: [String]
    let time: TimePart
    let isRemovable: Bool

    init(_ entry: RelicVisitEntry, _ viewer: Viewer, _ words: RelativeTimeFormatter, isRemovable: Bool) {
        id = entry.id
        visitor = PersonPart(entry.visitor)
        lines = RelicWords.lines(entry.text)
        time =
            entry.visitor.id == viewer.id
            ? TimePart(entry.createdAt, words) : TimePart(day: entry.createdAt, words.said(in: entry.zone))
        self.isRemovable = isRemovable
    }
}
