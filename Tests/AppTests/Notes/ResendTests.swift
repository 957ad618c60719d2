import Database
import Foundation
import Proximity
import Testing

@testable import App

/// Authors send a note again, and switch its reminders.
struct ResendTests {
    private static let (day, week, month) = (ReminderWorld.day, ReminderWorld.week, ReminderWorld.month)

    @Test func `sending again tells at once, once a week, and counts as the reminder`() throws {
        let world = try ReminderWorld()
        let note = try world.leave()
        let aino = try world.site.member("aino_k")
        try aino.get(NotePaths.note(note)).submit(NotePaths.resend(note)).isAt(NotePaths.note(note))
        aino.sees("Sent again.", "You can send it again in a week.")
        #expect(!aino.page.forms.contains { $0.action == NotePaths.resend(note) })
        #expect(try world.told().map { $0.note } == [note])
        try world.wait(3 * Self.day)
        try aino.post(NotePaths.resend(note), [("csrf", aino.token)]).gets(422)
        aino.sees("You can send it again on Saturday.")
        try world.wait(6 * Self.day)
        #expect(try world.events() == 1)
        try aino.get(NotePaths.sent).sees("Send again").post(
            NotePaths.resend(note), [("csrf", aino.token)], headers: [("Referer", "http://localhost:8080/notes")])
        aino.isAt(NotePaths.sent).sees("Sent again.")
        #expect(try world.events() == 2)
        try world.wait(Self.month - 3_600)
        #expect(try world.events() == 2)
        try world.wait(3_600)
        #expect(try world.events() == 3)
    }

    @Test func `only the author of a note that waits and is open can send it again`() throws {
        let world = try ReminderWorld()
        let (aino, mikko) = (try world.site.member("aino_k"), try world.site.member("mikko"))
        let note = try world.leave()
        for path in [NotePaths.resend(note), NotePaths.reminders(note), "/notes/1/resend"] {
            try mikko.get("/").post(path, [("csrf", mikko.token), ("on", "0")]).gets(404)
        }
        let early = try world.leave("early", opens: world.site.now + 2 * Self.day)
        try aino.get(NotePaths.note(early)).sees("It opens on Monday. You can send it again after that.")
        try aino.post(NotePaths.resend(early), [("csrf", aino.token)]).gets(422).sees("It opens on Monday.")
        let late = try world.leave("late", closes: world.site.now + 60)
        world.site.wait(seconds: 60)
        try aino.get(NotePaths.note(late)).seesNot("Send again", "remind them")
        try aino.post(NotePaths.resend(late), [("csrf", aino.token)]).gets(422).sees("its time is over")
        try aino.post(NotePaths.reminders(late), [("csrf", aino.token), ("on", "0")]).gets(404)
        try aino.get(NotePaths.note(note)).submit(NotePaths.delete(note))
        try aino.post(NotePaths.resend(note), [("csrf", aino.token)]).gets(404)
        for choice in ["", "2", "on", "\u{1F600}"] {
            try aino.post(NotePaths.reminders(early), [("csrf", aino.token), ("on", choice)]).gets(422)
                .sees("We don’t know that choice.")
        }
        #expect(try world.told().isEmpty)
    }

    @Test func `a receipt ends it, not the find`() throws {
        let world = try ReminderWorld()
        let note = try world.leave()
        let (aino, noor) = (try world.site.member("aino_k"), try world.site.member("noor_h"))
        try noor.stand(at: ReminderWorld.place).sees("note.found").get(NotePaths.note(note)).gets(200)
        try aino.get(NotePaths.note(note)).submit(NotePaths.resend(note)).sees("Sent again.")
        #expect(try world.told().isEmpty)
        world.site.wait(seconds: 1_800)
        try aino.get(NotePaths.note(note)).seesNot("send it again", "remind them")
        try aino.post(NotePaths.resend(note), [("csrf", aino.token)]).gets(404)
        try aino.post(NotePaths.reminders(note), [("csrf", aino.token), ("on", "0")]).gets(404)
    }

    @Test func `an author who sends a note again cannot tell whether it was found`() throws {
        let base = try ReminderWorld()
        let note = try base.leave()
        let aino = try base.site.member("aino_k")
        let sites = [try base.site.copy(), try base.site.copy()]
        try sites[0].member("noor_h").stand(at: ReminderWorld.place).sees("note.found")
        var twins = Twins(Visitor(sites[0], cookies: aino.cookies), Visitor(sites[1], cookies: aino.cookies))
        twins.hidesIDs = true
        let page = NotePaths.note(note)
        for action in [NotePaths.resend(note), NotePaths.reminders(note), NotePaths.reminders(note)] {
            try twins.send(Twins.Step(page: page, action: action))
            #expect(sites[0].metrics == sites[1].metrics)
        }
        try twins.send(Twins.Step(page: "/settings/export", action: "/settings/export"))
        for days in [1.0, 7, 31] {
            for site in sites {
                site.wait(seconds: days * Self.day)
                site.sweep()
            }
            for visitor in [twins.one, twins.other] {
                try visitor.get(page).post(NotePaths.resend(note), [("csrf", visitor.token)])
            }
            #expect(twins.one.page.status == twins.other.page.status)
            #expect(twins.one.page.plain == twins.other.page.plain)
            _ = try twins.compareAllPages()
        }
        #expect(try ReminderWorld(sites[0]).told().isEmpty)
        #expect(try ReminderWorld(sites[1]).told().count == 1)
    }

    @Test func `a person sends at most fifty notes again in a day`() throws {
        let world = try ReminderWorld()
        let notes = try (0..<51).map { try world.leave("n\($0)") }
        let aino = try world.site.member("aino_k")
        try aino.get("/")
        for note in notes.prefix(50) { try aino.post(NotePaths.resend(note), [("csrf", aino.token)]).gets(200) }
        try aino.get("/").post(NotePaths.resend(notes[50]), [("csrf", aino.token)]).gets(429)
        #expect(try world.events() == 50)
        world.site.wait(seconds: Self.day)
        try aino.get("/").post(NotePaths.resend(notes[50]), [("csrf", aino.token)]).gets(200)
    }

    @Test func `the export says whether a note reminds and when it was sent again`() throws {
        let world = try ReminderWorld()
        let note = try world.leave()
        let aino = try world.site.member("aino_k")
        try aino.get(NotePaths.note(note)).submit(NotePaths.resend(note)).get(NotePaths.note(note))
            .submit(NotePaths.reminders(note))
        try aino.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        world.site.app.runJobs([.long])
        let path = try #require(aino.get("/settings/export").page.links.first { $0.hasPrefix("/settings/export/") })
        let sent = try #require(ExportTests.unpacked(aino, path)["notes/sent.json"])
        #expect(sent.contains(#""reminds":false"#) && sent.contains(#""resent":"2026-11-21T12:00:00Z""#))
    }
}
