import Database
import Media
import Proximity

/// The notes of the demo world.
enum NoteDemo {
    /// A moment of the story.
    enum StoryTime {
        /// Some days before the story's last day, at an hour.
        case day(Double, at: Double)
        /// Some hours before the world is made.
        case ago(hours: Double)
    }

    /// A note: left, and found and opened or not.
    struct Entry {
        let author: String
        let recipients: [String]
        let place: DemoCast.Place
        let left: StoryTime
        let text: String
        var hint = ""
        var photo: String?
        var found: [(name: String, at: StoryTime, isOpened: Bool)] = []
    }

    static let notes = found + waiting

    private static let found = [
        Entry(
            author: "mikko", recipients: ["aino_k"], place: .senateSquare, left: .day(3, at: 11),
            text: "Count the steps. I say 47, Leena says I cannot count.", photo: "senate-square",
            found: [(name: "aino_k", at: .day(2, at: 12), isOpened: true)]),
        Entry(
            author: "leena", recipients: ["aino_k", "mikko"], place: .esplanadi, left: .day(2, at: 10),
            text: "Third bench from the fountain. Best place in town to do nothing at all.", photo: "esplanadi",
            found: [
                (name: "aino_k", at: .day(1, at: 17.5), isOpened: true),
                (name: "mikko", at: .day(0, at: 8), isOpened: true),
            ]),
        Entry(
            author: "sofia", recipients: ["aino_k"], place: .kaisaniemi, left: .day(1, at: 8),
            text: "The greenhouse is open until six today.\nGo and smell the vanilla. It really is an orchid!",
            photo: "greenhouse", found: [(name: "aino_k", at: .day(0, at: 9), isOpened: false)]),
        Entry(
            author: "aino_k", recipients: ["mikko", "leena"], place: .railwaySquare, left: .day(1, at: 10),
            text: "Rink opens on Friday. Bring the ugly hats.", photo: "rink",
            found: [(name: "mikko", at: .day(0, at: 7), isOpened: true)]),
        // Opened just now: its receipt went out at the last full half hour.
        Entry(
            author: "aino_k", recipients: ["noor_h"], place: .marketSquare, left: .day(1, at: 15),
            text: "Stand at the edge of the water and listen. When the wind comes from the south, the masts sing.",
            found: [(name: "noor_h", at: .ago(hours: 1), isOpened: true)]),
        Entry(
            author: "noor_h", recipients: ["sofia"], place: .university, left: .day(2, at: 14),
            text: "The quiet reading room is on the sixth floor. You are welcome.",
            found: [(name: "sofia", at: .day(1, at: 14), isOpened: true)]),
    ]

    private static let waiting = [
        // Less than a minute's walk from where Aino is.
        Entry(
            author: "leena", recipients: ["aino_k"], place: .tramStop, left: .ago(hours: 2),
            text: "Take the 3 from here and stay on until you are back. Warmest sightseeing in town, window side!",
            photo: "tram"),
        // Not found for a week: she is told that it waits.
        Entry(
            author: "sofia", recipients: ["aino_k"], place: .hakaniemi, left: .day(8, at: 16),
            text: "Second floor, the stall with the green door. Ask for cardamom, and say hello from me.",
            hint: "Follow your nose up the stairs."),
        Entry(
            author: "jonas", recipients: ["aino_k"], place: .oodi, left: .day(1, at: 12),
            text: "Top floor, between the trees: I left my favourite book on the window side. Page 112.", photo: "oodi"),
        Entry(
            author: "elias", recipients: ["aino_k", "jonas"], place: .kamppiChapel, left: .day(1, at: 18),
            text: "Ten minutes of silence, on me.", photo: "chapel"),
        Entry(
            author: "aino_k", recipients: ["sofia"], place: .ateneum, left: .day(1, at: 16),
            text: "Look up before you go in: who is the third face from the left?"),
        Entry(
            author: "aino_k", recipients: ["noor_h", "elias", "jonas"], place: .oldChurchPark,
            left: .day(0, at: 10), text: "Picnic here when the snow is gone. Whoever finds this brings the thermos ☕️",
            photo: "picnic"),
        Entry(
            author: "ville", recipients: ["mikko"], place: .railwaySquare, left: .day(1, at: 21),
            text: "Meet you under the clock, as always."),
    ]
}

extension Notes {
    func addDemo(_ demo: DemoContext) throws {
        // Lists show notes in the order in which they were stored.
        let notes = NoteDemo.notes.sorted { demo.time($0.left) < demo.time($1.left) }
        for (number, note) in notes.enumerated() {
            let author = try demo.id(note.author)
            let photo = try note.photo.flatMap {
                try uploads.receiveDemoDraft("\($0).webp", for: Notes.draftPurpose, of: author, demo)
            }
            var new = NewNote(
                text: note.text, coordinate: note.place.coordinate, recipients: note.recipients,
                formKey: "demo-\(number)", photo: photo)
            new.hint = note.hint
            let id = try create(new, from: author, zone: demo.zone, demo.time(note.left))
            for finding in note.found {
                try find(
                    id, new: new, by: try demo.id(finding.name), time: demo.time(finding.at), demo: demo,
                    isOpened: finding.isOpened)
            }
        }
        try remind(demo.now)
    }

    private func find(
        _ note: ID<Note>, new: NewNote, by finder: ID<Account>, time: Timestamp, demo: DemoContext,
        isOpened: Bool
    ) throws {
        try site.database.write { database in
            try NoteQueries.setFound(database, note, at: new.coordinate, by: finder, now: time, isTyped: false)
            try notices.notify(database, "note.found", subject: note.rawValue, to: finder, at: time)
            guard isOpened else { return }
            let opened = time.adding(seconds: 60)
            try NoteQueries.setOpened(database, note, by: finder, zone: demo.zone, tellsSender: true, at: opened)
            try notices.markRead(database, "note.found", subject: note.rawValue, of: finder, at: opened)
            let told = HalfHour.next(after: opened)
            if told <= demo.now { try notifyOpened(database, note, by: finder, at: told) }
        }
    }
}

extension DemoContext {
    fileprivate func time(_ moment: NoteDemo.StoryTime) -> Timestamp {
        switch moment {
        case .day(let daysAgo, let hour): day(daysAgo, at: hour)
        case .ago(let hours): ago(hours: hours)
        }
    }
}
