import Database
import Foundation
import HTTP
import Media
import Proximity
import TestTools
import Testing

@testable import App

extension PlanTests {
    /// Zones of which somebody comes into one and leaves it, and those that an administrator makes.
    func visitZones(_ site: TestSite) throws {
        let site = try site.copy()
        let (mikko, keeper) = (try site.member("mikko"), try site.administrator())
        let zone = try #require(try site.app.site.database.read { try ZoneQueries.page($0, after: nil) }.first)
        try mikko.stand(at: zone.centre).get("/zones").get("/zones/\(zone.id)").get("/notices")
        let (tracks, song) = (ZonePaths.tracks(zone.id), FixtureFile.path("song.wav"))
        try keeper.get(tracks).upload(
            tracks, "audio", file: [UInt8](Data(contentsOf: URL(filePath: song))), named: "a.wav")
        site.app.runJobs([.long, .transcoding])
        let track = try #require(
            try site.app.site.database.read {
                try ZoneTrackQueries.tracks($0, of: zone.id, for: ID(rawValue: 1), site.now)
            }.first
        )
        _ = try mikko.fetch(ZonePaths.audio(track.id, in: zone.id))
        try mikko.get("/zones/\(zone.id)").press(ZonePaths.vote(track.id, in: zone.id)).get("/zones/favourites")
        try mikko.press(ZonePaths.unvote(track.id, in: zone.id)).press(ZonePaths.vote(track.id, in: zone.id))
        try site.app.site.database.write { try MediaQueries.setInconvertible($0, track.media, site.now) }
        // What gives way to a transcoded one.
        let (old, new) = (try #require(MediaName(String(repeating: "a", count: 26))), track.media)
        try site.app.site.database.write { _ = try ZoneTrackQueries.replace($0, old, with: new) }
        try mikko.post(ZonePaths.played(track.id, in: zone.id), [("csrf", mikko.token)])
        try mikko.get("/zones/favourites").get("/")
        _ = try mikko.fetch("\(ZonePaths.cover(track.id, in: zone.id))/small")
        try keeper.get(ZonePaths.edit(zone.id)).upload(
            ZonePaths.setCover(zone.id), "cover", file: PictureTests.icon, named: "a.png", [("csrf", keeper.token)])
        let cover = try #require(try site.app.site.database.read { try ZoneQueries.zone($0, zone.id) }?.cover)
        _ = try mikko.fetch("/media/\(cover.text)/small")
        site.wait(seconds: 150)
        _ = try mikko.fetch(ZonePaths.audio(track.id, in: zone.id))
        site.app.runJobs([.long])
        for seconds in [300.0, 30] {
            site.wait(seconds: seconds)
            try mikko.stand(at: DemoCast.Place.hakaniemi.coordinate)
        }
        try keeper.get("/admin/zones").get("/admin/zones/new").fill("name", "A").fill("lat", "60").fill("lon", "24")
            .submit("/admin/zones").get("/zones?after=\(zone.id)")
        try keeper.get("/admin/zones/\(zone.id)/edit").submit("/admin/zones/\(zone.id)/edit")
        try keeper.get(tracks).post(ZonePaths.order(zone.id), [("csrf", keeper.token), ("up", "\(track.id)")])
        try keeper.get(tracks).submit(ZonePaths.editTrack(track.id, in: zone.id))
        try keeper.get(tracks).submit(ZonePaths.deleteTrack(track.id, in: zone.id))
        try keeper.get("/admin/zones/\(zone.id)/edit").submit("/admin/zones/\(zone.id)/delete")
    }
}
