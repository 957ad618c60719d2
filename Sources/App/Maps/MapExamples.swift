import Atlas
import HTML
import Proximity

/// Examples of the home map and its parts.
struct MapExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] { pages + searches }

    private var pages: [GalleryExample] {
        [
            .page("usual") { welcome($0) },
            .page("nothing found") { home($0, waiting: []) },
            .page("new") { home($0, waiting: [], nextStep: MapExamples.alone) },
            .page("paused") { home($0, waiting: [], nextStep: MapExamples.alone, pausedUntil: "15:00") },
            .page("paused with a message") { gallery in
                home(
                    gallery, waiting: [], nextStep: MapExamples.alone, flash: "Nothing is here for you just now.",
                    pausedUntil: "15:00")
            },
            .part("icon") { _ in MapExamples.alone },
            .part("person") {
                NextStepPart(
                    mark: .person(AvatarPart($0.person(GalleryContext.longName))),
                    title: "\(GalleryContext.longName) asks to be your friend",
                    words: "Say yes or no", path: "/friends")
            },
            .page("wrong position") {
                HomePage(
                    frame: $0.frame("Map", .map), map: homeMap($0, pins: 3), search: search($0), waiting: [],
                    nextStep: nil, latitude: "91", longitude: "east",
                    errors: ValidationErrors("lat", "A latitude lies between −90 and 90."))
            },
            .page("no typed positions") {
                HomePage(
                    frame: $0.frame("Map", .map), map: homeMap($0, pins: 3), search: search($0), waiting: [],
                    nextStep: MapExamples.alone, allowsTyped: false, latitude: "", longitude: "",
                    errors: ValidationErrors())
            },
            .part("movable") { map($0, pins: 8) },
            .part("in a form") { formMap($0) },
            .part("nowhere") { nowhere($0) },
            .part("one place") { MapPart(pin($0, 1), gate: Metres(50), $0.viewer, basemaps) },
            .part("usual") { picker($0) },
            .part("usual") { RoutePart(to: $0.place(1)) },
        ]
    }

    /// The map of a form that leaves something.
    func formMap(_ gallery: GalleryContext) -> MapPart {
        var part = map(gallery, pins: 0)
        part.isQuiet = true
        return part
    }

    private var searches: [GalleryExample] {
        [
            .page("before a search") { found($0, "", [], refusal: "") },
            .page("found") { found($0, "kirkko", matches($0), refusal: "") },
            .page("nothing") { found($0, "Nowhereville", [], refusal: PlaceSearch.refusal(of: "Nowhereville")) },
            .part("usual") { PlaceSearchPart(centre: $0.place(), zoom: 15) },
            .part("some") { PlaceSuggestionsPart(matches: matches($0), refusal: "") },
            .part("none") { _ in
                PlaceSuggestionsPart(matches: [], refusal: PlaceSearch.refusal(of: "Nowhereville"))
            },
        ]
    }

    private func found(
        _ gallery: GalleryContext, _ text: String, _ matches: [PlaceMatchPart], refusal: String
    ) -> PlaceSearchPage {
        PlaceSearchPage(
            frame: gallery.frame("Search the map", .map), map: MapPaths.view(of: gallery.place(), zoom: 15),
            search: PlaceSearchPart(text, centre: gallery.place(), zoom: 15), matches: matches, refusal: refusal)
    }

    private func matches(_ gallery: GalleryContext) -> [PlaceMatchPart] {
        [("Kirkkokatu", "Street in Kruununhaka"), (GalleryContext.longWord, ""), ("Kirkkonummi", "Town in Finland")]
            .enumerated().map { number, found in
                let place = gallery.place(number + 1)
                return PlaceMatchPart(
                    PlaceMatch(name: found.0, detail: found.1, coordinate: place, zoom: 16), from: gallery.place(),
                    gallery.viewer.units)
            }
    }

    private func search(_ gallery: GalleryContext) -> PlaceSearchPart {
        let script = gallery.site.assets.pageScripts[PlaceSuggestionsPart.script] ?? ""
        return PlaceSearchPart(centre: gallery.place(), zoom: 15, script: script)
    }

    private func welcome(_ gallery: GalleryContext) -> WelcomePage {
        WelcomePage(
            frame: gallery.visitorFrame("Cairn"),
            parts: gallery.site.features.conforming(to: (any WelcomeSource).self).map { $0.welcomePart() },
            style: gallery.site.assets.pageStyles["welcome"] ?? "")
    }

    private static let alone = NextStepPart(
        mark: .icon(IconPart("user-plus")), title: "Start with a friend",
        words: "Find one by name, or send them your link", path: "/friends")

    /// The home page; `waiting` comes from other features.
    func home(
        _ gallery: GalleryContext, waiting: [Markup], nextStep: NextStepPart? = nil, flash: String = "",
        pausedUntil: String = ""
    ) -> HomePage {
        var frame = gallery.frame("Map", .map, flash: flash)
        frame.pausedUntil = pausedUntil
        return HomePage(
            frame: frame, map: homeMap(gallery, pins: waiting.count), search: search(gallery),
            waiting: waiting, nextStep: nextStep, latitude: "", longitude: "", errors: ValidationErrors())
    }

    private func homeMap(_ gallery: GalleryContext, pins: Int) -> MapPart {
        var part = map(gallery, pins: pins)
        part.search = MapPaths.search(around: gallery.place(), zoom: 15)
        return part
    }

    /// A map of central Helsinki.
    func map(_ gallery: GalleryContext, pins: Int, crowds: [PinCrowd] = []) -> MapPart {
        let viewport = Viewport(centre: gallery.place(), zoom: 15, width: MapFrame.width, height: MapFrame.height)
        var drawing = MapDrawing(viewport: viewport, pins: (0..<pins).map { pin(gallery, $0) })
        drawing.crowds = crowds
        return MapPart(drawing, address: "/?", part: MapPaths.part, gallery.viewer, basemaps)
    }

    /// A view that no map covers, as an administrator sees it.
    private func nowhere(_ gallery: GalleryContext) -> MapPart {
        let far = gallery.place().destination(bearing: Degrees(180), distance: Metres(9_000_000))
        let viewport = Viewport(centre: far, zoom: 12, width: MapFrame.width, height: MapFrame.height)
        var viewer = gallery.viewer
        viewer.isAdministrator = true
        return MapPart(
            MapDrawing(viewport: viewport, pins: []), address: "/?", part: MapPaths.part, viewer, basemaps)
    }

    /// Notes around one place, as a count.
    func crowd(_ gallery: GalleryContext, _ number: Int, of count: Int64) -> PinCrowd {
        let point = GridPoint(gallery.place(number))
        let sum = (x: point.x * count, y: point.y * count)
        return PinCrowd(
            kind: .note, count: CellCount(cell: GridCell(point, level: 18), count: Int(count), sum: sum))
    }

    func picker(_ gallery: GalleryContext) -> PickerPart {
        PickerPart(
            Picker(centre: gallery.place()), form: "/notes/new", chosen: gallery.place(2), gate: Metres(50),
            theme: .system, basemaps)
    }

    private func pin(_ gallery: GalleryContext, _ number: Int) -> Pin {
        Pin(
            kind: .note, coordinate: gallery.place(number), title: "Note \(number)", href: "/notes/\(number + 1)",
            card: "/notes/\(number + 1)/card")
    }
}
