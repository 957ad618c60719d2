import Database
import Media
import Proximity

extension Zones {
    /// Three zones in the demo town, a park and two squares, with songs that Scripts/demo-songs computes.
    func addDemo(_ demo: DemoContext) throws {
        let (keeper, time) = (try demo.id("aino_k"), demo.ago(hours: 100))
        for (number, entry) in ZoneDemo.entries.enumerated() {
            guard let zone = entry.zone else { continue }
            let id = try site.database.write {
                try ZoneQueries.insert($0, zone, formKey: "demo-\(number)", at: time)
            }
            for song in entry.songs {
                guard let prepared = try uploads.receiveDemoFile(song.file, as: .song, for: keeper, demo) else {
                    continue
                }
                try add(prepared, song: song, to: id, by: keeper, time: time, demo: demo)
            }
        }
    }

    /// Its preview is made here and not by a job, so that a new site begins with all it has.
    private func add(
        _ prepared: Prepared, song: ZoneDemo.Song, to zone: ID<Zone>, by keeper: ID<Account>, time: Timestamp,
        demo: DemoContext
    ) throws {
        let voters = try song.voters.map { try demo.id($0) }
        let track = NewTrack(prepared.tags, seconds: prepared.seconds, fileName: song.file)
        var id = ID<ZoneTrack>(rawValue: 0)
        let media = try uploads.keep(prepared, of: keeper, time, isCounted: false) { database, name in
            try Uploads.disown(database, name, at: time)
            id = try ZoneTrackQueries.insert(database, track, media: name, in: zone, by: keeper, at: time)
            for voter in voters { try ZoneTrackQueries.vote(database, id, by: voter, at: demo.ago(hours: 30)) }
        }
        guard track.seconds > ZoneTrack.previewSeconds, let excerpt = try? excerpt(of: media) else { return }
        try keep(excerpt, of: id, by: keeper, demo.now)
    }
}

/// The zones of the demo world.
enum ZoneDemo {
    /// A song, and who voted for it.
    struct Song {
        let file: String
        var voters: [String] = []
    }

    struct Entry {
        let zone: NewZone?
        let songs: [Song]
    }

    static let entries = [
        Entry(
            zone: polygon(
                "Esplanadi", colour: "#d6336c",
                corners: [(60.16795, 24.9434), (60.16812, 24.9438), (60.1676, 24.9522), (60.16722, 24.9521)]),
            songs: [
                Song(file: "song-bench.ogg", voters: ["mikko"]),
                Song(file: "song-lime-trees.ogg", voters: ["leena", "mikko", "sofia"]),
                Song(file: "song-fountain.ogg", voters: ["leena"]),
            ]),
        Entry(
            zone: circle("Kauppatori", colour: "#1c7ed6", latitude: 60.16745, longitude: 24.95360, radius: 90),
            songs: [Song(file: "song-ferry.ogg", voters: ["aino_k", "elias"])]),
        Entry(
            zone: circle("Senaatintori", colour: "#f08c00", latitude: 60.16952, longitude: 24.95245, radius: 95),
            songs: [Song(file: "song-steps.ogg")]),
    ]

    private static func polygon(_ name: String, colour: String, corners: [(Double, Double)]) -> NewZone? {
        Polygon(corners.compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }).map {
            NewZone(name: name, colour: colour, fence: Fence($0))
        }
    }

    private static func circle(
        _ name: String, colour: String, latitude: Double, longitude: Double, radius: Metres
    ) -> NewZone? {
        Coordinate(latitude: latitude, longitude: longitude).map {
            NewZone(name: name, colour: colour, fence: Fence(centre: $0, radius: radius))
        }
    }
}
