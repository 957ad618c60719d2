import Database
import Foundation
import HTTP
import Media
import Proximity
import Text
import ZoneFiles

/// How administrators bring songs into zones.
extension Zones {
    /// Bytes of a form with several songs.
    private static let songsFormBytes = 1_000_000_000

    var trackRoutes: [Route] {
        [
            .adminGet("/admin/zones/{id}/tracks", showTracks),
            .adminUpload("/admin/zones/{id}/tracks", bodyLimit: Zones.songsFormBytes, upload),
            .adminUpload("/admin/zones/{id}/tracks/order", bodyLimit: PlaylistFile.largest + 100_000, order),
            .adminPost("/admin/zones/{id}/tracks/{track}/edit", editTrack),
            .adminPost("/admin/zones/{id}/tracks/{track}/delete", deleteTrack),
        ]
    }

    /// `GET /admin/zones/{id}/tracks`
    func showTracks(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try tracksPage(context, viewer, ValidationErrors())
    }

    private func tracksPage(
        _ context: RequestContext, _ viewer: Viewer, _ errors: ValidationErrors, status: Status = .unprocessableContent
    ) throws -> Response {
        let (zone, tracks, inconvertible) = try site.database.read { database in
            let zone = try self.zone(database, context)
            let tracks = try ZoneTrackQueries.tracks(
                database, of: zone.id, for: viewer.id, isByHand: true, context.now)
            return (zone, tracks, try Uploads.inconvertible(database, tracks.map { $0.media }))
        }
        let page = ZoneTracksPage(
            context.frame("Songs of \(zone.name)", .administration), zone, tracks, inconvertible: inconvertible,
            search: SongSearchPart(context.query["q"], at: ZonePaths.tracks(zone.id)),
            uploadID: Base64URL.encode(site.environment.randomBytes(12)), errors)
        return context.page(page, status: errors.isEmpty ? .ok : status)
    }

    /// `POST /admin/zones/{id}/tracks`: several songs at once. Those that are good are kept, of the others is said why not.
    func upload(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (zone, count) = try site.database.read { database in
            let zone = try self.zone(database, context)
            return (zone, try ZoneTrackQueries.count(database, of: zone.id))
        }
        let files = context.form.files.filter { $0.fieldName == "audio" }
        var refused: [String] = []
        var added = 0
        var status = Status.unprocessableContent
        if files.isEmpty { refused.append("Choose a song.") }
        for file in files {
            do {
                guard count + added < ZoneTrack.most else {
                    throw RefusedUpload(
                        status: .unprocessableContent, sentence: "A zone has \(ZoneTrack.most) songs at most.")
                }
                try add(file, to: zone.id, by: viewer.id, uploadID: context.form["upload_id"] ?? "", context.now)
                added += 1
            } catch let refusal as RefusedUpload {
                status = refusal.status
                refused.append("\(file.fileName.prefix(60)): \(refusal.sentence)")
            }
        }
        guard refused.isEmpty else {
            return try tracksPage(
                context, viewer, ValidationErrors("audio", MessageList(refused).sentences), status: status)
        }
        return context.redirect(to: ZonePaths.tracks(zone.id), saying: "\(CountWords.starting(added, "song")) added.")
    }

    private func add(
        _ file: UploadedFile, to zone: ID<Zone>, by uploader: ID<Account>, uploadID: String, _ now: Timestamp
    ) throws {
        let prepared = try uploads.take(file, asOneOf: [.song], inTurnOf: uploader, uploadID: uploadID)
        let track = NewTrack(prepared.tags, seconds: prepared.seconds, fileName: file.fileName)
        try uploads.keep(prepared, of: uploader, now, isCounted: false) { database, name in
            // It belongs to the site, not to who brought it.
            try Uploads.disown(database, name, now)
            let id = try ZoneTrackQueries.insert(database, track, name, in: zone, by: uploader, now)
            try Zones.requestExcerpt(database, of: id, now)
            if prepared.needsTranscoding {
                try MediaFeature.requestTranscoding(database, name, for: uploader, now)
            }
        }
    }

    /// `POST /admin/zones/{id}/tracks/order`: the order of the ids, of a playlist, or one song up or down.
    func order(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let names = try context.form.file("list").map { try playlist($0) }
            let (zone, unmatched) = try site.database.write { database in
                let zone = try self.zone(database, context)
                let tracks = try ZoneTrackQueries.tracks(
                    database, of: zone.id, for: viewer.id, isByHand: true, context.now)
                let found = names.map { ZoneOrder(of: tracks, by: $0) } ?? ZoneOrder(of: tracks, by: context.form)
                try ZoneTrackQueries.order(database, found.ids, of: zone.id)
                return (zone, found.unmatched)
            }
            let rest =
                unmatched.isEmpty
                ? ""
                : "Not among the songs: \(MessageList(unmatched.map { $0.prefix(scalars: 60) }).words)."
            return context.redirect(
                to: ZonePaths.tracks(zone.id), saying: WordList.sentences("The order is saved.", rest))
        } catch let errors as ValidationErrors {
            return try tracksPage(context, viewer, errors)
        }
    }

    private func playlist(_ file: UploadedFile) throws -> [PlaylistName] {
        do {
            return try PlaylistFile.names(try Data(contentsOf: URL(fileURLWithPath: file.file.path)))
        } catch let problem as ZoneFileProblem {
            throw ValidationErrors("list", problem.sentence)
        }
    }

    /// `POST /admin/zones/{id}/tracks/{track}/edit`
    func editTrack(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        var errors = ValidationErrors()
        let texts = ["title", "artist", "album"].map { Zones.line(context.form[$0], $0, into: &errors) }
        if texts[0].isEmpty { errors.add("title", "Give the song a title.") }
        let track = try site.database.read { try self.track($0, context, viewer) }
        guard errors.isEmpty else { return try tracksPage(context, viewer, errors) }
        try site.database.write { database in
            try ZoneTrackQueries.rename(database, track.id, title: texts[0], artist: texts[1], album: texts[2])
        }
        return context.redirect(to: ZonePaths.tracks(track.zone), saying: "Saved.")
    }

    private static func line(_ text: String?, _ field: String, into errors: inout ValidationErrors) -> String {
        let line = MultilineText.normalized(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if line.unicodeScalars.count > ZoneTrack.longestText || !DisplayName.canBeShown(line) && !line.isEmpty {
            errors.add(field, "200 characters at most, and only those that can be shown.")
        }
        return line
    }

    /// `POST /admin/zones/{id}/tracks/{track}/delete`
    func deleteTrack(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let track = try site.database.write { database in
            let track = try self.track(database, context, viewer)
            try ZoneTrackQueries.delete(database, track, context.now)
            return track
        }
        return context.redirect(to: ZonePaths.tracks(track.zone), saying: "\(track.title) is deleted.")
    }
}

/// An order of songs.
struct ZoneOrder {
    let ids: [ID<ZoneTrack>]
    /// What a playlist names that is not there.
    var unmatched: [String] = []

    /// By the names of a playlist; songs that it does not name come after.
    init(of tracks: [ZoneTrack], by names: [PlaylistName]) {
        // Several songs may have the same name: they are taken one after the other.
        var left = Dictionary(grouping: tracks) { ZoneOrder.fold($0.fileName) }.mapValues { ArraySlice($0) }
        var ids: [ID<ZoneTrack>] = []
        for name in names {
            // What is left of a name may be nothing, which is no name of a song without one.
            let spellings = [name.written, name.decoded].map { ZoneOrder.fold($0) }.filter { !$0.isEmpty }
            if let known = spellings.first(where: { left[$0] != nil }) {
                if let track = left[known]?.popFirst() { ids.append(track.id) }
            } else {
                let shown = FileName.clean(name.decoded)
                unmatched.append(shown.hasVisibleCharacter ? shown : "a name that cannot be shown")
            }
        }
        let named = Set(ids)
        self.ids = ids + tracks.map { $0.id }.filter { !named.contains($0) }
    }

    /// By the fields of a form: `track` repeated, or one that goes `up` or `down`.
    init(of tracks: [ZoneTrack], by form: FormFields) {
        var ids = tracks.map { $0.id }
        let named = form.all("track").prefix(ZoneTrack.most).compactMap { ID<ZoneTrack>($0) }.filter {
            ids.contains($0)
        }
        var order: [ID<ZoneTrack>] = []
        for id in named where !order.contains(id) { order.append(id) }
        ids = order + ids.filter { !order.contains($0) }
        func move(_ field: String, by step: Int) {
            guard let id = form[field].flatMap({ ID<ZoneTrack>($0) }), let from = ids.firstIndex(of: id),
                ids.indices.contains(from + step)
            else { return }
            ids.swapAt(from, from + step)
        }
        move("up", by: -1)
        move("down", by: 1)
        self.ids = ids
    }

    /// As names are compared: without what uploads lose of theirs, and without blanks around them, as playlists are read.
    private static func fold(_ name: String) -> String {
        FileName.clean(name).trimmingCharacters(in: .whitespaces).precomposedStringWithCanonicalMapping.lowercased()
    }
}
