import Database
import Proximity

extension Notes: PositionObserver {
    /// Finds the notes at a fix. Hidden ones need a look; those on the map do not, because their place is known.
    func handler(for fix: Fix, isAnswered: Bool) -> PositionHandler {
        let reach = Metres(PlaceForm.note.radii.upperBound) + Gate.maximumSlack
        let area = Covering.of(centre: fix.coordinate, radius: reach)
        return { database, submission in
            var effects = try find(database, in: area, submission)
            if isAnswered { effects.surroundings = try warmth(database, submission) }
            return effects
        }
    }

    private func find(
        _ database: Writer, in area: Covering, _ submission: PositionSubmission
    ) throws -> PositionEffects {
        let notes = try NoteQueries.waiting(
            database, for: submission.account, in: area, looks: submission.looks, submission.now)
        let here = notes.filter { note in
            Gate(centre: note.coordinate, radius: note.radius).decide(
                submission.fix, now: submission.now, isPlausible: submission.isPlausible,
                allowsTyped: site.settings.allowsTyped
            ).isOpen
        }
        let times = RelativeTimeFormatter(submission.zone, now: submission.now)
        let later = here.compactMap { note -> String? in
            let opens = times.opens(note.opensAt)
            return opens.isEmpty ? nil : "A note from \(note.author) is here. It \(opens)."
        }
        return PositionEffects(
            events: try here.filter { !times.isAhead($0.opensAt ?? submission.now) }.map {
                try found(database, $0, submission: submission)
            },
            reasons: Array(later.prefix(Notes.maxReasons)))
    }

    /// Most notes of which a position is told that they open later.
    private static let maxReasons = 3

    private func found(_ database: Writer, _ note: NoteQueries.Waiting, submission: PositionSubmission) throws
        -> PositionEvent
    {
        try NoteQueries.setFound(
            database, note.id, at: note.coordinate, by: submission.account, now: submission.now,
            isTyped: submission.fix.isTyped)
        try notices.notify(
            database, "note.found", subject: note.id.rawValue, to: submission.account, from: note.sender,
            at: submission.now
        )
        return PositionEvent(
            kind: "note.found", url: NotePaths.note(note.id), title: Notes.foundTitle(note.author))
    }
}
