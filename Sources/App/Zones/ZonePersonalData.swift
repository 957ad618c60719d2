import Database

/// Of a person their favourites are stored, and while they are in a zone that they are.
extension Zones {
    var personalData: PersonalData {
        PersonalData(
            exported: ["zone_vote"],
            leftOut: [
                "zone_presence": "the zones that your devices are in, until they leave",
                "zone_track": "songs that you added as an administrator: they belong to the site",
            ],
            files: [.init(path: "zones/favourites.json", words: "the songs you dropped a bomb on")],
            deleted: [.init(icon: "bomb", title: "Your favourites", words: "Your bombs are taken from the songs.")],
            count: { database, account in try ZoneTrackQueries.favourites(database, of: account).count },
            export: { writer, account in
                try writer.list("zones/favourites.json") { database, _ in
                    let tracks = try ZoneTrackQueries.favourites(database, of: account)
                    return (tracks.map { Favourite(title: $0.title, artist: $0.artist, album: $0.album) }, nil)
                }
            },
            erase: { database, account, limit, _ in
                try ZoneTrackQueries.unvote(database, allOf: account, limit: limit)
            },
            isHeld: { database, account in
                try database.exists("SELECT 1 FROM zone_track WHERE uploader_id = \(account)")
            })
    }

    private struct Favourite: Encodable {
        let title: String
        let artist: String
        let album: String
    }
}
