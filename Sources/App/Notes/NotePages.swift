import Database
import Proximity

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
    /// Whether it also waits for whoever gets its link.
    let isLinked: Bool
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
        isLinked = own.link != nil
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
                "Opened", .good, TimePart(day: time, words.said(in: zone)),
                rest: (receipt.hasHeart ? ", with a heart" : "") + (isTyped ? ", position typed in" : ""))
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
        let hasHeart: Bool
    }

    init(_ notes: [OpenedNote], isMore: Bool, _ words: RelativeTimeFormatter) {
        self.isMore = isMore
        lines = notes.map { note in
            Line(
                path: NotePaths.note(note.id), person: PersonPart(note.recipient),
                opened: TimePart(day: note.openedAt, words.said(in: note.zone)), hasHeart: note.hasHeart)
        }
    }
}
