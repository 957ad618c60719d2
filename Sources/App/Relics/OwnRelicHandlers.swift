import Atlas
import Database
import HTTP
import Proximity

/// What a person left and found.
extension Relics {
    var ownRoutes: [Route] {
        [
            .get("/relics", showOwn), .get("/relics/found", showFound), .get("/relics/{id}/edit", showEdit),
            .post("/relics/{id}/edit", edit), .post("/relics/{id}/delete", delete),
            .post("/relics/{id}/restore", restore),
        ]
    }

    var ownNavigation: [NavigationEntry] {
        [
            NavigationEntry(slot: .own, rank: 30, path: RelicPaths.own, icon: "gem", words: "Relics")
        ]
    }

    /// Most relics beside the map.
    private static let maxBesideMap = 30

    func showOwn(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        if context.query["view"] == "map" { return try showOwnMap(context, viewer) }
        let (relics, next) = try site.database.read {
            try RelicQueries.left($0, by: viewer.id, after: Cursor(context.query["after"]), context.now)
        }
        let frame = context.frame("Relics", .relics)
        return context.page(
            OwnRelicsPage(
                frame: frame, relics: parts(relics, frame, viewer, context.now), isMap: false,
                more: MorePart(RelicPaths.own, next)))
    }

    private func showOwnMap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let frame = context.frame("Relics", .relics)
        let found = try site.database.read { database -> (Viewport, [KnownRelic], [OwnRelic])? in
            let all = try RelicQueries.places(database, by: viewer.id, context.now)
            guard let everything = MapFrame.everything(all.map { $0.coordinate }) else { return nil }
            let viewport = try MapFrame(context.query, otherwise: everything).viewport
            let here = all.filter { viewport.bounds.contains($0.coordinate) }
                .map { (relic: $0, metres: $0.coordinate.distance(to: viewport.centre).value) }
                .sorted { $0.metres < $1.metres }.map { $0.relic }
            let nearest = here.prefix(Relics.maxBesideMap).map { $0.id }
            let listed = try RelicQueries.left(database, nearest, by: viewer.id, context.now)
            return (viewport, here, nearest.compactMap { id in listed.first { $0.relic.known.id == id } })
        }
        guard let (viewport, here, listed) = found else {
            return context.page(OwnRelicsPage(frame: frame, relics: [], isMap: true))
        }
        let drawing = MapDrawing(viewport: viewport, pins: here.map { RelicPins.pin($0) })
        return context.page(
            OwnRelicsPage(
                frame: frame, relics: parts(listed, frame, viewer, context.now),
                map: MapPart(drawing, address: RelicPaths.ownMap + "&", viewer, basemaps),
                isCrowded: here.count > listed.count, isMap: true))
    }

    func showFound(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (relics, next) = try site.database.read {
            try RelicQueries.found($0, by: viewer.id, after: Cursor(context.query["after"]), context.now)
        }
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let places = PlaceFormatter(
            basemaps.places, viewer.units, for: relics.map { $0.relic.known.coordinate })
        return context.page(
            FoundRelicsPage(
                frame: context.frame("Relics", .relics),
                relics: relics.map { FoundRelicPart($0, words, places) }, more: MorePart(RelicPaths.found, next)))
    }

    private func parts(_ relics: [OwnRelic], _ frame: Frame, _ viewer: Viewer, _ now: Timestamp) -> [OwnRelicPart] {
        let words = RelativeTimeFormatter(viewer.timeZone, now: now)
        let places = PlaceFormatter(
            basemaps.places, viewer.units, for: relics.map { $0.relic.known.coordinate })
        return relics.map { OwnRelicPart($0, frame, words, places) }
    }
}

extension Frame.Section {
    static let relics = Frame.Section(path: RelicPaths.own)
}
