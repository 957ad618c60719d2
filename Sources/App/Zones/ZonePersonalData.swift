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
                .init(path: "zones/favourites.json", words: "the songs you voted for"),
                .init(path: "zones/played.json", words: "the songs you heard last"),
            ],
            deleted: [.init(icon: "music", title: "Your favourites", words: "Your votes are taken back.")],
            count: { database, account in try ZoneTrackQueries.favourites(database, of: account).count },
            export: { writer, account in
                try writer.list("zones/favourites.json") { database, _ in
                    (try ZoneTrackQueries.favourites(database, of: account).map { Song($0) }, nil)
                }
                try writer.list("zones/played.json") { database, _ in
                    let tracks = try ZoneTrackQueries.played(database, by: account, limit: ZoneTrack.maxPlayed)
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
