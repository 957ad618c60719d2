import Database
import Foundation
import HTTP
import Media
import Proximity

/// `GET /admin/zones/{id}/tracks`
struct ZoneTracksPage {
    let frame: Frame
    let zone: ID<Zone>
    let name: String
    /// Those that are searched for.
    let tracks: [Row]
    /// Whether there are songs, whatever is searched for.
    let hasSongs: Bool
    let search: SongSearchPart
    let uploadID: String
    let errors: ValidationErrors

    /// A song with what can be done with it.
    struct Row {
        let id: String
        let title: String
        let artist: String
        let album: String
        /// "3:20 · 2 votes", and whether only some browsers play it.
        let detail: String
        let edit: String
        let isFirst: Bool
        let isLast: Bool
        let delete: ConfirmPart

        fileprivate static func detail(_ track: ZoneTrack, isInconvertible: Bool) -> String {
            let parts = [ZoneTrackPart.clock(track.seconds), CountWords.of(Int(track.votes), "vote")]
            return (parts + (isInconvertible ? ["could not be made ready for every browser"] : [])).joined(
                separator: " · ")
        }
    }

    /// - Parameter inconvertible: files that only some browsers play.
    init(
        _ frame: Frame, _ zone: Zone, _ tracks: [ZoneTrack], inconvertible: Set<MediaName> = [],
        search: SongSearchPart, uploadID: String, _ errors: ValidationErrors
    ) {
        (self.frame, self.search, hasSongs) = (frame, search, !tracks.isEmpty)
        (self.zone, name, self.uploadID, self.errors) = (zone.id, zone.name, uploadID, errors)
        // Nothing is moved among songs that are searched for, so which of all is the first does not matter then.
        self.tracks = tracks.filter { search.matches($0) }.enumerated().map { number, track in
            Row(
                id: "\(track.id)", title: track.title, artist: track.artist, album: track.album,
                detail: Row.detail(track, isInconvertible: inconvertible.contains(track.media)),
                edit: ZonePaths.editTrack(track.id, in: zone.id), isFirst: number == 0,
                isLast: number == tracks.count - 1,
                delete: ConfirmPart(
                    frame.csrf, post: ZonePaths.deleteTrack(track.id, in: zone.id), opener: "Delete",
                    words: "Its votes go with it.", button: "Delete the song"))
        }
    }
}

/// A song in a list: played, and voted for.
struct ZoneTrackPart {
    let id: String
    let title: String
    /// "Artist · Album", or "".
    let detail: String
    /// "3:20"
    let length: String
    let seconds: String
    let votes: Int64
    let isVoted: Bool
    let audio: String
    /// Decibels.
    let gain: String
    /// Where its button is sent.
    let vote: String
    let csrf: TokenField
    /// Whether one may vote for it, or take a vote back.
    let mayVote: Bool
    /// The page with the song in its zone; "" on that page.
    let place: String
    /// What is named in the player: the zone.
    let zone: String
    /// Where its picture is, without the size; "" for none.
    let cover: String
    /// The button for a vote.
    var voteLabel: String { isVoted ? "Take your bomb back from \(title)" : "Drop a bomb on \(title)" }

    init(_ track: ZoneTrack, _ csrf: TokenField, isInside: Bool, zone: String, isElsewhere: Bool = false) {
        id = "\(track.id)"
        title = track.title
        detail = [track.artist, track.album].filter { !$0.isEmpty }.joined(separator: " · ")
        length = ZoneTrackPart.clock(track.seconds)
        seconds = "\(Int(track.seconds))"
        (votes, isVoted) = (track.votes, track.isVoted)
        audio = ZonePaths.audio(track.id, in: track.zone)
        gain = "\((track.gain * 10).rounded() / 10)"
        vote = track.isVoted ? ZonePaths.unvote(track.id, in: track.zone) : ZonePaths.vote(track.id, in: track.zone)
        self.csrf = csrf
        mayVote = isInside || track.isVoted
        place = isElsewhere ? ZonePaths.track(track.id, in: track.zone) : ""
        self.zone = zone
        cover = track.hasCover ? ZonePaths.cover(track.id, in: track.zone) : ""
    }

    /// "3:20", "1:02:05"
    static func clock(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 360_000))
        let (hours, minutes, rest) = (whole / 3_600, whole / 60 % 60, whole % 60)
        let tail = rest < 10 ? "0\(rest)" : "\(rest)"
        return hours > 0 ? "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(tail)" : "\(minutes):\(tail)"
    }
}

extension Zones {
    /// How many days a week has, in seconds.
    private static let week = 7 * 86_400.0
    private static let mostTop = 10

    /// `GET /zones/favourites`
    func showFavourites(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (own, played, top, zones) = try site.database.read { database in
            let own = try ZoneTrackQueries.favourites(database, of: viewer.id, context.now)
            let played = try ZoneTrackQueries.played(database, by: viewer.id, limit: Zones.mostTop, context.now)
            let top = try ZoneTrackQueries.top(
                database, since: context.now - Zones.week, for: viewer.id, limit: Zones.mostTop, context.now)
            let ids = Array(Set((own + played + top).map { $0.zone }))
            return (own, played, top, try ZoneQueries.zones(database, ids))
        }
        let frame = context.frame("Favourites", .zones)
        let search = SongSearchPart(context.query["q"], at: ZonePaths.favourites)
        let page = FavouritesPage(frame, own: own, played: played, top: top, search: search) { track in
            let name = zones.first { $0.id == track.zone }?.name ?? ""
            return ZoneTrackPart(track, frame.csrf, isInside: false, zone: name, isElsewhere: true)
        }
        return context.page(page)
    }
}

/// `GET /zones/favourites`
struct FavouritesPage {
    let frame: Frame
    let own: [ZoneTrackPart]
    let played: [ZoneTrackPart]
    let top: [ZoneTrackPart]
    let search: SongSearchPart
    /// Whether there are favourites and songs at all, whatever is searched for.
    let hasFavourites: Bool
    let hasSongs: Bool

    var isNothingFound: Bool { hasSongs && own.isEmpty && played.isEmpty && top.isEmpty }

    /// - Parameter part: what is shown of a song.
    init(
        _ frame: Frame, own: [ZoneTrack], played: [ZoneTrack], top: [ZoneTrack], search: SongSearchPart,
        part: (ZoneTrack) -> ZoneTrackPart
    ) {
        func shown(_ tracks: [ZoneTrack]) -> [ZoneTrackPart] { tracks.filter { search.matches($0) }.map { part($0) } }
        (self.frame, self.search) = (frame, search)
        (self.own, self.played, self.top) = (shown(own), shown(played), shown(top))
        (hasFavourites, hasSongs) = (!own.isEmpty, !(own + played + top).isEmpty)
    }
}
