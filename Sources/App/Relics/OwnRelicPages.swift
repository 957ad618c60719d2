import Database
import Proximity

/// `GET /relics`
struct OwnRelicsPage {
    let frame: Frame
    let relics: [OwnRelicPart]
    /// The map, if requested and not empty.
    var map: MapPart?
    /// Whether the map holds more relics than the list beside it.
    var isCrowded = false
    let isMap: Bool
    var more: MorePart?

    var head: RelicsHeadPart { RelicsHeadPart(isFound: false) }

    var views: SegmentsPart {
        SegmentsPart(
            label: "View",
            choices: [
                .init(words: "List", icon: IconPart("list"), address: RelicPaths.own, isChosen: !isMap),
                .init(words: "Map", icon: IconPart("map"), address: RelicPaths.ownMap, isChosen: isMap),
            ])
    }
}

/// The links between one's own relics and those of others that one found.
struct RelicsHeadPart {
    let isFound: Bool

    var tabs: ChipsPart {
        ChipsPart(
            label: "Whose relics",
            chips: [
                .init(words: "Mine", address: RelicPaths.own, isChosen: !isFound),
                .init(words: "Found", address: RelicPaths.found, isChosen: isFound),
            ])
    }
}

/// `GET /relics/found`
struct FoundRelicsPage {
    let frame: Frame
    let relics: [FoundRelicPart]
    var more: MorePart?

    var head: RelicsHeadPart { RelicsHeadPart(isFound: true) }
}

/// `GET /relics/{id}/edit`
struct RelicEditPage {
    let frame: Frame
    let id: ID<Relic>
    let thumb: RelicThumbPart
    let place: String
    let end: RelicEndPart
    let description: TextAreaPart
    let lifetime: ChoicesPart

    /// - Parameter form: what was sent, if it was refused.
    init(
        _ frame: Frame, relic: OpenRelic, times: RelativeTimeFormatter, places: PlaceFormatter,
        sent form: (description: String, lifetime: String)? = nil, errors: ValidationErrors = ValidationErrors()
    ) {
        self.frame = frame
        id = relic.known.id
        thumb = RelicThumbPart(relic)
        place = places.words(relic.known.coordinate)
        end = RelicEndPart(relic, times)
        description = TextAreaPart(
            "description", label: "Your words", value: form?.description ?? relic.description,
            hint: "Whoever opens it reads them.", max: Relic.maxDescriptionLength, errors: errors)
        lifetime = ChoicesPart(
            "lifetime", label: "How long it stays, from \(times.isAhead(relic.appearsAt) ? "when it appears" : "now")",
            choices: RelicEditPage.choices(relic), chosen: form?.lifetime ?? "", errors: errors)
    }

    /// A lifetime counts from now: so an edit of the words alone needs a choice that leaves the end alone.
    private static func choices(_ relic: OpenRelic) -> [(value: String, words: String)] {
        let lifetimes: [(Relic.Lifetime, String)] = [
            (.hour, "1 hour"), (.day, "1 day"), (.week, "1 week"), (.forever, "Forever"),
        ]
        let others = lifetimes.filter { $0.0 != .forever || relic.expiresAt != nil }
        return [("", "As it is")] + others.map { ($0.0.rawValue, $0.1) }
    }
}
