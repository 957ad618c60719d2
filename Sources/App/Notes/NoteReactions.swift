import Atlas
import Database
import HTML
import Media
import Proximity

// What the feature does for the features below it.

extension Notes: PositionObserver {
    /// Finds the notes at a fix. Hidden ones need a look; those on the map do not, because their place is known.
    func reaction(to fix: Fix, isAnswered: Bool) -> PositionReaction {
        let reach = Metres(PlaceForm.note.radii.upperBound) + Gate.maximumSlack
        let area = Covering.of(centre: fix.coordinate, radius: reach)
        return { try find($0, in: area, $1) }
    }

    private func find(
        _ database: Writer, in area: Covering, _ arrival: Arrival
    ) throws -> PositionEffects {
        let notes = try NoteQueries.waiting(
            database, for: arrival.account, in: area, looks: arrival.looks, arrival.now)
        let here = notes.filter { note in
            Gate(centre: note.coordinate, radius: note.radius).decide(
                arrival.fix, now: arrival.now, isPlausible: arrival.isPlausible, allowsTyped: site.settings.allowsTyped
            ).isOpen
        }
        let words = RelativeTimeFormatter(arrival.zone, now: arrival.now)
        let later = here.compactMap { note -> String? in
            let opens = words.opens(note.opensAt)
            return opens.isEmpty ? nil : "A note from \(note.author) is here. It \(opens)."
        }
        return PositionEffects(
            events: try here.filter { !words.isAhead($0.opensAt ?? arrival.now) }.map {
                try found(database, $0, arrival)
            },
            reasons: Array(later.prefix(Notes.maxReasons)))
    }

    /// Most notes of which a position is told that they open later.
    private static let maxReasons = 3

    private func found(_ database: Writer, _ note: NoteQueries.Waiting, _ arrival: Arrival) throws -> PositionEvent {
        try NoteQueries.setFound(
            database, note.id, at: note.coordinate, by: arrival.account, arrival.now, isTyped: arrival.fix.isTyped)
        try notices.announce(
            database, "note.found", subject: note.id.rawValue, to: arrival.account, from: note.sender, arrival.now)
        return PositionEvent(
            kind: "note.found", url: NotePaths.note(note.id), title: Notes.foundTitle(note.author))
    }
}

extension Notes: FriendshipObserver {
    var friendshipEnd: FriendshipEnd {
        FriendshipEnd(
            before: "Notes that wait between you are withdrawn.",
            after: "Notes that waited between you are withdrawn and stay so.",
            undone: "Notes that were withdrawn stay so.")
    }

    /// Withdraws the notes of two people for each other. A finder keeps what they found, and its author does not learn
    /// of it.
    func friendshipEnded(
        _ database: Writer, _ one: ID<Account>, _ other: ID<Account>, _ now: Timestamp
    ) throws {
        try NoteQueries.withdraw(database, from: one, to: other, now)
        try NoteQueries.withdraw(database, from: other, to: one, now)
    }
}

extension Notes: PersonActionSource {
    /// Notes are for friends.
    func personAction(for person: Person, isFriend: Bool) -> PersonAction? {
        guard isFriend else { return nil }
        return PersonAction(
            words: "Leave a note", hint: "Leave them a note", icon: "send", path: NotePaths.new(to: person.username),
            isMain: true)
    }

    /// Whether a note was left: one's own act, whatever became of it.
    func hasActed(
        _ database: Reader, by viewer: ID<Account>, for person: ID<Account>, since time: Timestamp
    ) throws -> Bool {
        try NoteQueries.hasLeft(database, by: viewer, for: person, since: time)
    }

    func circleAction(for circle: ID<Circle>) -> PersonAction? {
        PersonAction(
            words: "Leave a note", hint: "Leave them a note", icon: "send", path: NotePaths.new(for: circle))
    }
}

extension Notes: MediaAccess {
    /// The photo of a note is for those who may read the note.
    func mayRead(_ database: Reader, _ name: MediaName, _ viewer: Viewer) throws -> Bool {
        try NoteQueries.showsPhoto(database, name, to: viewer.id)
    }
}

extension Notes: ReportSource {
    /// What a note is called among the subjects of reports.
    static let reportSubject = "note"

    var reportSubjects: [ReportSubject] { [ReportSubject(name: Notes.reportSubject, words: "A note")] }
}

extension Notes: HomePageSource {
    /// Seconds for which the home page tells that somebody opened a note.
    static let newsTime = 86_400.0

    /// A person's found and unopened notes, what waits nearby, and who opened theirs.
    func homeParts(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [DeferredPart] {
        let unopened = try NoteQueries.unopened(database, of: viewer.id)
        let nearby = try nearby(database, viewer, now)
        let opened = try NoteQueries.opened(database, by: viewer.id, since: now - Notes.newsTime, now)
        let words = RelativeTimeFormatter(viewer.timeZone, now: now)
        let places = placeFormatter(viewer)
        var parts: [DeferredPart] = []
        if !unopened.isEmpty {
            parts.append { Markup(FoundNotesPart(notes: unopened.map { FoundNotePart($0, words, places) })) }
        }
        if let nearby { parts.append { Markup(NearbyNotesPart(nearby, viewer.units)) } }
        if !opened.notes.isEmpty {
            parts.append { Markup(OpenedNotesPart(opened.notes, isMore: opened.isMore, words)) }
        }
        return parts
    }
}

extension Notes: VisibilitySource {
    func visibilityLines(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [VisibilityLine] {
        let awaited = try NoteQueries.awaited(database, by: viewer.id, now)
        let isLinked = try NoteQueries.hasLink(database, by: viewer.id, now)
        let finders = isLinked ? "Whoever has a link" : "Chosen friends"
        let linked = "Whoever has the link of one learns that you left it and on which day, and can look for it."
        return [
            VisibilityLine(
                .things, rank: 10, "send", "Notes you left",
                awaited.isEmpty && !isLinked ? BadgePart("Nobody", .good) : BadgePart(finders, .info),
                awaited.isEmpty
                    ? isLinked ? linked : "None waits for anybody. Those that were found stay with who found them."
                    : "Some wait for \(WordList.join(awaited)). Before they find one, they learn at most that something waits within about a kilometre, with its hint, and the place of those that you put on their map.\(isLinked ? " \(linked)" : "")",
                LinkPart("Look", NotePaths.sent)),
            VisibilityLine(
                .things, rank: 20, "mail-open", "Notes you open",
                viewer.receipts ? BadgePart("Senders", .info) : BadgePart("Nobody", .good),
                viewer.receipts
                    ? "Who left a note for you learns the part of the day in which you opened it, never when you came by. A heart that you send comes with it."
                    : "Switched off. Nobody learns that you opened their note.",
                LinkPart("Change", SitePaths.settings)),
        ]
    }
}
