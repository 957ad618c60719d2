import Atlas
import Database
import Foundation
import HTML
import HTTP
import Proximity

/// The pages of zones.
extension Zones {
    var pageRoutes: [Route] { [.get("/zones", showZones), .get("/zones/{id}", showZone)] }

    /// `GET /zones`
    func showZones(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (found, songs, place, current) = try site.database.read { database in
            let found = try list(database, after: context.query["after"])
            let songs = try ZoneTrackQueries.counts(database, of: found.zones.map { $0.id })
            let place = try positions.recentPlace(database, of: viewer.id, context.now)
            return (found, songs, place, try self.current(database, of: viewer.id, context.now)?.id)
        }
        let rows = found.zones.map {
            ZoneRowPart($0, songs: songs[$0.id] ?? 0, from: place, isHere: $0.id == current, viewer.units)
        }
        let more = found.next.map { MorePart(address: "\(ZonePaths.zones)?after=\($0)") }
        return context.page(ZonesPage(frame: context.frame("Zones", .zones), zones: rows, more: more))
    }

    /// `GET /zones/{id}`; `?q=` searches its songs.
    func showZone(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let found = try site.database.read {
            database -> (zone: Zone, place: Coordinate?, isHere: Bool, tracks: [ZoneTrack]) in
            let zone = try self.zone(database, context)
            let place = try positions.recentPlace(database, of: viewer.id, context.now)
            let tracks = try ZoneTrackQueries.tracks(database, of: zone.id, for: viewer.id, context.now)
            return (zone, place, try isInside(database, zone, viewer.id, context.now), tracks)
        }
        let (zone, frame) = (found.zone, context.frame(found.zone.name, .zones))
        let search = SongSearchPart(context.query["q"], at: ZonePaths.zone(zone.id))
        let tracks = found.tracks.filter { search.matches($0) }
        return context.page(
            ZonePage(
                frame: frame, id: zone.id, name: zone.name, colour: zone.colour,
                state: ZoneState(zone, from: found.place, isInside: found.isHere, viewer.units),
                map: map(of: zone, found.place, viewer),
                tracks: tracks.map { ZoneTrackPart($0, frame.csrf, isInside: found.isHere, zone: zone.name) },
                count: found.tracks.count, search: search,
                edit: viewer.isAdministrator ? ZonePaths.edit(zone.id) : "",
                cover: MediaPaths.of(zone.cover?.text, .large) ?? "",
                share: ShareLinkPart(
                    id: "zone-link", label: "Link", link: site.settings.baseURL + ZonePaths.zone(zone.id),
                    title: zone.name)))
    }

    /// Whether somebody is in a zone by a fresh, measured fix of any of their devices: what a vote needs.
    func isInside(_ database: Reader, _ zone: Zone, _ account: ID<Account>, _ now: Timestamp) throws -> Bool {
        try positions.fixes(database, of: account, now).contains { judged in
            Gate.objection(to: judged.fix, now: now, isPlausible: judged.isPlausible, allowsTyped: false) == nil
                && zone.fence.holds(judged.fix)
        }
    }

    /// Most devices of a person whose newest places are looked at.
    private static let mostPlaces = 8

    /// The zone that somebody is in by the newest place that lies in one: of those that lie over each other the smallest.
    func current(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> Zone? {
        let fixes = try positions.fixes(database, of: account, now).filter { judged in
            Gate.objection(to: judged.fix, now: now, isPlausible: judged.isPlausible, allowsTyped: false) == nil
        }.prefix(Zones.mostPlaces)
        let around = try ZoneQueries.around(database, fixes.map { $0.fix.coordinate })
        return fixes.lazy.compactMap { judged in around.first { $0.fence.holds(judged.fix) } }.first
    }

    private func map(of zone: Zone, _ you: Coordinate?, _ viewer: Viewer) -> MapPart {
        let edge = [0, 90, 180, 270].map { zone.centre.destination(bearing: Degrees($0), distance: zone.reach) }
        let viewport =
            Viewport.fitting(edge, width: 800, height: 240, maximumZoom: 17, padding: 36)
            ?? Viewport(centre: zone.centre, zoom: 15, width: 800, height: 240)
        return MapPart([zone.region], in: viewport, you: you, viewer, basemaps)
    }
}

extension Zones: HomePageSource {
    /// The zone that the viewer is in.
    func homeParts(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [DeferredPart] {
        guard let zone = try current(database, of: viewer.id, now) else { return [] }
        return [{ Markup(ZoneHerePart(name: zone.name, path: ZonePaths.zone(zone.id))) }]
    }
}

/// The zone that somebody is in, on the home page: a script adds its songs.
struct ZoneHerePart {
    let name: String
    let path: String
}

extension Fence {
    /// Whether a good fix counts as within: the rule of the gate.
    func holds(_ fix: Fix) -> Bool {
        distance(to: fix.coordinate) <= radius + min(fix.accuracy ?? 0, Gate.maximumSlack)
    }
}

/// `GET /zones`
struct ZonesPage {
    let frame: Frame
    let zones: [ZoneRowPart]
    var more: MorePart?
}

/// A zone in the list.
struct ZoneRowPart {
    let name: String
    let colour: String
    /// "180 m away · 3 songs", "3 songs"
    let detail: String
    let isHere: Bool
    let path: String
    /// Its photo; "" for none.
    let cover: String

    init(_ zone: Zone, songs: Int, from place: Coordinate?, isHere: Bool, _ units: DistanceFormat) {
        (name, colour, path, self.isHere) = (zone.name, zone.colour, ZonePaths.zone(zone.id), isHere)
        cover = MediaPaths.of(zone.cover?.text, .small) ?? ""
        // Who is inside by an old position alone may have left since.
        let distance = isHere ? nil : place.map { zone.distance(from: $0) }.flatMap { $0 > 0 ? $0 : nil }
        detail =
            distance.map { "\(units.string(for: $0)) away · \(CountWords.of(songs, "song"))" }
            ?? CountWords.starting(songs, "song")
    }
}

extension Zone {
    /// A box that holds it, with its circle.
    var bounds: Bounds {
        if case .polygon(let polygon) = fence.area { return polygon.bounds }
        return Bounds(centre: centre, radius: reach)
    }

    /// How far somebody has to walk to its edge.
    func distance(from place: Coordinate) -> Metres {
        let distance = fence.distance(to: place)
        return distance > fence.radius ? distance - fence.radius : 0
    }
}

/// Where the viewer stands to a zone.
struct ZoneState {
    let isInside: Bool
    /// "You are here."
    let words: String

    init(_ zone: Zone, from place: Coordinate?, isInside: Bool, _ units: DistanceFormat) {
        self.isInside = isInside
        let distance = place.map { zone.distance(from: $0) }
        words =
            isInside
            ? "You are here."
            : distance.map { $0 > 0 ? "\(units.string(for: $0)) away." : "Your phone has to say again where you are." }
                ?? "Open the map, so that your phone says where you are."
    }
}

/// `GET /zones/{id}`
struct ZonePage {
    let frame: Frame
    let id: ID<Zone>
    let name: String
    let colour: String
    let state: ZoneState
    let map: MapPart
    let tracks: [ZoneTrackPart]
    /// How many songs there are, whatever is searched for.
    let count: Int
    let search: SongSearchPart
    /// Where administrators change it; "" for others.
    let edit: String
    /// Its photo; "" for none.
    let cover: String
    let share: ShareLinkPart

    var songs: String { CountWords.starting(count, "song") }
}
