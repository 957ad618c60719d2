import Atlas
import Database
import Proximity

/// `GET /notes/new` and its preview
struct ComposePage {
    let frame: Frame
    let text: String
    let recipients: [RecipientPart]
    let latitude: String
    let longitude: String
    let radius: String
    let submission: String
    let photo: PhotoFieldPart
    let picker: PickerPart
    /// The name of the chosen place; "" if none is chosen.
    let place: String
    let errors: ValidationErrors
    /// The unit of distances.
    let units: DistanceFormat

    /// The choices for the radius; includes the sent value.
    var radii: [(value: String, words: String)] {
        let usual =
            [("", "Right at the spot, about \(units.string(for: Gate.noteRadius))")]
            + ["25", "50", "100", "250"].map { ($0, words($0)) }
        return usual.contains { $0.0 == radius } ? usual : usual + [(radius, words(radius))]
    }

    /// Formats a number of metres; returns other text unchanged.
    private func words(_ radius: String) -> String {
        InputNumber.decimal(radius).map { units.string(for: Metres($0)) } ?? radius
    }
}

/// A friend in the list of recipients.
struct RecipientPart {
    let person: PersonPart
    let isChosen: Bool
}

/// `GET /notes`
struct SentPage {
    let frame: Frame
    let notes: [SentPart]
    let more: MorePart?
}

/// A note in its author's list.
struct SentPart {
    let id: ID<Note>
    let path: String
    let text: String
    /// The path of its small photo; nil if it has none.
    let photo: String?
    let place: String
    let left: TimePart
    let receipts: [ReceiptPart]

    init(_ note: ReadableNote, receipts: [Receipt], _ words: RelativeTimeFormatter, _ places: PlaceFormatter) {
        id = note.id
        path = NotePaths.note(note.id)
        text = note.text
        photo = MediaPaths.of(note.photo, .small)
        place = places.words(note.coordinate)
        left = TimePart(note.createdAt, words)
        self.receipts = receipts.map { ReceiptPart($0, words) }
    }
}

/// What an author may know about one recipient.
struct ReceiptPart {
    let name: String
    let avatar: AvatarPart
    /// "Waiting", "Found this morning", "Withdrawn".
    let badge: BadgePart

    init(_ receipt: Receipt, _ words: RelativeTimeFormatter) {
        name = receipt.recipient.name
        avatar = AvatarPart(receipt.recipient)
        switch receipt.state {
        case .waiting: badge = BadgePart("Waiting", .waiting)
        case .withdrawn: badge = BadgePart("Withdrawn")
        // In the finder's zone, so that changing one's own zone reveals nothing. Day only: the instant would tell when
        // they were there.
        case .found(let time, let zone, let isTyped):
            badge = BadgePart(
                "Found", .good, TimePart(day: time, words.said(in: zone)), rest: isTyped ? ", position typed in" : "")
        }
    }
}

/// `GET /archive`
struct ArchivePage {
    let frame: Frame
    let notes: [FoundNotePart]
    /// The map, if requested and not empty.
    let map: ArchiveMap?
    let isMap: Bool
    let more: MorePart?

    var views: SegmentsPart {
        SegmentsPart(
            label: "View",
            choices: [
                .init(words: "List", icon: IconPart("list"), address: NotePaths.archive, isChosen: !isMap),
                .init(words: "Map", icon: IconPart("map"), address: NotePaths.archiveMap, isChosen: isMap),
            ])
    }
}

/// A note in a finder's list.
struct FoundNotePart {
    let id: ID<Note>
    let path: String
    let author: PersonPart
    let text: String
    /// The path of its small photo; nil if it has none.
    let photo: String?
    let place: String
    let found: TimePart
    let isNew: Bool

    init(_ note: ReadableNote, _ words: RelativeTimeFormatter, _ places: PlaceFormatter) {
        id = note.id
        path = NotePaths.note(note.id)
        author = PersonPart(note.author)
        text = note.text
        photo = MediaPaths.of(note.photo, .small)
        place = places.words(note.coordinate)
        found = TimePart(note.foundAt ?? note.createdAt, words)
        isNew = !note.isOpened
    }
}

/// A found, unopened note on the home page.
struct FoundNoteCardPart {
    let note: FoundNotePart
}

/// `GET /notes/{id}` for the author or a finder.
struct NotePage {
    let frame: Frame
    let id: ID<Note>
    let author: PersonPart
    /// The text, split at line breaks.
    let lines: [String]
    let photo: NotePhotoPart?
    let place: String
    /// The exact place; "" if `place` already shows it.
    let degrees: String
    let left: TimePart
    /// When the viewer found it; nil for the author.
    let found: TimePart?
    let radius: String
    let map: MapPart
    let isOwn: Bool
    let receipts: [ReceiptPart]

    /// The author deletes the note; a finder removes it from their archive.
    var removal: ConfirmPart {
        isOwn
            ? ConfirmPart(
                frame, post: NotePaths.delete(id), opener: "Delete",
                words: "It is taken back from everybody who has not found it. Friends who found it keep their copy.",
                button: "Delete the note")
            : ConfirmPart(
                frame, post: NotePaths.remove(id), opener: "Delete",
                words: "It leaves your archive." + (author.isDeleted ? "" : " \(author.name) keeps theirs."),
                button: "Delete from my archive")
    }

    /// `frame` makes the frame from a title and a section.
    init(
        _ viewer: Viewer, _ note: ReadableNote, _ photo: MediaQueries.Extent?, _ receipts: [Receipt],
        _ words: RelativeTimeFormatter,
        _ basemaps: Basemaps,
        frame: (String, Frame.Section) -> Frame
    ) {
        isOwn = note.author.id == viewer.id
        self.frame = frame(isOwn ? "Your note" : "Note from \(note.author.name)", isOwn ? .sent : .archive)
        id = note.id
        author = PersonPart(note.author)
        lines = note.text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        self.photo = photo.flatMap { extent in note.photo.map { NotePhotoPart($0, extent, by: note.author.name) } }
        (place, degrees) = PlaceFormatter(basemaps.places, viewer.units).both(note.coordinate)
        left =
            isOwn
            ? TimePart(note.createdAt, words) : TimePart(day: note.createdAt, words.said(in: note.authorZone))
        found = note.foundAt.map { TimePart($0, words) }
        radius = viewer.units.string(for: note.radius)
        map = MapPart(NotePins.pin(note), gate: note.radius, viewer, basemaps)
        self.receipts = receipts.map { ReceiptPart($0, words) }
    }
}
