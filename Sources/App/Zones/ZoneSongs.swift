import Database
import Foundation
import HTTP
import Media
import Proximity

/// Who hears a zone's songs, and who votes.
extension Zones {
    var songRoutes: [Route] {
        [
            .get("/zones/favourites", showFavourites), .get("/zones/{id}/tracks/{track}/audio", play),
            .get("/zones/{id}/tracks/{track}/cover/{size}", showCover),
            .post("/zones/{id}/tracks/{track}/played", markPlayed),
            .post("/zones/{id}/tracks/{track}/vote", vote), .post("/zones/{id}/tracks/{track}/unvote", unvote),
        ]
    }

    /// The song in the address.
    ///
    /// - Throws: `Failure.notFound`, also for one of another zone.
    func track(_ database: Reader, _ context: RequestContext, _ viewer: Viewer) throws -> ZoneTrack {
        guard let id = ID<ZoneTrack>(context.parameters["track"] ?? ""),
            let track = try ZoneTrackQueries.track(database, id, of: try zoneID(context), for: viewer.id, context.now)
        else { throw Failure.notFound }
        return track
    }

    /// `GET /zones/{id}/tracks/{track}/audio`: the song for who is in its zone, otherwise its preview.
    func play(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let name = try site.database.read { database -> MediaName? in
            let track = try self.track(database, context, viewer)
            return try mayHear(database, try zone(database, context), viewer.id, context.now)
                ? track.media : track.outside
        }
        // Its preview is made within seconds.
        guard let name else { throw Failure.unavailable(retryAfter: 5) }
        return try file(of: name, .original, context)
    }

    /// A stored file of a song.
    func file(of name: MediaName, _ size: MediaSize, _ context: RequestContext) throws -> Response {
        guard let type = try site.database.read({ try MediaQueries.contentType($0, name, size) }),
            let response = FileAnswer.respond(
                to: context.request.head, path: uploads.store.path(name, size), type: type,
                cacheControl: "private, no-cache", tag: size == .original ? name.text : "\(name.text)-\(size.rawValue)",
                headers: MediaFeature.headers)
        else { throw Failure.notFound }
        return context.finished(response)
    }

    /// `POST /zones/{id}/tracks/{track}/played`: the song was heard, for the list of who heard it.
    func markPlayed(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try site.throttles.attempt([(.zonePlay, "\(viewer.id)")], context.now)
        let track = try site.database.write { database in
            let track = try self.track(database, context, viewer)
            try ZoneTrackQueries.markPlayed(database, track.id, by: viewer.id, context.now)
            return track
        }
        guard context.wantsJSON else { return context.redirect(to: ZonePaths.track(track.id, in: track.zone)) }
        return context.finished(Response(status: .noContent))
    }

    /// How long somebody whose phone has fallen silent still hears the songs of the zone that they were in, seconds: a song
    /// goes on while the screen is off.
    private static let silentHearing = 600.0

    /// Whether somebody hears a zone's songs whole.
    func mayHear(_ database: Reader, _ zone: Zone, _ account: ID<Account>, _ now: Timestamp) throws -> Bool {
        if try isInside(database, zone, account, now) { return true }
        guard try positions.fixes(database, of: account, now).isEmpty else { return false }
        return try ZoneQueries.wasInside(database, zone.id, account, since: now - Zones.silentHearing)
    }

    /// `POST /zones/{id}/tracks/{track}/vote`: only where one is.
    func vote(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try site.throttles.attempt([(.zoneVote, "\(viewer.id)")], context.now)
        let track = try site.database.write { database in
            let (zone, track) = (try self.zone(database, context), try self.track(database, context, viewer))
            guard try isInside(database, zone, viewer.id, context.now) else {
                throw Failure.unreadable(
                    .unprocessableContent, "You vote where you are: come to \(zone.name) and let your phone say so.")
            }
            try ZoneTrackQueries.vote(database, track.id, by: viewer.id, context.now)
            return track
        }
        return try voted(context, viewer, track.id)
    }

    /// `POST /zones/{id}/tracks/{track}/unvote`: from anywhere.
    func unvote(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try site.throttles.attempt([(.zoneVote, "\(viewer.id)")], context.now)
        let track = try site.database.write { database in
            let track = try self.track(database, context, viewer)
            try ZoneTrackQueries.unvote(database, track.id, by: viewer.id)
            return track
        }
        return try voted(context, viewer, track.id)
    }

    private struct Voted: Encodable {
        let votes: Int64
        let isVoted: Bool
    }

    private func voted(_ context: RequestContext, _ viewer: Viewer, _ id: ID<ZoneTrack>) throws -> Response {
        let zone = try zoneID(context)
        guard context.wantsJSON else {
            return context.redirect(
                to: context.form["back"] == "favourites" ? ZonePaths.favourites : ZonePaths.track(id, in: zone))
        }
        let track = try site.database.read { try ZoneTrackQueries.track($0, id, of: zone, for: viewer.id, context.now) }
        guard let track else { throw Failure.notFound }
        return try context.json(Voted(votes: track.votes, isVoted: track.isVoted))
    }
}

extension Zones: MediaAccess {
    /// Photos of zones. Songs are heard at addresses of their own, where the gate decides.
    func mayRead(_ database: Reader, _ name: MediaName, _ viewer: Viewer) throws -> Bool {
        try ZoneQueries.isCover(database, name)
    }

    func replace(_ database: Writer, _ old: MediaName, with new: MediaName) throws -> Bool {
        try ZoneTrackQueries.replace(database, old, with: new)
    }
}

/// What is made of songs after their upload.
extension Zones {
    private static let excerpts = "zones.excerpt"

    var excerptJob: JobKind {
        JobKind(name: Zones.excerpts, lease: 900, lane: .long) { try cut($0) }
    }

    static func requestExcerpt(_ database: Writer, of track: ID<ZoneTrack>, _ now: Timestamp) throws {
        try Job.enqueue(database, kind: excerpts, key: "\(excerpts) \(track)", payload: "\(track)", at: now)
    }

    private func cut(_ job: Job) throws {
        if let id = ID<ZoneTrack>(job.payload) { try cut(id, job.now) }
    }

    /// Cuts the preview of a song, and measures how loud it is.
    private func cut(_ id: ID<ZoneTrack>, _ now: Timestamp) throws {
        guard let song = try site.database.read({ try ZoneTrackQueries.uncut($0, id) }) else { return }
        do {
            try keep(excerpt(of: song.media), of: id, by: song.uploader, now)
        } catch {
            // It was deleted or replaced meanwhile.
            guard try site.database.read({ try ZoneTrackQueries.uncut($0, id)?.media == song.media }) else { return }
            throw error
        }
    }

    /// What is made of a stored song.
    func excerpt(of media: MediaName) throws -> SongExcerpt {
        try uploads.processor.excerpt(of: media, in: uploads.store, seconds: ZoneTrack.previewSeconds)
    }

    /// Stores what was made of a song, unless it is gone.
    func keep(_ excerpt: SongExcerpt, of id: ID<ZoneTrack>, by uploader: ID<Account>, _ now: Timestamp) throws {
        let gain = excerpt.loudness.map { ZoneTrack.loudness - $0 } ?? 0
        let bounded = min(max(gain, ZoneTrack.gains.lowerBound), ZoneTrack.gains.upperBound)
        do {
            try uploads.keep(excerpt.preview, of: uploader, now, isCounted: false) { database, name in
                try Uploads.disown(database, name, now)
                guard try ZoneTrackQueries.set(database, preview: name, gain: bounded, of: id) else { throw Gone() }
            }
        } catch is Gone {}
    }

    /// Nobody needs what was cut.
    private struct Gone: Error {}
}
