import Atlas
import Database
import HTML
import Media
import Proximity

/// Examples of sent and found notes.
struct NoteExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] {
        ComposeExamples(basemaps: basemaps).all + sent + archive + notes + links + home + waiting
    }

    var maps: MapExamples { MapExamples(basemaps: basemaps) }

    private var sent: [GalleryExample] {
        [
            .page("empty") { SentPage(frame: $0.frame("Sent", .sent), notes: [], more: nil) },
            .page("one") {
                SentPage(frame: $0.frame("Sent", .sent), notes: [part($0, "Look up.", friends: 1)], more: nil)
            },
            .page("many") { gallery in
                let texts = [
                    "Rink opens on Friday.", GalleryContext.emoji, GalleryContext.arabic, GalleryContext.longWord,
                    GalleryContext.longText,
                ]
                return SentPage(
                    frame: gallery.frame("Sent", .sent), notes: texts.map { part(gallery, $0, friends: 5) },
                    more: MorePart(address: "/notes?after=1-1"))
            },
        ]
    }

    func places(_ gallery: GalleryContext) -> PlaceFormatter {
        PlaceFormatter(basemaps.places, gallery.viewer.units)
    }

    /// A media name without a file; the image does not load.
    static let photoName = "abcdefghijklmnopqrstuvwxyz"

    func note(
        _ gallery: GalleryContext, _ author: String, _ text: String, isOpened: Bool, isOwn: Bool = false,
        hasPhoto: Bool = false, number: Int = 12
    ) -> ReadableNote {
        let person = isOwn ? Person(id: gallery.viewer.id, username: author) : gallery.person(author)
        return ReadableNote(
            id: ID(rawValue: Int64(number)), author: person, text: text,
            photo: hasPhoto ? NoteExamples.photoName : nil, coordinate: gallery.place(1), radius: Metres(50),
            createdAt: gallery.ago(80), authorZone: gallery.viewer.timeZone, foundAt: isOwn ? nil : gallery.ago(4),
            isOpened: isOpened)
    }

    /// A note in a finder's list.
    func found(
        _ gallery: GalleryContext, _ author: String, _ text: String, isNew: Bool = false, hasPhoto: Bool = false,
        number: Int = 12
    ) -> FoundNotePart {
        FoundNotePart(
            note(gallery, author, text, isOpened: !isNew, hasPhoto: hasPhoto, number: number), gallery.words,
            places(gallery))
    }

    func receipts(_ gallery: GalleryContext, _ count: Int) -> [Receipt] {
        let states: [Receipt.State] = [
            .waiting, .opened(at: gallery.ago(14), zone: gallery.viewer.timeZone, isTyped: true), .withdrawn,
        ]
        return ["mikko", GalleryContext.longName, "sofia", "leena", "jonas"].prefix(count).enumerated().map {
            Receipt(
                recipient: gallery.person($0.element), state: states[$0.offset % 3], hasHeart: $0.offset == 1)
        }
    }

    private func part(_ gallery: GalleryContext, _ text: String, friends: Int) -> SentPart {
        let note = note(gallery, "aino_k", text, isOpened: true, isOwn: true)
        return SentPart(
            note, own(gallery, friends: friends), gallery.frame("Sent", .sent), gallery.words, places(gallery))
    }

    /// What the author of a note for some friends is shown.
    func own(_ gallery: GalleryContext, friends: Int) -> OwnNote {
        OwnNote(
            receipts: receipts(gallery, friends), options: options(gallery, isFull: friends > 1),
            resending: Resending(resentAt: friends > 1 ? gallery.ago(40) : nil), isEditable: friends > 1)
    }
}
