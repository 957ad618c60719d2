import Database
import Foundation
import HTTP
import Media
import Proximity

/// A text left at a place for chosen friends, or for whoever gets its link. A marker for ids.
enum Note {
    /// Maximum length of the text, in Unicode scalars.
    static let longestText = 2_000
    /// Maximum length of the hint, in Unicode scalars.
    static let longestHint = 200
    /// Seconds before it opens from which on a hint counts it.
    static let hintedBefore = 12 * 3_600.0
    /// How far ahead it may open or close, in seconds: a year.
    static let farthestTime = 365.25 * 86_400
    /// Most recipients of one note.
    static let maxRecipients = 50
}

extension PlaceForm {
    /// The form of a note.
    static let note = PlaceForm(
        preview: NotePaths.new, radii: 5...1_000, usualRadius: Gate.noteRadius,
        stops: [5, 8, 10, 15, 20, 25, 35, 50, 75, 100, 150, 200, 300, 500, 750, 1_000],
        wrongRadius: "Choose between 5 metres and 1 km.")
}

/// What a note says, where it lies, and when and how it can be found: what its author may still change later.
struct NoteContents: Sendable {
    var text: String
    var coordinate: Coordinate
    var radius = Gate.noteRadius
    /// What recipients read when they are near; "" for none.
    var hint = ""
    /// From when on it can be found; nil for at once.
    var opensAt: Timestamp?
    /// Until when; nil for ever.
    var closesAt: Timestamp?
    /// Whether recipients see its pin from the beginning.
    var isOnMap = false
    /// Whether recipients who have not found it for a week are reminded.
    var reminds = true
}

/// A validated compose form.
@dynamicMemberLookup
struct NewNote: Sendable {
    var contents: NoteContents
    /// Distinct names, typed or ticked.
    let recipients: [String]
    /// Whether whoever gets its link can look for it.
    var isByLink = false
    /// The stored photo of the note.
    let photo: MediaName?
    /// Made with the form, so that a form sent twice creates one note.
    let submission: String

    /// Parses the form of `POST /notes`. Its photo has been taken out before, and circles are among its recipients.
    ///
    /// - Parameter zone: the zone of times without an offset.
    /// - Throws: a problem for each invalid field.
    init(
        _ form: FormFields, photo: MediaName? = nil, in zone: TimeZone, _ now: Timestamp
    ) throws(ValidationErrors) {
        var errors = ValidationErrors()
        var contents: NoteContents?
        do { contents = try NewNote.contents(form, in: zone, now) } catch { errors.add(error) }
        recipients = NewNote.names(form.all("to"))
        isByLink = PlaceForm.isOn(form, "link")
        if recipients.isEmpty && !isByLink { errors.add("to", "Choose at least one friend, or whoever gets the link.") }
        if recipients.count > Note.maxRecipients { errors.add("to", "A note can be for 50 friends at most.") }
        submission = SubmissionKey.read(form) ?? ""
        if submission.isEmpty {
            errors.add("text", "This form is incomplete. Reload the page and try again.")
        }
        guard let contents, errors.isEmpty else { throw errors }
        self.contents = contents
        self.photo = photo
    }

    /// A note created by the program.
    init(text: String, coordinate: Coordinate, recipients: [String], submission: String, photo: MediaName? = nil) {
        contents = NoteContents(text: text, coordinate: coordinate)
        self.recipients = recipients
        self.submission = submission
        self.photo = photo
    }

    subscript<Value>(dynamicMember path: WritableKeyPath<NoteContents, Value>) -> Value {
        get { contents[keyPath: path] }
        set { contents[keyPath: path] = newValue }
    }

    private static func names(_ typed: [String]) -> [String] {
        var seen = Set<String>()
        return typed.filter { !$0.isEmpty && seen.insert(Username.fold($0)).inserted }
    }
}

/// A note as its author or a finder sees it.
struct ReadableNote: Sendable {
    let id: ID<Note>
    let author: Person
    let text: String
    /// The name of its photo.
    let photo: String?
    let coordinate: Coordinate
    let radius: Metres
    let createdAt: Timestamp
    /// The author's time zone when they left it: others see the time as a part of the day in this zone.
    let authorZone: TimeZone
    /// When the viewer found it; nil for the author.
    let foundAt: Timestamp?
    /// Whether the viewer has opened it.
    let isOpened: Bool
    /// Whether the viewer found it and answered it by a heart.
    var hasHeart = false
}

/// The place of a found note.
struct NotePlace: Sendable {
    let id: ID<Note>
    let author: String
    let coordinate: Coordinate
}

/// What an author may know about a note and one recipient.
struct Receipt: Sendable, Equatable {
    let recipient: Person
    let state: State
    /// Whether a heart came with it.
    var hasHeart = false

    enum State: Sendable, Equatable {
        case waiting
        /// Past the time until which it could be found; no receipt is due.
        case closed
        /// Opened, and the receipt is due: the time of opening, never that of coming by; the finder's time zone; and
        /// whether they typed the position at which they found it.
        case opened(at: Timestamp, zone: TimeZone, isTyped: Bool)
        /// Withdrawn before a receipt was due.
        case withdrawn
    }
}
