import Database
import HTML
import Proximity

extension Notes: HomePageSource {
    /// Seconds for which the home page tells that somebody opened a note.
    static let newsTime = 86_400.0

    /// A person's found and unopened notes, what waits nearby, and who opened theirs.
    func homeParts(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [DeferredPart] {
        let unopened = try NoteQueries.unopened(database, of: viewer.id)
        let nearby = try nearby(database, viewer, at: now)
        let opened = try NoteQueries.opened(database, by: viewer.id, since: now - Notes.newsTime, now)
        let times = RelativeTimeFormatter(viewer.timeZone, now: now)
        let places = placeFormatter(viewer)
        var parts: [DeferredPart] = []
        if !unopened.isEmpty {
            parts.append {
                Markup(FoundNotesPart(notes: unopened.map { FoundNotePart($0, times: times, places: places) }))
            }
        }
        if let nearby { parts.append { Markup(NearbyNotesPart(nearby, viewer.units)) } }
        if !opened.notes.isEmpty {
            parts.append { Markup(OpenedNotesPart(opened.notes, isMore: opened.isMore, times)) }
        }
        return parts
    }
}
