import Atlas
import Database
import HTML
import Proximity

/// Examples of finding notes: on the home page, in the archive, unfolded.
extension NoteExamples {
    /// Notes on the home page.
    var home: [GalleryExample] {
        [
            .page("found") { maps.home($0, waiting: [folded($0, ["mikko"])]) },
            .page("many found") { gallery in
                maps.home(gallery, waiting: [folded(gallery, [GalleryContext.longName, "sofia", "leena"])])
            },
            .page("something waits") { maps.home($0, waiting: [Markup(try nearby($0)), Markup(opened($0, 2))]) },
            .part("usual") { _ in CairnPart("folded-art") },
            .part("usual") { FoundNotesPart(notes: [found($0, "mikko", "", isNew: true)]) },
            .part("usual") { try nearby($0) },
            .part("one around") { _ in try nearby(steps: [0], authors: 1, .metric) },
            .part("all around in miles") { _ in try nearby(steps: [0, 1, 3, 5, 7], authors: 4, .imperial) },
            .part("one") { opened($0, 1) },
            .part("more") { opened($0, 3, isMore: true) },
        ]
    }

    private func folded(_ gallery: GalleryContext, _ authors: [String]) -> Markup {
        let notes = authors.enumerated().map { found(gallery, $0.element, "", isNew: true, number: 12 + $0.offset) }
        return Markup(FoundNotesPart(notes: notes))
    }

    private func nearby(_ gallery: GalleryContext) throws -> NearbyNotesPart {
        try nearby(steps: [1, 1], authors: 1, .metric)
    }

    /// Notes in cells around central Helsinki: 0 is the middle, 1…8 are around it.
    private func nearby(steps: [Int], authors: Int, _ units: DistanceFormat) throws -> NearbyNotesPart {
        let own = CellID(DemoCast.centre, level: Hint.level)
        let cells = [own] + own.neighbours
        let notes = steps.enumerated().map { number, step in
            NoteQueries.Hinted(
                author: ID(rawValue: Int64(1 + number % authors)), cell: cells[step % cells.count], name: "mikko",
                words: authors > 1 ? "Where the masts sing \(number)" : "")
        }
        guard let nearby = NearbyNotes(notes, around: own) else { throw Failure.notFound }
        return NearbyNotesPart(nearby, units)
    }

    private func opened(_ gallery: GalleryContext, _ count: Int, isMore: Bool = false) -> OpenedNotesPart {
        let names = ["mikko", GalleryContext.longName, "sofia"]
        let notes = names.prefix(count).map { name in
            OpenedNote(
                id: ID(rawValue: 12), recipient: gallery.person(name), openedAt: gallery.ago(3),
                zone: gallery.viewer.timeZone, hasHeart: name == "sofia")
        }
        return OpenedNotesPart(notes, isMore: isMore, gallery.words)
    }

    var archive: [GalleryExample] {
        [
            .page("empty") { ArchivePage(frame: $0.frame("Archive", .archive), map: nil, isMap: false) },
            .page("one") { list($0, [found($0, "mikko", "Third bench.")]) },
            .page("many") { gallery in
                let texts = [
                    "Third bench.", GalleryContext.hebrew, GalleryContext.emoji, GalleryContext.longText,
                    GalleryContext.longWord,
                ]
                let new = found(gallery, GalleryContext.longName, "", isNew: true)
                return list(
                    gallery, texts.map { found(gallery, "mikko", $0) } + [new],
                    more: MorePart(address: "/archive?after=1-1"))
            },
            .page("searched") { list($0, [found($0, "mikko", "Third bench.")], search: searched($0)) },
            .page("nothing fits") { list($0, [], search: searched($0)) },
            .part("closed") { ArchiveSearchPart(ArchiveSearch(), people: [$0.person("mikko"), $0.person("sofia")]) },
            .part("in use") { searched($0) },
            .page("map") { archiveMap($0, pins: 6, nearest: [found($0, "mikko", "Third bench.")]) },
            .page("empty map") { archiveMap($0, pins: 0, nearest: []) },
            .page("crowded map") { gallery in
                let crowds = [maps.crowd(gallery, 0, of: 2_400), maps.crowd(gallery, 4, of: 12)]
                return archiveMap(gallery, pins: 0, crowds: crowds, nearest: [])
            },
            .part("new") { found($0, "sofia", "", isNew: true) },
            .part("read") { found($0, "sofia", "Third bench from the fountain.") },
            .part("new") { NoteCardPart(note: found($0, "sofia", "", isNew: true), isOwn: false) },
            .part("with a photo") { found($0, "sofia", "Third bench from the fountain.", hasPhoto: true) },
            .part("own") { gallery in
                NoteCardPart(
                    note: found(gallery, "aino_k", "Look up."), isOwn: true,
                    receipts: receipts(gallery, 2).map { ReceiptPart($0, gallery.words) })
            },
        ]
    }

    private func searched(_ gallery: GalleryContext) -> ArchiveSearchPart {
        var search = ArchiveSearch()
        (search.words, search.author, search.month) = ("bench", "mikko", "2026-11")
        return ArchiveSearchPart(search, people: [gallery.person("mikko"), gallery.person("sofia")])
    }

    /// An archive with notes of two months.
    private func list(
        _ gallery: GalleryContext, _ notes: [FoundNotePart], search: ArchiveSearchPart? = nil, more: MorePart? = nil
    ) -> ArchivePage {
        let months = [("November 2026", Array(notes.prefix(3))), ("October 2026", Array(notes.dropFirst(3)))]
        return ArchivePage(
            frame: gallery.frame("Archive", .archive),
            months: months.filter { !$0.1.isEmpty }.map { ArchiveMonth(title: $0.0, notes: $0.1) },
            search: search ?? ArchiveSearchPart(ArchiveSearch(), people: [gallery.person("mikko")]), map: nil,
            isMap: false, more: more)
    }

    var notes: [GalleryExample] {
        [
            .page("found") {
                page($0, "mikko", "Third bench from the fountain.\nBest place in town to do nothing at all.")
            },
            .page("with a photo") { page($0, "mikko", "Third bench from the fountain.", hasPhoto: true) },
            .page("right to left") { page($0, "noor_h", GalleryContext.arabic) },
            .page("long") { page($0, GalleryContext.longName, GalleryContext.longText + GalleryContext.longWord) },
            .page("unfolding") { page($0, "mikko", "Look up.", hasPhoto: true, isFirst: true) },
            .page("with a heart") { page($0, "mikko", "Look up.", hasHeart: true) },
            .page("report without a reason") {
                page($0, "mikko", "Look up.", errors: ValidationErrors("reason", "Say what happened."))
            },
            .page("own") { try own($0, GalleryContext.emoji, link: nil) },
            .page("own with a link") { try own($0, "Look up.", link: NoteExamples.link) },
        ]
    }

    /// An author's page, with a link or the button that makes one.
    private func own(_ gallery: GalleryContext, _ text: String, link: String?) throws -> NotePage {
        var shown = page(gallery, "aino_k", text, isOwn: true)
        shown.link = try NoteLinkPart(link, uses: link == nil ? 0 : 3)
        return shown
    }

    private func archiveMap(
        _ gallery: GalleryContext, pins: Int, crowds: [PinCrowd] = [], nearest: [FoundNotePart]
    ) -> ArchivePage {
        let map = ArchiveMap(
            map: maps.map(gallery, pins: pins, crowds: crowds), nearest: nearest, isCrowded: !crowds.isEmpty)
        return ArchivePage(frame: gallery.frame("Archive", .archive), map: map, isMap: true)
    }

    private func page(
        _ gallery: GalleryContext, _ author: String, _ text: String, isOwn: Bool = false, hasPhoto: Bool = false,
        hasHeart: Bool = false, isFirst: Bool = false, errors: ValidationErrors = ValidationErrors()
    ) -> NotePage {
        var note = note(gallery, author, text, isOpened: true, isOwn: isOwn, hasPhoto: hasPhoto)
        note.hasHeart = hasHeart
        let material = Notes.PageMaterial(
            note: note, photo: hasPhoto ? .init(width: 640, height: 480) : nil,
            own: isOwn ? own(gallery, friends: 3) : nil,
            isFriend: true, isSeen: true)
        let answer = LinkPart("Answer in a chat", NotePaths.sent, icon: "message-circle", isQuiet: true)
        let send = LinkPart("Send in a chat", NotePaths.sent, icon: "send", isQuiet: true)
        return NotePage(
            gallery.viewer, material, gallery.words, basemaps, isFirst: isFirst,
            report: NotePage.reportField("", errors), ways: NoteWays(answer: isOwn ? nil : answer, send: send),
            frame: { gallery.frame($0, $1) })
    }
}
