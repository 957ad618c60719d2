import Atlas
import Database
import HTML
import Media
import Proximity

/// Examples of composing, sent and found notes.
struct NoteExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] { composing + sent + archive + notes + home + waiting }

    var maps: MapExamples { MapExamples(basemaps: basemaps) }

    private var composing: [GalleryExample] {
        [
            .page("without friends") { compose($0, names: []) },
            .page("empty") { compose($0, names: ["mikko", "sofia"]) },
            .page("with a photo") {
                compose($0, names: ["mikko"], text: "Look up.", photo: photo($0, hasOrigin: true))
            },
            .page("wrong photo") { gallery in
                let sentence = "That is no photo we can read. JPEG, PNG, WebP, GIF, AVIF, HEIC, BMP and TIFF work."
                return compose(gallery, names: ["mikko"], errors: ValidationErrors("photo", sentence))
            },
            .part("none") { _ in photoField(nil) },
            .part("without origin") {
                photoField(photo($0, hasOrigin: false))
            },
            .page("many friends") { gallery in
                compose(
                    gallery, names: [GalleryContext.longName] + (1...30).map { "friend_\($0)" },
                    text: GalleryContext.emoji)
            },
            .page("after a search") { compose($0, names: ["mikko", "sofia"], search: "Kirkko") },
            .page("nothing found") { gallery in
                let sentence = "Nothing found by that name. Try a street, a town, or degrees like 60.17, 24.94."
                return compose(gallery, names: ["mikko"], errors: ValidationErrors("place", sentence))
            },
            .page("wrong") { gallery in
                var errors = ValidationErrors("text", "Write a few words.")
                errors.add("to", "Choose at least one friend.")
                errors.add("lat", "Type a latitude, for instance 60.16952.")
                return compose(gallery, names: ["mikko"], errors: errors)
            },
        ]
    }

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

    private func compose(
        _ gallery: GalleryContext, names: [String], text: String = "", photo: KeptPhotoPart? = nil,
        search: String = "", errors: ValidationErrors = ValidationErrors()
    ) -> ComposePage {
        ComposePage(
            frame: gallery.frame("Leave a note", .drop), text: text,
            recipients: names.enumerated().map {
                RecipientPart(person: PersonPart(gallery.person($0.element)), isChosen: $0.offset == 0)
            },
            latitude: "60.16952", longitude: "24.9524", radius: "", submission: "example",
            photo: photoField(photo, errors),
            map: maps.map(gallery, pins: 0), picker: maps.picker(gallery), search: search,
            matches: search.isEmpty ? [] : NoteExamples.matches(gallery),
            place: places(gallery).words(gallery.place(1)), errors: errors, units: .metric)
    }

    private static func matches(_ gallery: GalleryContext) -> [PlaceMatchPart] {
        [("Kirkkokatu", "Street in Kruununhaka"), (GalleryContext.longWord, ""), ("Kirkkonummi", "Town in Finland")]
            .map { PlaceMatchPart(PlaceMatch(name: $0, detail: $1, coordinate: gallery.place(1), zoom: 16)) }
    }

    private func photoField(
        _ kept: KeptPhotoPart?, _ errors: ValidationErrors = ValidationErrors()
    ) -> PhotoFieldPart {
        PhotoFieldPart(kept: kept, uploadID: "example", preview: NotePaths.new, thing: "the note", errors)
    }

    private func photo(_ gallery: GalleryContext, hasOrigin: Bool) -> KeptPhotoPart? {
        let origin = PhotoOrigin(hasOrigin ? "60.16952 24.9524 1718200800000 local" : "")
        return MediaName(NoteExamples.photoName).map {
            KeptPhotoPart(
                MediaDraft(name: $0, origin: origin),
                place: origin.place.map { places(gallery).phrase($0) } ?? "",
                time: hasOrigin ? "12 June 2024, 14:00" : "", isDated: false)
        }
    }

    /// A media name without a file; the image does not load.
    private static let photoName = "abcdefghijklmnopqrstuvwxyz"

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
            Receipt(recipient: gallery.person($0.element), state: states[$0.offset % 3])
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
