import Atlas
import Database
import Proximity

/// Examples of notes that wait, on the map and for their author.
extension NoteExamples {
    var waiting: [GalleryExample] {
        [
            .page("open") { page($0, isNear: false) },
            .page("near, for a time") { page($0, isNear: true) },
            .part("from afar") { part($0, isNear: false, path: NotePaths.waiting(ID(rawValue: 12))) },
            .part("near") { part($0, isNear: true, path: NotePaths.waiting(ID(rawValue: 12))) },
            .page("told") { try area($0, .warm, hint: "Where the masts sing") },
            .page("not here yet") { try area($0, nil, hint: "") },
            .part("all") { NoteOptionsPart(options($0, isFull: true), $0.times) },
            .part("waiting") {
                NoteActionsPart(
                    $0.frame("Sent", .sent), id: ID(rawValue: 12), own: own($0, friends: 2), times: $0.times)
            },
        ]
    }

    func options(_ gallery: GalleryContext, isFull: Bool) -> NoteOptions {
        guard isFull else { return NoteOptions() }
        return NoteOptions(
            hint: "Where the masts sing", opensAt: gallery.ago(-5), closesAt: gallery.ago(-30), isOnMap: true)
    }

    private func pinned(_ gallery: GalleryContext, _ options: NoteOptions) -> PinnedNote {
        PinnedNote(
            id: ID(rawValue: 12), author: gallery.person(GalleryContext.longName), coordinate: gallery.place(1),
            radius: Metres(250), hint: options.hint, opensAt: options.opensAt, closesAt: options.closesAt,
            createdAt: gallery.ago(80), authorZone: gallery.viewer.timeZone)
    }

    private func part(_ gallery: GalleryContext, isNear: Bool, path: String = "") -> WaitingNotePart {
        WaitingNotePart(
            pinned(gallery, options(gallery, isFull: isNear)), isNear: isNear, path: path, times: gallery.times,
            places: places(gallery), units: .metric, on: gallery.site)
    }

    private func area(_ gallery: GalleryContext, _ warmth: Warmth?, hint: String) throws -> NoteAreaPage {
        let facts = NoteReminders.Facts()
        let cell = SnappedPosition(gallery.place(1)).cell
        let reminder = NoteQueries.Reminder(
            sender: ID(rawValue: 2), author: GalleryContext.longName, hint: hint, area: cell, isOnMap: false,
            facts: facts)
        guard let note = ToldNote(ID(rawValue: 12), reminder: reminder, at: gallery.now) else { throw Failure.notFound }
        return NoteAreaPage(
            frame: gallery.frame("Note from mikko", .map), note, warmth: warmth, for: gallery.viewer,
            basemaps: basemaps, on: gallery.site)
    }

    private func page(_ gallery: GalleryContext, isNear: Bool) -> WaitingNotePage {
        let pin = Pin(kind: .waiting, coordinate: gallery.place(1), title: "Where it waits")
        return WaitingNotePage(
            frame: gallery.frame("Note from mikko", .map), note: part(gallery, isNear: isNear),
            map: MapPart(pin, gate: Metres(250), for: gallery.viewer, basemaps: basemaps))
    }
}
