import Atlas
import Database
import Media
import Proximity

/// Notes: writing, sent, found.
enum NoteExamples {
    static let all = composing + sent + archive + notes

    private static let composing: [GalleryEntry] = [
        .page("without friends") { compose($0, names: []) },
        .page("empty") { compose($0, names: ["mikko", "sofia"]) },
        .page("with a photo") { compose($0, names: ["mikko"], text: "Look up.", photo: photo($0, hasOrigin: true)) },
        .page("wrong photo") { stage in
            let sentence = "That is no photo we can read. JPEG, PNG, WebP, GIF, AVIF, HEIC, BMP and TIFF work."
            return compose(stage, names: ["mikko"], problems: Problems("photo", sentence))
        },
        .part("none") { _ in PhotoFieldPart(kept: nil, word: "example", Problems()) },
        .part("without origin") { PhotoFieldPart(kept: photo($0, hasOrigin: false), word: "example", Problems()) },
        .page("many friends") { stage in
            compose(stage, names: [Stage.longName] + (1...30).map { "friend_\($0)" }, text: Stage.emoji)
        },
        .page("wrong") { stage in
            var problems = Problems("text", "Write a few words.")
            problems.add("to", "Choose at least one friend.")
            problems.add("lat", "Type a latitude, for instance 60.16952.")
            return compose(stage, names: ["mikko"], problems: problems)
        },
    ]

    private static let sent: [GalleryEntry] = [
        .page("empty") { SentPage(frame: $0.frame("Sent", .sent), notes: [], more: nil) },
        .page("one") { SentPage(frame: $0.frame("Sent", .sent), notes: [part($0, "Look up.", friends: 1)], more: nil) },
        .page("many") { stage in
            let texts = ["Rink opens on Friday.", Stage.emoji, Stage.arabic, Stage.longWord, Stage.longText]
            return SentPage(
                frame: stage.frame("Sent", .sent), notes: texts.map { part(stage, $0, friends: 5) },
                more: MorePart(address: "/notes?after=1-1"))
        },
    ]

    private static let archive: [GalleryEntry] = [
        .page("empty") {
            ArchivePage(frame: $0.frame("Archive", .archive), notes: [], map: nil, isMap: false, more: nil)
        },
        .page("one") { stage in
            ArchivePage(
                frame: stage.frame("Archive", .archive), notes: [found(stage, "mikko", "Third bench.")], map: nil,
                isMap: false, more: nil)
        },
        .page("many") { stage in
            let texts = ["Third bench.", Stage.hebrew, Stage.emoji, Stage.longText, Stage.longWord]
            let notes = texts.map { found(stage, "mikko", $0) } + [found(stage, Stage.longName, "", isNew: true)]
            return ArchivePage(
                frame: stage.frame("Archive", .archive), notes: notes, map: nil, isMap: false,
                more: MorePart(address: "/archive?after=1-1"))
        },
        .page("map") { archiveMap($0, pins: 6, nearest: [found($0, "mikko", "Third bench.")]) },
        .page("empty map") { archiveMap($0, pins: 0, nearest: []) },
        .page("crowded map") { stage in
            let crowds = [MapExamples.crowd(stage, 0, of: 2_400), MapExamples.crowd(stage, 4, of: 12)]
            return archiveMap(stage, pins: 0, crowds: crowds, nearest: [])
        },
        .part("new") { found($0, "sofia", "", isNew: true) },
        .part("read") { found($0, "sofia", "Third bench from the fountain.") },
        .part("new") { NoteCardPart(note: found($0, "sofia", "", isNew: true), isOwn: false) },
        .part("with a photo") { found($0, "sofia", "Third bench from the fountain.", hasPhoto: true) },
        .part("own") { NoteCardPart(note: found($0, "aino_k", "Look up."), isOwn: true) },
    ]

    private static let notes: [GalleryEntry] = [
        .page("found") {
            page($0, "mikko", "Third bench from the fountain.\nBest place in town to do nothing at all.")
        },
        .page("with a photo") { page($0, "mikko", "Third bench from the fountain.", hasPhoto: true) },
        .page("right to left") { page($0, "noor_h", Stage.arabic) },
        .page("long") { page($0, Stage.longName, Stage.longText + Stage.longWord) },
        .page("own") { page($0, "aino_k", Stage.emoji, isOwn: true) },
    ]

    private static func archiveMap(
        _ stage: Stage, pins: Int, crowds: [PinCrowd] = [], nearest: [FoundNotePart]
    ) -> ArchivePage {
        let map = ArchiveMap(
            map: MapExamples.map(stage, pins: pins, crowds: crowds), nearest: nearest, isCrowded: !crowds.isEmpty)
        return ArchivePage(frame: stage.frame("Archive", .archive), notes: [], map: map, isMap: true, more: nil)
    }

    private static func compose(
        _ stage: Stage, names: [String], text: String = "", photo: KeptPhotoPart? = nil, problems: Problems = Problems()
    ) -> ComposePage {
        ComposePage(
            frame: stage.frame("Leave a note", .drop), text: text,
            recipients: names.enumerated().map {
                RecipientPart(person: PersonPart(stage.person($0.element)), isChosen: $0.offset == 0)
            },
            latitude: "60.16952", longitude: "24.9524", radius: "", submission: "example",
            photo: PhotoFieldPart(kept: photo, word: "example", problems),
            picker: MapExamples.picker(stage), place: stage.places.words(stage.place(1)), problems: problems,
            units: .metric)
    }

    private static func photo(_ stage: Stage, hasOrigin: Bool) -> KeptPhotoPart? {
        let origin = PhotoOrigin(hasOrigin ? "60.16952 24.9524 1718200800000 local" : "")
        return MediaName(photoName).map {
            KeptPhotoPart(
                DraftPhoto(name: $0, origin: origin), time: hasOrigin ? "12 June 2024, 14:00" : "", isDated: false,
                stage.places)
        }
    }

    /// A name that nothing is stored by: what stands behind it is not loaded.
    private static let photoName = "abcdefghijklmnopqrstuvwxyz"

    private static func note(
        _ stage: Stage, _ author: String, _ text: String, isOpened: Bool, isOwn: Bool = false, hasPhoto: Bool = false
    )
        -> ReadableNote
    {
        let person = isOwn ? Person(id: stage.viewer.id, username: author) : stage.person(author)
        return ReadableNote(
            id: ID(rawValue: 12), author: person, text: text, photo: hasPhoto ? photoName : nil,
            coordinate: stage.place(1),
            radius: Metres(50),
            createdAt: stage.ago(80), authorZone: stage.viewer.timeZone, foundAt: isOwn ? nil : stage.ago(4),
            isOpened: isOpened)
    }

    /// A note as a finder has it in a list.
    static func found(
        _ stage: Stage, _ author: String, _ text: String, isNew: Bool = false, hasPhoto: Bool = false
    ) -> FoundNotePart {
        FoundNotePart(note(stage, author, text, isOpened: !isNew, hasPhoto: hasPhoto), stage.words, stage.places)
    }

    private static func receipts(_ stage: Stage, _ count: Int) -> [Receipt] {
        let states: [Receipt.State] = [
            .waiting, .found(at: stage.ago(14), zone: stage.viewer.timeZone, isTyped: true), .withdrawn,
        ]
        return ["mikko", Stage.longName, "sofia", "leena", "jonas"].prefix(count).enumerated().map {
            Receipt(recipient: $0.element, state: states[$0.offset % 3])
        }
    }

    private static func part(_ stage: Stage, _ text: String, friends: Int) -> SentPart {
        let note = note(stage, "aino_k", text, isOpened: true, isOwn: true)
        return SentPart(note, receipts: receipts(stage, friends), stage.words, stage.places)
    }

    private static func page(
        _ stage: Stage, _ author: String, _ text: String, isOwn: Bool = false, hasPhoto: Bool = false
    ) -> NotePage {
        let note = note(stage, author, text, isOpened: true, isOwn: isOwn, hasPhoto: hasPhoto)
        return NotePage(
            stage.viewer, note, hasPhoto ? .init(width: 640, height: 480) : nil, isOwn ? receipts(stage, 3) : [],
            stage.words, stage.site.basemaps,
            frame: { stage.frame($0, $1) })
    }
}
