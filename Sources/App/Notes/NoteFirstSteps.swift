import Database
import Proximity

/// The first notes of a newcomer.
extension Notes: FirstStepSource {
    /// A note from somebody, as far as they know of it, and one to leave. What is hidden is not told.
    func firstSteps(
        _ database: Reader, for viewer: Viewer, friends: [Person], _ now: Timestamp
    ) throws -> [FirstStep] {
        var steps: [FirstStep] = []
        if let note = try NoteQueries.unopened(database, of: viewer.id).first {
            let card = NextStepPart(
                mark: .person(AvatarPart(note.author)), title: Notes.foundTitle(note.author.name), words: "Tap to open",
                path: NotePaths.note(note.id))
            steps.append(FirstStep(rank: 20, card: card))
        } else if let note = try NoteQueries.somePinned(database, for: viewer.id, now) {
            let card = NextStepPart(
                mark: .person(AvatarPart(note.author)), title: "A note from \(note.author.name) is on your map",
                words: "Walk there to open it", path: NotePaths.waiting(note.id))
            steps.append(FirstStep(rank: 20, card: card))
        }
        if let friend = friends.first, try !NoteQueries.hasLeft(database, viewer.id) {
            let card = NextStepPart(
                mark: .person(AvatarPart(friend)), title: "Leave \(friend.name) a note",
                words: "They find it by being there", path: NotePaths.new(to: friend.username))
            steps.append(FirstStep(rank: 30, card: card))
        }
        return steps
    }
}

extension NoteQueries {
    /// Whether a person has left a note.
    static func hasLeft(_ database: Reader, _ author: ID<Account>) throws -> Bool {
        try database.exists("SELECT 1 FROM note WHERE author_id = \(author)")
    }

    /// One of the notes on the map that wait for a person; nil for none.
    static func somePinned(
        _ database: Reader, for account: ID<Account>, _ now: Timestamp
    ) throws -> (id: ID<Note>, author: Person)? {
        try database.first(
            """
            SELECT note.id AS note_id, \(Person.columns)
            FROM delivery JOIN note ON note.id = delivery.note_id
            JOIN \(Person.visible(to: account)) AS person ON person.id = note.author_id
            WHERE delivery.recipient_id = \(account) AND note.is_on_map = 1 AND \(isWaiting(now))
              AND delivery.note_id IN
              (SELECT near.note_id FROM delivery AS near
               WHERE near.recipient_id = \(account) AND near.found_at IS NULL LIMIT \(maxPinned))
            ORDER BY note.id LIMIT 1
            """
        ) { (try $0["note_id"], try Person($0)) }
    }
}
