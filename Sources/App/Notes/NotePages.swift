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
    /// The map that scripts show instead of the picker.
    let map: MapPart
    let picker: PickerPart
    /// What was searched for last; "" for nothing.
    let search: String
    /// What else it may mean.
    let matches: [PlaceMatchPart]
    /// The name of the chosen place; "" if none is chosen.
    let place: String
    let errors: ValidationErrors
    /// The unit of distances.
    let units: DistanceFormat

    /// The choices for the radius; includes the sent value.
    var radii: [RadiusPart] {
        let usual =
            [RadiusPart(value: "", metres: Gate.noteRadius.value, words: units.string(for: Gate.noteRadius))]
            + ["25", "50", "100", "250"].map { part($0) }
        return usual.contains { $0.value == radius } ? usual : usual + [part(radius)]
    }

    /// Formats a number of metres; keeps other text unchanged.
    private func part(_ radius: String) -> RadiusPart {
        let metres = InputNumber.decimal(radius, in: Note.radii)
        return RadiusPart(
            value: radius, metres: metres ?? 0, words: metres.map { units.string(for: Metres($0)) } ?? radius)
    }

    /// Whether there are so many friends that one looks for a name.
    var isSearchable: Bool { recipients.count >= 8 }
    /// Whether a folded field has an error.
    var isMoreOpen: Bool { errors.has("lat") || errors.has("lon") }
}

/// A choice of how near friends must come.
struct RadiusPart {
    /// As the form sends it; "" for the default.
    let value: String
    /// For the ring on the map; 0 if the value is no radius.
    let metres: Double
    let words: String

    /// The metres, as scripts read them.
    var size: String { CoordinateFormatter.degrees(metres, decimals: 3) }
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
    let options: NoteOptionsPart
    let actions: NoteActionsPart

    init(
        _ note: ReadableNote, _ own: OwnNote, _ frame: Frame, _ words: RelativeTimeFormatter, _ places: PlaceFormatter
    ) {
        id = note.id
        path = NotePaths.note(note.id)
        text = note.text
        photo = MediaPaths.of(note.photo, .small)
        place = places.words(note.coordinate)
        left = TimePart(note.createdAt, words)
        receipts = own.receipts.map { ReceiptPart($0, words) }
        options = NoteOptionsPart(own.options, words)
        actions = NoteActionsPart(frame, note.id, own, words)
    }
}

/// What an author may know about one recipient.
struct ReceiptPart {
    let name: String
    let avatar: AvatarPart
    /// "Waiting", "Opened this morning", "Not open any more", "Withdrawn".
    let badge: BadgePart

    init(_ receipt: Receipt, _ words: RelativeTimeFormatter) {
        name = receipt.recipient.name
        avatar = AvatarPart(receipt.recipient)
        switch receipt.state {
        case .waiting: badge = BadgePart("Waiting", .waiting)
        case .closed: badge = BadgePart("Not open any more")
        case .withdrawn: badge = BadgePart("Withdrawn")
        // In the finder's zone, so that changing one's own zone reveals nothing. Day only: the instant would tell when
        // they looked.
        case .opened(let time, let zone, let isTyped):
            badge = BadgePart(
                "Opened", .good, TimePart(day: time, words.said(in: zone)), rest: isTyped ? ", position typed in" : "")
        }
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

/// The drawing of a folded note on a cairn.
struct CairnPart {
    /// Its class in style sheets.
    let name: String
    /// The id by which other drawings of the page use it; "" for none.
    let id: String

    init(_ name: String, id: String = "") {
        self.name = name
        self.id = id
    }
}

/// A person's found, unopened notes on the home page: folded notes on their cairns.
struct FoundNotesPart {
    let notes: [FoundNotePart]
}

/// Who opened notes of the viewer, on the home page.
struct OpenedNotesPart {
    let lines: [Line]
    /// Whether there are more.
    let isMore: Bool

    struct Line {
        let path: String
        let person: PersonPart
        /// A part of the day in their zone, with no finer time than the day, as on the list of sent notes.
        let opened: TimePart
    }

    init(_ notes: [OpenedNote], isMore: Bool, _ words: RelativeTimeFormatter) {
        self.isMore = isMore
        lines = notes.map { note in
            Line(
                path: NotePaths.note(note.id), person: PersonPart(note.recipient),
                opened: TimePart(day: note.openedAt, words.said(in: note.zone)))
        }
    }
}
