import Atlas
import Database
import HTTP
import Proximity

/// A place on the map, and a person: what a message can show of the features below conversations.
extension Conversations: CardSource {
    func cardPath(_ path: String) -> String? { PlaceCard(path)?.path ?? PersonCard(path)?.path }

    func knownCards(
        _ database: Reader, at paths: [String], for viewer: Viewer, _ now: Timestamp
    ) throws -> [String: CardMaker] {
        var cards: [String: CardMaker] = [:]
        for card in paths.compactMap({ PlaceCard($0) }) {
            cards[card.path] = { [basemaps] in
                card.part(PlaceFormatter(basemaps.places, viewer.units), viewer.theme, basemaps)
            }
        }
        for person in try PersonCard.people(database, paths.compactMap { PersonCard($0) }, to: viewer.id) {
            cards[PersonCard.path(person.username)] = { PersonCard.part(person) }
        }
        return cards
    }
}

/// A place on the home map, as the path of its view names it.
struct PlaceCard: Sendable {
    let place: Coordinate
    let zoom: Double

    /// The path is the home page's with nothing in its query but a place, and a zoom if one likes: without one, streets
    /// and single houses are seen.
    init?(_ path: String) {
        guard path.hasPrefix(MapPaths.view) else { return nil }
        let fields = path.dropFirst(MapPaths.view.count).split(separator: "&", omittingEmptySubsequences: false)
            .map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) } }
        guard fields.allSatisfy({ $0.count == 2 && ["lat", "lon", "z"].contains($0[0]) }),
            Set(fields.map { $0[0] }).count == fields.count
        else { return nil }
        let query = FormFields(values: fields.map { ($0[0], $0[1]) })
        guard let place = try? PlaceFields.read(query),
            let zoom = InputNumber.decimal(query["z"] ?? "16", in: 0...19)
        else { return nil }
        (self.place, self.zoom) = (place, zoom)
    }

    var path: String { MapPaths.view(of: place, zoom: zoom) }

    func part(_ places: PlaceFormatter, _ theme: ColourTheme, _ basemaps: Basemaps) -> CardPart {
        let (words, degrees) = places.both(place)
        return CardPart(
            path: path, icon: IconPart("map-pin"), title: words,
            detail: degrees.isEmpty ? "A place on the map" : degrees,
            route: RoutePart(to: place), map: PlacePicture(place, zoom: zoom, theme, basemaps))
    }
}

/// A picture of a place with a mark on it.
struct PlacePicture: Equatable {
    let light: String
    /// "" where the viewer has chosen a theme: `light` is in that one.
    let dark: String
    let width = Picker.Size.compact.width
    let height = Picker.Size.compact.height

    /// The attribution; "" for plain background.
    let credit: String

    /// - Parameter hasPin: whether the place is marked.
    init(_ place: Coordinate, zoom: Double, hasPin: Bool = true, _ theme: ColourTheme, _ basemaps: Basemaps) {
        credit = basemaps.attribution(Picker(centre: place, zoom: zoom).viewport(.compact))
        let (latitude, longitude) = (
            CoordinateFormatter.degrees(place.latitude), CoordinateFormatter.degrees(place.longitude)
        )
        let view =
            "map_lat=\(latitude)&map_lon=\(longitude)&map_z=\(CoordinateFormatter.degrees(zoom, decimals: 2))"
            + (hasPin ? "&lat=\(latitude)&lon=\(longitude)" : "&plain=1")
        light = MapPaths.picker(.compact, Theme(rawValue: theme.rawValue) ?? .light, view)
        dark = theme == .system ? MapPaths.picker(.compact, .dark, view) : ""
    }
}

/// A person's page.
struct PersonCard: Sendable {
    let username: String

    init?(_ path: String) {
        let prefix = PersonPaths.person("")
        guard path.hasPrefix(prefix) else { return nil }
        username = String(path.dropFirst(prefix.count))
        guard (try? Username(username, isForSite: true)) != nil else { return nil }
    }

    var path: String { PersonCard.path(username) }

    static func path(_ username: String) -> String { PersonPaths.person(Username.fold(username)) }

    /// The people among some cards whom a viewer sees.
    static func people(_ database: Reader, _ cards: [PersonCard], to viewer: ID<Account>) throws -> [Person] {
        guard !cards.isEmpty else { return [] }
        let names = cards.map { Username.fold($0.username) }
        return try database.all(
            """
            SELECT \(Person.columns) FROM \(Person.visible(to: viewer)) AS person
            WHERE person.username_folded IN \(names)
            """, Person.init)
    }

    static func part(_ person: Person) -> CardPart {
        CardPart(
            path: PersonPaths.person(person.username), icon: IconPart("user"), title: person.name,
            detail: person.displayName == nil ? "" : person.username)
    }
}
