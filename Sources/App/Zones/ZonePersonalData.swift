import Database

/// Of a person their favourites are stored, and while they are in a zone that they are.
extension Zones {
    var personalData: PersonalData {
        PersonalData(
            exported: ["zone_vote", "zone_play"],
            leftOut: [
                "zone": "zones with a photo that you added as an administrator: they belong to the site",
                "zone_cell": "where these zones are",
                "zone_presence": "the zones that your devices are in, until they leave",
                "zone_track": "songs that you added as an administrator: they belong to the site",
            ],
            files: [
                .init(path: "zones/favourites.json", words: "the songs you dropped a bomb on"),
                .init(path: "zones/played.json", words: "the songs you heard last"),
            ],
            deleted: [.init(icon: "bomb", title: "Your favourites", words: "Your bombs are taken from the songs.")],
            count: { database, account in try ZoneTrackQueries.favourites(database, of: account, site.now).count },
            export: { writer, account in
                try writer.list("zones/favourites.json") { database, _ in
                    (try ZoneTrackQueries.favourites(database, of: account, site.now).map { Song($0) }, nil)
                }
                try writer.list("zones/played.json") { database, _ in
                    let tracks = try ZoneTrackQueries.played(
                        database, by: account, limit: ZoneTrack.mostPlayed, site.now)
                    return (tracks.map { Song($0) }, nil)
                }
            },
            erase: { database, account, limit, _ in
                try ZoneTrackQueries.unvote(database, allOf: account, limit: limit)
                    + ZoneTrackQueries.forgetPlayed(database, by: account)
            },
            isHeld: { database, account in
                try database.exists(
                    """
                    SELECT 1 FROM zone_track WHERE uploader_id = \(account) UNION ALL
                    SELECT 1 FROM zone WHERE zone.cover IN \(Uploads.names(of: account))
                    """)
            })
    }

    private struct Song: Encodable {
        let title: String
        let artist: String
        let album: String

        init(_ track: ZoneTrack) { (title, artist, album) = (track.title, track.artist, track.album) }
    }
}
