import Database
import Foundation
import Proximity
import Testing

@testable import App

/// People are told of notes that they have not found for a week.
struct ReminderTests {
    private static let (day, week, month) = (ReminderWorld.day, ReminderWorld.week, ReminderWorld.month)

    @Test func `a note is told of after a week, after a month and then monthly, from whom and where about`() throws {
        let world = try ReminderWorld()
        let note = try world.leave(hint: "Behind the <columns>")
        try world.wait(Self.week)
        #expect(try world.told().isEmpty)
        try world.wait(1_800)
        #expect(try world.told().map { $0.note } == [note])
        #expect(
            try world.texts() == [
                NoticeText(
                    title: "A note from aino_k is waiting for you", path: NotePaths.waiting(note),
                    detail: "Somewhere in Keskusta. “Behind the <columns>”")
            ])
        for _ in 0..<3 {
            let before = try #require(try world.told().last).at
            try world.wait(Self.month - 1_800)
            #expect(try world.told().map { $0.at } == [before])
            try world.wait(1_800)
            #expect(try world.told().map { $0.at } == [world.site.now])
        }
        #expect(try world.events() == 4)
    }

    @Test func `the job of the site tells, and a second site on the same folder does not tell again`() throws {
        let world = try ReminderWorld()
        try world.leave()
        let other = try App(
            AppOptions(dataFolder: world.site.folder, publicFolder: TestSite.publicFolder),
            environment: Environment(
                clock: { TestSite.noon + 8 * ReminderWorld.day }, randomBytes: Environment.real.randomBytes),
            log: TestSite.quiet)
        defer { other.close() }
        world.site.wait(seconds: 8 * Self.day)
        world.site.sweep()
        #expect(try world.told().count == 1)
        other.beginJobs()
        other.runJobs()
        try other.notes.remind(world.site.now)
        #expect(try world.told().count == 1)
        #expect(try world.events() == 1)
    }

    @Test func `two that remind at once tell each note once`() async throws {
        let world = try ReminderWorld()
        for index in 0..<3 { try world.leave("n\(index)") }
        world.site.wait(seconds: 8 * Self.day)
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 { group.addTask { try world.remind() } }
            try await group.waitForAll()
        }
        #expect(try world.events() == 3)
    }

    /// What happens to a note before it is told of, or after.
    enum End: CaseIterable {
        case found, withdrawn, deleted, blocked, suspended, closed
    }

    private func end(_ end: End, note: ID<Note>, world: ReminderWorld) throws {
        let site = world.site
        switch end {
        case .found: try site.member("noor_h").stand(at: ReminderWorld.place).sees("note.found")
        case .withdrawn: try site.member("aino_k").get("/people/noor_h").submit("/friends/noor_h/remove")
        case .deleted: try site.member("aino_k").get(NotePaths.note(note)).submit(NotePaths.delete(note))
        case .blocked: try site.member("noor_h").get("/people/aino_k").submit("/people/aino_k/block")
        case .suspended: try site.suspend(site.account("aino_k"))
        case .closed:
            try site.app.site.database.write {
                try $0.execute("UPDATE note SET closes_at = \(site.now) WHERE id = \(note)")
            }
        }
    }

    @Test(arguments: End.allCases)
    func `what waits no more is not told of`(end: End) throws {
        let world = try ReminderWorld()
        let note = try world.leave()
        world.site.wait(seconds: Self.week)
        try self.end(end, note: note, world: world)
        try world.wait(3_600)
        try world.wait(2 * Self.month)
        #expect(try world.told().isEmpty)
    }

    @Test(arguments: End.allCases)
    func `what waits no more after it was told is not shown`(end: End) throws {
        let world = try ReminderWorld()
        let note = try world.leave()
        try world.wait(8 * Self.day)
        #expect(try world.texts().count == 1)
        try self.end(end, note: note, world: world)
        #expect(try world.texts().isEmpty)
        try world.wait(2 * Self.month)
        // Who has found it was told of that.
        #expect(try world.events() == (end == .found ? 2 : 1))
    }

    @Test func `nothing is told of a note before it has been open for a week`() throws {
        let world = try ReminderWorld()
        let opens = world.site.now + 45 * Self.day
        let note = try world.leave(opens: opens)
        for _ in 0..<52 {
            try world.wait(Self.day)
            #expect(try world.told().isEmpty)
        }
        try world.wait(Self.day)
        #expect(try world.told().map { $0.note } == [note])
    }

    @Test func `a note whose author wants no reminders is not told of until they want them again`() throws {
        let world = try ReminderWorld()
        let note = try world.leave(reminds: false)
        try world.wait(8 * Self.day)
        try world.wait(Self.month + Self.day)
        #expect(try world.told().isEmpty)
        try world.site.member("aino_k").get(NotePaths.note(note)).sees("Remind them again")
            .submit(NotePaths.reminders(note)).isAt(NotePaths.note(note)).sees("Don’t remind them")
        try world.wait(Self.month)
        #expect(try world.told().map { $0.note } == [note])
    }

    @Test func `after a pause of a year each note is told of once, three of them a day, the oldest first`() throws {
        let world = try ReminderWorld()
        var notes: [ID<Note>] = []
        for index in 0..<40 {
            notes.append(try world.leave("n\(index)"))
            world.site.wait(seconds: 60)
        }
        try world.wait(365 * Self.day)
        #expect(try world.told().map { $0.note } == Array(notes.prefix(3)))
        for _ in 0..<16 * 24 { try world.wait(3_600) }
        let told = try world.told()
        #expect(told.map { $0.note } == notes)
        #expect(try world.events() == 40)
        for (first, fourth) in zip(told, told.dropFirst(3)) { #expect(fourth.at - first.at >= Self.day) }
    }

    @Test func `what was told by a clock that was ahead is not told again when it is right again`() throws {
        let world = try ReminderWorld()
        let first = try world.leave("before")
        try world.wait(8 * Self.day)
        let second = try world.leave("in between")
        try world.wait(365 * Self.day)
        #expect(try world.events() == 3)
        let third = try world.leave("in the future")
        try world.wait(-365 * Self.day)
        for note in [first, second, third] {
            let planned = try #require(try world.planned(note))
            #expect(planned <= world.site.now + Self.month)
        }
        try world.wait(29 * Self.day)
        #expect(try world.events() == 3)
        try world.wait(2 * Self.day)
        #expect(try world.events() == 6)
        // A second time a month later, as if the clock had always been right.
        try world.wait(31 * Self.day)
        #expect(try world.events() == 9)
    }

    @Test func `what the recipient is told is the same wherever in its cell the note lies`() throws {
        let bounds = CellID(ReminderWorld.place, level: SnappedPosition.level).bounds
        var told: Set<String> = []
        for (east, north) in [(0.4, 0.4), (0.6, 0.5), (0.5, 0.62)] {
            let place = try #require(
                Coordinate(
                    latitude: bounds.south + (bounds.north - bounds.south) * north,
                    longitude: bounds.west + (bounds.east - bounds.west) * east))
            let world = try ReminderWorld()
            let note = try world.leave(at: place, hint: "Look up.")
            try world.wait(8 * Self.day)
            let text = "\(try #require(try world.texts().first))".replacing("\(note)", with: "ID")
            told.insert("\(text) \(try #require(try world.told().first).at)")
        }
        #expect(told.count == 1)
    }

    @Test func `Aino is told of a note in the demo world`() throws {
        let texts = try ReminderWorld(TestSite.demo()).texts("aino_k")
        #expect(texts.map { $0.title } == ["A note from sofia is waiting for you"])
        #expect(texts.allSatisfy { $0.detail.hasPrefix("Somewhere in Hakaniemi. “") })
    }

    @Test func `nothing is written when nothing is due`() throws {
        let world = try ReminderWorld()
        try world.leave()
        try world.remind()
        let before = try world.site.everythingStored()
        try world.wait(3_600)
        #expect(try world.site.everythingStored() == before)
    }
}
