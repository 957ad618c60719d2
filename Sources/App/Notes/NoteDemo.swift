import Database
import Proximity

/// The notes of the demo world.
enum NoteDemo {
    /// A note of the demo world: left and found some hours ago, opened or not.
    struct Entry {
        let author: String
        let recipients: [String]
        let place: DemoCast.Place
        let hoursAgo: Double
        let text: String
        var found: [(name: String, hoursAgo: Double, isOpened: Bool)] = []
    }

    static let notes = [
        Entry(
            author: "mikko", recipients: ["aino_k"], place: .senateSquare, hoursAgo: 75,
            text: "Count the steps. I say 47, Leena says I cannot count.",
            found: [(name: "aino_k", hoursAgo: 50, isOpened: true)]),
        Entry(
            author: "leena", recipients: ["aino_k", "mikko"], place: .esplanadi, hoursAgo: 52,
            text: "Third bench from the fountain. Best place in town to do nothing at all.",
            found: [(name: "aino_k", hoursAgo: 27, isOpened: true), (name: "mikko", hoursAgo: 6, isOpened: true)]),
        Entry(
            author: "sofia", recipients: ["aino_k"], place: .kaisaniemi, hoursAgo: 30,
            text: "The greenhouse is open until six today.\nGo and smell the vanilla. It really is an orchid!",
            found: [(name: "aino_k", hoursAgo: 5, isOpened: false)]),
        Entry(
            author: "jonas", recipients: ["aino_k"], place: .oodi, hoursAgo: 26,
            text: "Top floor, between the trees: I left my favourite book on the window side. Page 112."),
        Entry(
            author: "elias", recipients: ["aino_k", "jonas"], place: .kamppiChapel, hoursAgo: 20,
            text: "Ten minutes of silence, on me."),
        Entry(
            author: "aino_k", recipients: ["mikko", "leena"], place: .railwaySquare, hoursAgo: 28,
            text: "Rink opens on Friday. Bring the ugly hats.",
            found: [(name: "mikko", hoursAgo: 7, isOpened: true)]),
        Entry(
            author: "aino_k", recipients: ["sofia"], place: .ateneum, hoursAgo: 22,
            text: "Look up before you go in: who is the third face from the left?"),
        Entry(
            author: "aino_k", recipients: ["noor_h", "elias", "jonas"], place: .oldChurchPark, hoursAgo: 4,
            text: "Picnic here when the snow is gone. Whoever finds this brings the thermos ☕️"),
        Entry(
            author: "noor_h", recipients: ["sofia"], place: .university, hoursAgo: 48,
            text: "The quiet reading room is on the sixth floor. You are welcome.",
            found: [(name: "sofia", hoursAgo: 24, isOpened: true)]),
        Entry(
            author: "ville", recipients: ["mikko"], place: .railwaySquare, hoursAgo: 10,
            text: "Meet you under the clock, as always."),
    ]
}

extension Notes {
    func addDemo(_ demo: DemoContext) throws {
        for (number, note) in NoteDemo.notes.enumerated() {
            let new = NewNote(
                text: note.text, coordinate: note.place.coordinate, recipients: note.recipients,
                submission: "demo-\(number)")
            let id = try create(
                new, from: try demo.id(note.author), zone: demo.zone, demo.ago(hours: note.hoursAgo))
            for finding in note.found {
                try find(
                    id, new, by: try demo.id(finding.name), demo.ago(hours: finding.hoursAgo), demo, finding.isOpened)
            }
        }
    }

    private func find(
        _ note: ID<Note>, _ new: NewNote, by finder: ID<Account>, _ time: Timestamp, _ demo: DemoContext,
        _ isOpened: Bool
    ) throws {
        try site.database.write { database in
            try NoteQueries.setFound(database, note, at: new.coordinate, by: finder, time, isTyped: false)
            guard isOpened else { return }
            try NoteQueries.setOpened(
                database, note, by: finder, zone: demo.zone, tellsSender: true, time.adding(seconds: 60))
        }
    }
}
