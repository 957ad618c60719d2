import Database

/// The addresses of the feature.
enum ZonePaths {
    static let zones = "/zones"
    static func zone(_ id: ID<Zone>) -> String { "\(zones)/\(id)" }

    static let favourites = "/zones/favourites"
    /// A song where its zone lists it.
    static func track(_ id: ID<ZoneTrack>, in zone: ID<Zone>) -> String { "\(self.zone(zone))#track-\(id)" }
    static func audio(_ id: ID<ZoneTrack>, in zone: ID<Zone>) -> String { "\(self.zone(zone))/tracks/\(id)/audio" }
    /// Followed by a size.
    static func cover(_ id: ID<ZoneTrack>, in zone: ID<Zone>) -> String { "\(self.zone(zone))/tracks/\(id)/cover" }
    static func played(_ id: ID<ZoneTrack>, in zone: ID<Zone>) -> String { "\(self.zone(zone))/tracks/\(id)/played" }
    static func vote(_ id: ID<ZoneTrack>, in zone: ID<Zone>) -> String { "\(self.zone(zone))/tracks/\(id)/vote" }
    static func unvote(_ id: ID<ZoneTrack>, in zone: ID<Zone>) -> String { "\(self.zone(zone))/tracks/\(id)/unvote" }

    static func tracks(_ id: ID<Zone>) -> String { "\(admin)/\(id)/tracks" }
    static func order(_ id: ID<Zone>) -> String { "\(tracks(id))/order" }
    static func editTrack(_ track: ID<ZoneTrack>, in id: ID<Zone>) -> String { "\(tracks(id))/\(track)/edit" }
    static func deleteTrack(_ track: ID<ZoneTrack>, in id: ID<Zone>) -> String { "\(tracks(id))/\(track)/delete" }

    static let admin = "/admin/zones"
    static let new = "/admin/zones/new"
    static let importing = "/admin/zones/import"
    static func edit(_ id: ID<Zone>) -> String { "\(admin)/\(id)/edit" }
    static func setCover(_ id: ID<Zone>) -> String { "\(admin)/\(id)/cover" }
    static func removeCover(_ id: ID<Zone>) -> String { "\(admin)/\(id)/cover/remove" }
    static func delete(_ id: ID<Zone>) -> String { "\(admin)/\(id)/delete" }
}
