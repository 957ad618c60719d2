import Atlas
import Database
import Proximity

/// The ways from a note into a chat.
struct NoteWays {
    /// To who left it; nil for themselves, and if the two do not see each other.
    let answer: LinkPart?
    let send: LinkPart?
}

/// `GET /notes/{id}` for the author or a finder.
struct NotePage {
    let frame: Frame
    let id: ID<Note>
    let author: PersonPart
    /// The text, split at line breaks.
    let lines: [String]
    let size: Size
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
    /// Whether this visit opens it: the paper unfolds and the photo develops, once.
    let isFirst: Bool
    let receipts: [ReceiptPart]
    /// Nil for others, and of a note that can have none.
    var link: NoteLinkPart?
    let options: NoteOptionsPart
    let actions: NoteActionsPart
    /// Whether the finder answered it by a heart; nil if there is nobody to get one.
    let heart: Bool?
    /// Where to leave a note back; "" if the two are not friends.
    let answer: String
    let ways: NoteWays
    let report: TextAreaPart

    /// How large the words are set: the fewer, the larger.
    enum Size: String { case few, some, many }

    /// The form's field for a report.
    static func reportField(_ reason: String = "", _ errors: ValidationErrors = ValidationErrors()) -> TextAreaPart {
        TextAreaPart(
            "reason", "What is wrong with it", value: reason, rows: 3, isRequired: true, max: NewReport.longestReason,
            errors)
    }

    /// `frame` makes the frame from a title and a section.
    init(
        _ viewer: Viewer, _ material: Notes.PageMaterial, _ words: RelativeTimeFormatter, _ basemaps: Basemaps,
        isFirst: Bool, report: TextAreaPart, ways: NoteWays, frame: (String, Frame.Section) -> Frame
    ) {
        let note = material.note
        isOwn = note.author.id == viewer.id
        self.isFirst = isFirst
        self.report = report
        self.frame = frame(isOwn ? "Your note" : "Note from \(note.author.name)", isOwn ? .sent : .archive)
        id = note.id
        author = PersonPart(note.author)
        lines = note.text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        size = NotePage.size(of: note.text)
        photo = material.photo.flatMap { extent in
            note.photo.map { NotePhotoPart($0, extent, by: note.author.name) }
        }
        (place, degrees) = PlaceFormatter(basemaps.places, viewer.units).both(note.coordinate)
        left =
            isOwn
            ? TimePart(note.createdAt, words) : TimePart(day: note.createdAt, words.said(in: note.authorZone))
        found = note.foundAt.map { TimePart($0, words) }
        radius = viewer.units.string(for: note.radius)
        map = MapPart(NotePins.pin(note, isOwn: isOwn), gate: note.radius, viewer, basemaps)
        let own = material.own ?? OwnNote()
        receipts = own.receipts.map { ReceiptPart($0, words) }
        options = NoteOptionsPart(own.options, words)
        actions = NoteActionsPart(self.frame, note.id, own, words, explains: true)
        self.ways = ways
        heart = material.mayHeart(viewer) ? note.hasHeart : nil
        answer = material.isFriend && !isOwn ? NotePaths.new(to: note.author.username) : ""
    }

    private static func size(of text: String) -> Size {
        switch text.count {
        case ...120: .few
        case ...400: .some
        default: .many
        }
    }
}
