import Database
import Foundation
import HTTP
import Media
import Proximity

/// A text left at a place for chosen friends. A marker for ids.
enum Note {
    /// How long a text may be, in Unicode scalars.
    static let longestText = 2_000
    /// How near one has to come may be chosen between these, in metres.
    static let radii = 5.0...500.0
    /// Most friends that one note may be for.
    static let maxRecipients = 50
}

/// A note as its form gives it, checked.
struct NewNote: Sendable {
    let text: String
    let coordinate: Coordinate
    let radius: Metres
    /// Names as typed or ticked, each once.
    let recipients: [String]
    /// A photo that is stored for it.
    let photo: MediaName?
    /// Made with the form, so that a form sent twice leaves one note.
    let submission: String

    /// Reads the form of `POST /notes`, whose photo has been taken out before.
    ///
    /// - Throws: a problem for each field that is not good.
    init(_ form: FormFields, photo: MediaName? = nil) throws(ValidationErrors) {
        var errors = ValidationErrors()
        var place: Coordinate?
        do { place = try PlaceFields.read(form) } catch {
            for (field, message) in error.messages { errors.add(field, message) }
        }
        text = NewNote.normalized(form["text"] ?? "")
        if text.isEmpty { errors.add("text", "Write a few words.") }
        if text.unicodeScalars.count > Note.longestText {
            errors.add("text", "That is too long: 2,000 characters at most.")
        }
        let radius = NewNote.radius(form["radius_m"])
        if radius == nil { errors.add("radius_m", "Choose between 5 and 500 metres.") }
        recipients = NewNote.names(form.all("to"))
        if recipients.isEmpty { errors.add("to", "Choose at least one friend.") }
        if recipients.count > Note.maxRecipients { errors.add("to", "A note can be for 50 friends at most.") }
        submission = form["key"] ?? ""
        if !(1...64).contains(submission.utf8.count) {
            errors.add("text", "This form is incomplete. Reload the page and try again.")
        }
        guard let place, let radius, errors.isEmpty else { throw errors }
        self.photo = photo
        coordinate = place
        self.radius = radius
    }

    /// A note made by the program itself.
    init(text: String, coordinate: Coordinate, recipients: [String], submission: String) {
        self.text = text
        self.coordinate = coordinate
        self.recipients = recipients
        self.submission = submission
        photo = nil
        radius = Gate.noteRadius
    }

    /// Line ends as one character, nothing invisible at either end.
    private static func normalized(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func radius(_ text: String?) -> Metres? {
        guard let text, !text.isEmpty else { return Gate.noteRadius }
        guard let number = InputNumber.decimal(text, in: Note.radii) else { return nil }
        return Metres(number)
    }

    private static func names(_ typed: [String]) -> [String] {
        var seen = Set<String>()
        return typed.filter { !$0.isEmpty && seen.insert(Username.fold($0)).inserted }
    }
}

/// A note as one of its two sides sees it.
struct ReadableNote: Sendable {
    let id: ID<Note>
    let author: Person
    let text: String
    /// The name of its photo.
    let photo: String?
    let coordinate: Coordinate
    let radius: Metres
    let createdAt: Timestamp
    /// The author's time zone when they left it: others read the time of leaving as a part of the day there.
    let authorZone: TimeZone
    /// When the viewer found it; nil for its author.
    let foundAt: Timestamp?
    /// Whether the viewer has opened it before.
    let isOpened: Bool
}

/// Where a note lies that somebody found.
struct NotePlace: Sendable {
    let id: ID<Note>
    let author: String
    let coordinate: Coordinate
}

/// What its author may know of a note and one friend it is for.
struct Receipt: Sendable, Equatable {
    let recipient: Person
    let state: State

    enum State: Sendable, Equatable {
        case waiting
        /// The finder has opened it and the author is told: when it was found, in which time zone the finder read it, and
        /// whether they typed the position.
        case found(at: Timestamp, zone: TimeZone, isTyped: Bool)
        /// Taken back before the author was told that it was found.
        case withdrawn
    }
}
